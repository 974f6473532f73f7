import { mayRunOver } from '#contract/card/networks'
import { refuse } from '#contract/refusal'
import type { CreateToken } from '#contract/tokens'
import type { RequestServices } from '../../app/compose.ts'
import { maskedNumber } from '../transactions/maskedNumber.ts'
import { invalidEnvelope } from '../transactions/sources/walletPayment.ts'
import type { Tokenized } from './tokenized.ts'
import { tokenizeCard } from './tokenizeCard.ts'
import { tokenizeCheck } from './tokenizeCheck.ts'
import { envelopeOfToken, tokenizeWalletPayment } from './tokenizeWalletPayment.ts'

const fifteenMinutes = 15 * 60_000

const tokenize = (
  { creditCard, check, digitalPayPayment }: CreateToken,
  services: RequestServices,
): Promise<Tokenized> => {
  if (creditCard !== undefined) return tokenizeCard(creditCard, services)
  if (check !== undefined) return tokenizeCheck(check, services)
  // The contract has seen that it is one of the three.
  return tokenizeWalletPayment(digitalPayPayment!, services)
}

/**
 * Seals a card, bank account or phone's payment and answers the token that pays with it once, within 15 minutes. The secret half of the token is stored
 * nowhere, so that nothing that is stored opens it.
 *
 * Refusals: card_number_invalid, expiry_past, routing_number_invalid, format_invalid; enum_invalid, for a preferredNetwork that the card
 * cannot be of.
 */
export const createToken = async (request: CreateToken, services: RequestServices) => {
  const { fresh, message = null, ...shown } = await tokenize(request, services)
  const preferredNetwork = request.preferredNetwork ?? null
  if (preferredNetwork !== null && !mayRunOver(shown.network, preferredNetwork))
    throw refuse('enum_invalid', { field: 'preferredNetwork' })
  const created = services.clock.now()
  const expires = created + fifteenMinutes
  const { id, secretHash, sealedPan, sealedCvv } = fresh
  const kept = { id, secretHash, sealedPan, sealedCvv, ...shown, preferredNetwork, created, expires }
  if (!(await services.tokens.insert(kept, message))) throw invalidEnvelope(envelopeOfToken)
  return {
    token: fresh.text.reveal(),
    network: shown.network,
    accountNumber: maskedNumber(shown.last4, shown.digits),
    expiry: shown.expiry,
    expiresAt: new Date(expires).toISOString(),
    errors: null,
  }
}
