import { FROM_ANY_FRAME, type Message } from '../card/framePort.ts'

/**
 * What passes between a merchant's page and a checkout in its frame, once the handshake of the card frame has opened a port.
 * The page learns how it went, and nothing that the shopper typed. What it learns are hints: the truth is what the gateway
 * answers to the merchant's server. Both ends check every message against these tables, and drop what is not in them; the
 * tables only grow, since a page may pin an older script.
 */

/** From the checkout to the page around it. */
export const FROM_CHECKOUT = {
  ...FROM_ANY_FRAME,
  /** One of CheckoutStatus: what is on display. */
  state: { status: '' },
  /** `url` is the merchant's thankYouUrl with its parameters, or an empty string. The page goes there if it wants to. */
  complete: { transactionId: '', status: '', checkoutId: '', url: '' },
  /** A try was declined; the checkout stays open. */
  decline: {},
  /** It cannot be paid any more: `expired`, `canceled` or `too_many_declines`. */
  close: { reason: '' },
}
export type FromCheckout = Message<typeof FROM_CHECKOUT>

/** From the page to the checkout. */
export const TO_CHECKOUT = {
  /** Put focus on the first field that wants something. */
  focus: {},
  /** Appearance members in place of the checkout's own, as JSON; `null` gives those back. Heeded in test mode alone. */
  appearance: { members: '' },
  /** Bring about what is seldom on display, for a look at its colours: `bank` or `errors`. Heeded in test mode alone. */
  show: { state: '' },
}
export type ToCheckout = Message<typeof TO_CHECKOUT>
