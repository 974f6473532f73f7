import { refuse } from '#contract/refusal'
import type { AccountServices } from '../../../app/compose.ts'
import { testCard } from '../../tokens/testTokens.ts'
import { cardInstrument, cardSource } from './card.ts'
import { checkInstrument } from './check.ts'
import { shopperPresent } from './source.ts'
import type { Source } from './source.ts'
import { walletInstrument } from './walletPayment.ts'

/**
 * A card, bank account or phone's payment that a browser has sealed; only the token's row knows which. A fixed token of test mode is its
 * card, and never used up.
 *
 * Refusal: token_not_found, for a text that can be no token.
 */
export const tokenSource = async (text: string, services: AccountServices): Promise<Source> => {
  const fixed = services.account.mode === 'test' ? testCard(text, services.clock.now()) : null
  if (fixed !== null) return cardSource(fixed, services)
  const held = await services.vault.presentToken(text)
  if (held === null) throw refuse('token_not_found', { field: 'payment.token' })
  return {
    from: { kind: 'token', token: held.presented },
    credential: shopperPresent,
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
