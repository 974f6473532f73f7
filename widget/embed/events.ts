import type { FieldError, FieldName } from '#contract/card/framePort'

/** The state of the form. */
export type CardState = {
  complete: boolean
  empty: boolean
  brand: string
  errors: Partial<Record<FieldName, FieldError>>
}

/** The form is ready for input. */
export class SluiceReadyEvent extends Event {
  constructor() {
    super('ready')
  }
}

/** The state of the form changed. */
export class SluiceChangeEvent extends Event {
  /** Whether every field is valid. */
  declare readonly complete: boolean
  /** Whether all fields are empty. */
  declare readonly empty: boolean
  /** The card's network while typing, `unknown` until it is determined. */
  declare readonly brand: string
  /** The displayed errors by field. */
  declare readonly errors: Partial<Record<FieldName, FieldError>>

  constructor(state: CardState) {
    super('change', { bubbles: true })
    Object.assign(this, state)
  }
}

/** The form did not load, or a card got no token. */
export class SluiceErrorEvent extends Event {
  /**
   * `load_failed`; `gateway_missing` without a gateway; or the reason why there is no token:
   * `incomplete`, `card_invalid`, `network`, `rate_limited`, `refused`, `unavailable`.
   */
  declare readonly code: string
  /** A sentence for the shopper, in the form's language. */
  declare readonly message: string

  constructor(code: string, message: string) {
    super('error')
    Object.assign(this, { code, message })
  }
}

/** The checkout is paid. Fired once per load, also if it was paid before. Verify it on your server. */
export class SluiceCompleteEvent extends Event {
  /** The id of the payment. */
  declare readonly transactionId: string
  /** The status of the transaction. */
  declare readonly status: string
  /** The id of the checkout, as in its URL. */
  declare readonly checkoutId: string
  /** The checkout's thankYouUrl with these three as parameters, or an empty string. The element does not navigate. */
  declare readonly url: string

  constructor(members: object) {
    super('complete')
    Object.assign(this, members)
  }
}

/** The shopper followed the link to your cancelUrl. The checkout stays open. */
export class SluiceCancelEvent extends Event {
  /** The checkout's cancelUrl. The element does not navigate. */
  declare readonly url: string

  constructor(members: object) {
    super('cancel')
    Object.assign(this, members)
  }
}

/** The bank declined an attempt. The shopper sees the reason and may try again. */
export class SluiceDeclineEvent extends Event {
  constructor() {
    super('decline')
  }
}

/** The checkout can no longer be paid. */
export class SluiceCloseEvent extends Event {
  /** `expired`, `canceled` by you, or `too_many_declines`. */
  declare readonly reason: string

  constructor(members: object) {
    super('close')
    Object.assign(this, members)
  }
}

/** Own events first, since some have another class in the DOM's map. */
export interface SluiceCardEventMap extends Omit<HTMLElementEventMap, 'change' | 'error'> {
  ready: SluiceReadyEvent
  change: SluiceChangeEvent
  error: SluiceErrorEvent
}

/** Own events first, since some have another class in the DOM's map. */
export interface SluiceCheckoutEventMap extends Omit<HTMLElementEventMap, 'cancel' | 'close' | 'error'> {
  ready: SluiceReadyEvent
  complete: SluiceCompleteEvent
  cancel: SluiceCancelEvent
  decline: SluiceDeclineEvent
  close: SluiceCloseEvent
  error: SluiceErrorEvent
}

declare global {
  // Here `change`, `cancel`, `close` and `error` have the DOM's classes; the maps above have the elements'.
  interface HTMLElementEventMap {
    ready: SluiceReadyEvent
    complete: SluiceCompleteEvent
    decline: SluiceDeclineEvent
  }
}
