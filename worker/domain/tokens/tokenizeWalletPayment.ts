import type { CreateToken } from '#contract/tokens'
import type { RequestServices } from '../../app/compose.ts'
import { openEnvelope } from '../transactions/sources/walletPayment.ts'
import { cardIdentifiers } from './cardIdentifiers.ts'
import type { Tokenized } from './tokenized.ts'

/** Where an envelope stands in the request. */
export const envelopeOfToken = 'digitalPayPayment'

/** What a phone's wallet has signed and encrypted. Refusal: format_invalid, whatever is wrong with it. */
export const tokenizeWalletPayment = async (
  payload: NonNullable<CreateToken['digitalPayPayment']>,
  services: RequestServices,
): Promise<Tokenized> => {
  const { card, deviceProof, message } = await openEnvelope(payload, envelopeOfToken, services)
  const [fresh, recognizable] = await Promise.all([
    services.vault.tokenizeWalletCard(card, deviceProof),
    cardIdentifiers(card.number, services),
  ])
  return { fresh, message, method: 'digitalPayPayment', expiry: card.expiry, ...recognizable }
}
