import { expiryIsPast, parseExpiry } from '#contract/card/expiry'
import { luhn } from '#contract/card/luhn'
import { networkOf } from '#contract/card/networks'
import { Refusal, refuse } from '#contract/refusal'
import type { Fault } from '#contract/refusal'
import type { CreateToken } from '#contract/tokens'
import type { Services } from '../../services.ts'
import { maskedNumber } from '../transactions/maskedNumber.ts'

const fifteenMinutes = 15 * 60_000

type Card = NonNullable<CreateToken['creditCard']>

/** Says early what authorize may only say as a decline: a shopper who mistyped needs to know now. */
const check = (card: Card, nowMs: number): void => {
  const faults: Fault[] = []
  const expiry = parseExpiry(card.expires)
  if (!luhn(card.accountNumber.reveal()))
    faults.push({ type: 'card_number_invalid', field: 'creditCard.accountNumber' })
  if (expiry === null || expiryIsPast(expiry, nowMs)) faults.push({ type: 'expiry_past', field: 'creditCard.expires' })
  const [first, ...rest] = faults
  if (first !== undefined) throw new Refusal(first, ...rest)
}

/**
 * Seals a card and answers the token that pays with it once, within 15 minutes. The secret half of the token is stored nowhere.
 *
 * Refusals: card_number_invalid, expiry_past.
 */
export const createToken = async (request: CreateToken, { vault, tokens, clock }: Services) => {
  const card = request.creditCard
  // Bank accounts and phone wallets become tokens together with their own payment sources.
  if (card === undefined) throw refuse('not_implemented', { field: request.check ? 'check' : 'digitalPayPayment' })
  const now = clock.now()
  check(card, now)

  const digits = card.accountNumber.reveal()
  const shown = { network: networkOf(digits), last4: digits.slice(-4), digits: digits.length, expiry: card.expires }
  const [fresh, fingerprint] = await Promise.all([
    vault.tokenize(
      {
        number: card.accountNumber,
        expiry: card.expires,
        nameOnCard: card.nameOnCard ?? null,
        postalCode: card.postalCode ?? null,
      },
      card.verificationValue ?? null,
    ),
    vault.fingerprint(card.accountNumber),
  ])
  await tokens.insert({
    id: fresh.id,
    secretHash: fresh.secretHash,
    method: 'creditCard',
    sealedPan: fresh.sealedPan,
    sealedCvv: fresh.sealedCvv,
    ...shown,
    fingerprint,
    preferredNetwork: request.preferredNetwork ?? null,
    created: now,
    expires: now + fifteenMinutes,
  })
  return {
    token: fresh.text.reveal(),
    network: shown.network,
    accountNumber: maskedNumber(shown.last4, shown.digits),
    expiry: shown.expiry,
    expiresAt: new Date(now + fifteenMinutes).toISOString(),
    errors: null,
  }
}
