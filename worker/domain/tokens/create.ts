import { refuse } from '#contract/refusal'
import type { CreateToken } from '#contract/tokens'
import type { Services } from '../../services.ts'
import { maskedNumber } from '../transactions/maskedNumber.ts'
import type { Tokenized } from './tokenized.ts'
import { tokenizeCard } from './tokenizeCard.ts'
import { tokenizeCheck } from './tokenizeCheck.ts'

const fifteenMinutes = 15 * 60_000

const tokenize = (request: CreateToken, services: Services): Promise<Tokenized> => {
  if (request.creditCard !== undefined) return tokenizeCard(request.creditCard, services)
  if (request.check !== undefined) return tokenizeCheck(request.check, services)
  // A phone's payload is opened by the same code that opens it for authorize, and comes with it.
  throw refuse('not_implemented', { field: 'digitalPayPayment' })
}

/**
 * Seals a card or bank account and answers the token that pays with it once, within 15 minutes. The secret half of the token is stored
 * nowhere, so that nothing that is stored opens it.
 *
 * Refusals: card_number_invalid, expiry_past, routing_number_invalid, not_implemented.
 */
export const createToken = async (request: CreateToken, services: Services) => {
  const { fresh, ...shown } = await tokenize(request, services)
  const created = services.clock.now()
  const expires = created + fifteenMinutes
  await services.tokens.insert({
    id: fresh.id,
    secretHash: fresh.secretHash,
    sealedPan: fresh.sealedPan,
    sealedCvv: fresh.sealedCvv,
    ...shown,
    preferredNetwork: request.preferredNetwork ?? null,
    created,
    expires,
  })
  return {
    token: fresh.text.reveal(),
    network: shown.network,
    accountNumber: maskedNumber(shown.last4, shown.digits),
    expiry: shown.expiry,
    expiresAt: new Date(expires).toISOString(),
    errors: null,
  }
}
