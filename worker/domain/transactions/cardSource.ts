import type { CreditCard } from '#contract/payment'
import { encryptedCardFormat, sourcesGiven } from '#contract/payment'
import { refuse } from '#contract/refusal'
import type { Secret } from '#contract/secret'
import type { Authorize } from '#contract/transactions'
import type { Services } from '../../services.ts'
import type { Card } from '../../vault/cards.ts'
import { testCard } from '../tokens/testTokens.ts'

/** A card that lies open in this isolate's memory, for as long as it takes to ask the processor. */
export interface OpenCard extends Card {
  readonly cvv: Secret | null
  /** How it came to us: from the shopper's browser, or typed by the merchant. */
  readonly entry: 'ecom' | 'manual'
}

/** Where the card comes from, before anything is written: a token that is yet to be spent, or a card. */
export type CardSource = { readonly token: string } | { readonly card: OpenCard }

const openCard = (card: CreditCard, entry: OpenCard['entry']): OpenCard => ({
  number: card.accountNumber,
  expiry: card.expires,
  nameOnCard: card.nameOnCard ?? null,
  postalCode: card.postalCode ?? null,
  cvv: card.verificationValue ?? null,
  entry,
})

const decrypted = async (text: string, { encryptedCards }: Services): Promise<OpenCard> => {
  const card = await encryptedCards.open(text)
  if (card !== null) return openCard(card, 'ecom')
  throw refuse('format_invalid', {
    field: 'payment.creditCardEncrypted',
    details: { format: encryptedCardFormat },
  })
}

/**
 * The card of a payment, from whichever of its members holds it. An encrypted one costs a round trip, for the account's key.
 *
 * Refusals: not_implemented, format_invalid.
 */
export const cardSource = async ({ payment }: Authorize, services: Services): Promise<CardSource> => {
  const { creditCard, creditCardEncrypted, token } = payment
  if (creditCard !== undefined) return { card: openCard(creditCard, 'manual') }
  if (creditCardEncrypted != null) return { card: await decrypted(creditCardEncrypted, services) }
  if (token == null) throw refuse('not_implemented', { field: `payment.${sourcesGiven(payment)[0]}` })
  const fixed = services.account.mode === 'test' ? testCard(token, services.clock.now()) : null
  return fixed === null ? { token } : { card: fixed }
}
