import { refuse } from '#contract/errors/apiError'
import type { CardVault } from '../../../vault/cards/cardVault.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import { testCard } from '../../tokens/testTokens.ts'
import { cardInstrument, cardSource } from './card.ts'
import type { CardColumnsNeeds } from './card.ts'
import { checkInstrument } from './check.ts'
import { customerInitiated } from './source.ts'
import type { Source } from './source.ts'
import { walletInstrument } from './walletPayment.ts'

export interface TokenSourceNeeds {
  readonly account: Pick<Account, 'mode'>
  readonly clock: Clock
  readonly vault: Pick<CardVault, 'presentToken'> & CardColumnsNeeds['vault']
}

/**
 * A card, bank account or Google Pay payment that a browser has tokenized; only the token's row knows which. A fixed token of test mode
 * stands for its card, and is never spent.
 *
 * Error: token_not_found, for a text that can be no token.
 */
export const tokenSource = async (text: string, needs: TokenSourceNeeds): Promise<Source> => {
  const fixed = needs.account.mode === 'test' ? testCard(text, needs.clock.now()) : null
  if (fixed !== null) return cardSource(fixed, needs)
  const held = await needs.vault.presentToken(text)
  if (held === null) throw refuse('token_not_found', { field: 'payment.token' })
  return {
    from: { kind: 'token', token: held.presented },
    credential: customerInitiated,
    open: async ({ method, sealedPan, sealedCvv }) => {
      const row = { sealedPan: sealedPan ?? '', sealedCvv }
      if (method === 'check') {
        const { identity, ...account } = await held.openCheck(row)
        return checkInstrument(account, identity)
      }
      if (method === 'digitalPayPayment') {
        const { deviceProof, ...card } = await held.openWalletCard(row)
        return walletInstrument(card, deviceProof)
      }
      const { cvv, ...card } = await held.open(row)
      return cardInstrument(card, 'ecom', cvv)
    },
  }
}
