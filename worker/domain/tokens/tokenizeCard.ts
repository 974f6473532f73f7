import { expiryIsPast, parseExpiry } from '#contract/card/expiry'
import { luhn } from '#contract/card/luhn'
import { networkOf } from '#contract/card/networks'
import { Refusal } from '#contract/refusal'
import type { Fault } from '#contract/refusal'
import type { CreateToken } from '#contract/tokens'
import type { Services } from '../../services.ts'
import type { Tokenized } from './tokenized.ts'

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

/** Refusals: card_number_invalid, expiry_past, both at once where both hold. */
export const tokenizeCard = async (card: Card, { vault, clock }: Services): Promise<Tokenized> => {
  check(card, clock.now())
  const [fresh, fingerprint] = await Promise.all([
    vault.tokenizeCard(
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
  const digits = card.accountNumber.reveal()
  return {
    fresh,
    fingerprint,
    method: 'creditCard',
    network: networkOf(digits),
    last4: digits.slice(-4),
    digits: digits.length,
    expiry: card.expires,
  }
}
