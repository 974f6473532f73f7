import { networkOf } from '#contract/card/networks'
import type { CreditCard } from '#contract/transactions/payment'
import { Secret } from '#contract/schema/secret'
import type { Card as CardInstrument } from '../../../processors/processor.ts'
import type { Card } from '../../../vault/cards/cards.ts'
import type { CardVault } from '../../../vault/cards/cardVault.ts'
import { definedOnly } from '../../definedOnly.ts'
import { customerInitiated } from './source.ts'
import type { OpenInstrument, Source } from './source.ts'

/** A card in a request, with its CVV, which may not be stored. */
export interface PresentedCard extends Card {
  readonly cvv: Secret | null
  /** Entered in the shopper's browser, or typed by the merchant. */
  readonly entry: 'ecom' | 'manual'
}

export const toPresentedCard = (card: CreditCard, entry: PresentedCard['entry']): PresentedCard => ({
  number: card.accountNumber,
  expiry: card.expires,
  nameOnCard: card.nameOnCard ?? null,
  postalCode: card.postalCode ?? null,
  cvv: card.verificationValue ?? null,
  entry,
})

/** Converts a card to the processor's instrument. */
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

/**
 * A keyed hash of an attribute that velocity counts compare: 11 characters, 66 bits. Shorter than a card's fingerprint, since an index has it
 * for each payment, and counts compare it with a few thousand others.
 */
export const attributeFingerprint = async (
  attribute: `${'address' | 'range'}/${string}`,
  { vault }: { readonly vault: Pick<CardVault, 'fingerprint'> },
): Promise<string> => (await vault.fingerprint(new Secret(attribute))).slice(0, 11)

/** A keyed hash of the first eight digits. It groups cards of one issuer range without revealing the digits in the column. */
export const cardRangeFingerprint = (
  number: Secret,
  needs: { readonly vault: Pick<CardVault, 'fingerprint'> },
): Promise<string> => attributeFingerprint(`range/${number.reveal().slice(0, 8)}`, needs)

export interface CardColumnsNeeds {
  readonly vault: Pick<CardVault, 'fingerprint' | 'sealPan'>
}

/** The columns of a card in the request. */
export const cardColumns = async (card: Card, { vault }: CardColumnsNeeds) => {
  const [sealed, fingerprint, cardRange] = await Promise.all([
    vault.sealPan(card),
    vault.fingerprint(card.number),
    cardRangeFingerprint(card.number, { vault }),
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

/** The instrument columns of a card that belongs to no token, customer or wallet. */
export const presentedCardColumns = async (card: PresentedCard, needs: CardColumnsNeeds) => ({
  ...(await cardColumns(card, needs)),
  method: 'creditCard' as const,
  source: null,
  customer: null,
  wallet: null,
  preferredNetwork: null,
})

/** A card in the request, or of a fixed token in test mode. */
export const cardSource = async (card: PresentedCard, needs: CardColumnsNeeds): Promise<Source> => ({
  from: { kind: 'given', columns: await presentedCardColumns(card, needs) },
  credential: customerInitiated,
  open: () => Promise.resolve(cardInstrument(card, card.entry, card.cvv)),
})
