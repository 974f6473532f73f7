import { apiError } from '#contract/errors/apiError'
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
 * A card, bank account or Google Pay payment that a browser has tokenized. The token's row has its kind. A fixed token of test
 * mode represents its card and is never used up.
 *
 * Error: token_not_found, for text that is not a token.
 */
export const tokenSource = async (text: string, needs: TokenSourceNeeds): Promise<Source> => {
  const fixed = needs.account.mode === 'test' ? testCard(text, needs.clock.now()) : null
  if (fixed !== null) return cardSource(fixed, needs)
  const token = await needs.vault.presentToken(text)
  if (token === null) throw apiError('token_not_found', { field: 'payment.token' })
  return {
    from: { kind: 'token', token: token.presented },
    credential: customerInitiated,
    open: async ({ method, sealedPan, sealedCvv }) => {
      const row = { sealedPan: sealedPan ?? '', sealedCvv }
      if (method === 'check') {
        const { identity, ...account } = await token.openCheck(row)
        return checkInstrument(account, identity)
      }
      if (method === 'digitalPayPayment') {
        const { deviceProof, ...card } = await token.openWalletCard(row)
        return walletInstrument(card, deviceProof)
      }
      const { cvv, ...card } = await token.open(row)
      return cardInstrument(card, 'ecom', cvv)
    },
  }
}
