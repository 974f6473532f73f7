import { FROM_ANY_FRAME, type Message } from '../card/framePort.ts'

/**
 * Messages between a merchant's page and a checkout in its frame, after the handshake of the card frame opened a port. The page receives
 * the status and nothing that the shopper typed. These messages are not proof of a payment: the merchant's server must read the checkout
 * from the API. Both ends validate every message against these tables and drop all others. The tables only grow, since a page may pin an
 * older script.
 */

/** From the checkout to the page around it. */
export const FROM_CHECKOUT = {
  ...FROM_ANY_FRAME,
  /** The displayed state, one of CheckoutStatus. */
  state: { status: '' },
  /** `url` is the merchant's thankYouUrl with its parameters, or an empty string. The page decides whether to navigate there. */
  complete: { transactionId: '', status: '', checkoutId: '', url: '' },
  /** The shopper followed the link to the merchant's cancelUrl. The page decides whether to navigate there. */
  leave: { url: '' },
  /** An attempt was declined; the checkout stays open. */
  decline: {},
  /** The checkout can no longer be paid: `expired`, `canceled` or `too_many_declines`. */
  close: { reason: '' },
}
export type FromCheckout = Message<typeof FROM_CHECKOUT>

/** An address that the page fills in. An empty name or country leaves the shopper's. */
export const FILLED_ADDRESS = {
  kind: '',
  name: '',
  line1: '',
  line2: '',
  district: '',
  city: '',
  state: '',
  postalCode: '',
  /** ISO 3166-1 alpha-2. */
  country: '',
}
export type FilledAddress = typeof FILLED_ADDRESS

/** From the page to the checkout. */
export const TO_CHECKOUT = {
  /** Focuses the first incomplete field. */
  focus: {},
  /**
   * Fills in the address of a kind, `shipping` or `billing`, such as the choice from an address service. An address that the form does not
   * show and a message with an invalid member are dropped, and so is one while the form is being sent. Nothing is sent back.
   */
  address: FILLED_ADDRESS,
  /** Appearance members that replace the checkout's own, as JSON; `null` restores them. Test mode only. */
  appearance: { members: '' },
  /** Displays a rare state to preview its colours: `bank` or `errors`. Test mode only. */
  show: { state: '' },
}
export type ToCheckout = Message<typeof TO_CHECKOUT>
