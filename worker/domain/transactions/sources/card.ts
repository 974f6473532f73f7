import { networkOf } from '#contract/card/networks'
import type { CreditCard } from '#contract/payment'
import { encryptedCardFormat } from '#contract/payment'
import { refuse } from '#contract/refusal'
import { Secret } from '#contract/secret'
import type { Card as CardInstrument } from '../../../processors/processor.ts'
import type { AccountServices } from '../../../app/compose.ts'
import type { Card } from '../../../vault/cards.ts'
import { definedOnly } from '../../definedOnly.ts'
import { shopperPresent } from './source.ts'
import type { OpenInstrument, Source } from './source.ts'

/** A card as it came, with what may not be kept of it. */
export interface PresentedCard extends Card {
  readonly cvv: Secret | null
  /** How it came to us: from the shopper's browser, or typed by the merchant. */
  readonly entry: 'ecom' | 'manual'
}

export const presentedCard = (card: CreditCard, entry: PresentedCard['entry']): PresentedCard => ({
  number: card.accountNumber,
  expiry: card.expires,
  nameOnCard: card.nameOnCard ?? null,
  postalCode: card.postalCode ?? null,
  cvv: card.verificationValue ?? null,
  entry,
})

/** A card as a processor takes it. */
export const cardInstrument = (
  { number, expiry, nameOnCard, postalCode }: Card,
  entry: CardInstrument['entry'],
  cvv: Secret | null = null,
): OpenInstrument => ({
  instrument: {
    kind: 'card',
    pan: number,
    expiry,
    entry,
    ...(cvv === null ? {} : { cvv }),
    ...definedOnly('name', nameOnCard),
  },
  avs: definedOnly('postal', postalCode),
})

/** What the cards of one issuer's range are recognized by: the first eight digits, which a plain column would tell to whoever reads it. */
export const cardRangeOf = (number: Secret, { vault }: Pick<AccountServices, 'vault'>): Promise<string> =>
  vault.fingerprint(new Secret(`range/${number.reveal().slice(0, 8)}`))

/** The columns of a card that came in the request. */
export const cardColumns = async (card: Card, { vault }: AccountServices) => {
  const [sealed, fingerprint, cardRange] = await Promise.all([
    vault.sealPan(card),
    vault.fingerprint(card.number),
    cardRangeOf(card.number, { vault }),
  ])
  const digits = card.number.reveal()
  return {
    ...sealed,
    network: networkOf(digits),
    last4: digits.slice(-4),
    digits: digits.length,
    expiry: card.expiry,
    fingerprint,
    cardRange,
  }
}

/** A card that stands in the request, or that a fixed token of test mode stands for. */
export const cardSource = async (card: PresentedCard, services: AccountServices): Promise<Source> => ({
  from: {
    kind: 'given',
    columns: {
      ...(await cardColumns(card, services)),
      method: 'creditCard',
      source: null,
      customer: null,
      wallet: null,
      preferredNetwork: null,
    },
  },
  credential: shopperPresent,
  open: () => Promise.resolve(cardInstrument(card, card.entry, card.cvv)),
})

/**
 * A card that a browser encrypted to a key of the account. Costs a round trip, for that key, where it is not remembered.
 *
 * Refusal: format_invalid, whatever is wrong with it.
 */
export const encryptedCardSource = async (text: string, services: AccountServices): Promise<Source> => {
  const card = await services.encryptedCards.open(text)
  if (card !== null) return cardSource(presentedCard(card, 'ecom'), services)
  throw refuse('format_invalid', { field: 'payment.creditCardEncrypted', details: { format: encryptedCardFormat } })
}
