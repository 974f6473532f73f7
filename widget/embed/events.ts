import type { FieldError, FieldName } from '#contract/card/framePort'

/** What the form says about itself. */
export type CardState = {
  complete: boolean
  empty: boolean
  brand: string
  errors: Partial<Record<FieldName, FieldError>>
}

/** The form can be typed into. */
export class SluiceReadyEvent extends Event {
  constructor() {
    super('ready')
  }
}

/** The shopper changed what the form says about itself. */
export class SluiceChangeEvent extends Event {
  /** Every field is right. */
  declare readonly complete: boolean
  /** Nothing is typed. */
  declare readonly empty: boolean
  /** The card's network while it is typed, `unknown` until it is clear. */
  declare readonly brand: string
  /** The errors that the shopper sees, by field. */
  declare readonly errors: Partial<Record<FieldName, FieldError>>

  constructor(state: CardState) {
    super('change', { bubbles: true })
    Object.assign(this, state)
  }
}

/** The form did not load, or a card got no token. */
export class SluiceErrorEvent extends Event {
  /**
   * `load_failed`, or `gateway_missing` where nothing says where to load the form from; or why there is no token:
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

/** The checkout is paid: once for each time that it is loaded, also where it was paid before. Verify it on your server. */
export class SluiceCompleteEvent extends Event {
  /** Of the payment. */
  declare readonly transactionId: string
  /** Of the transaction. */
  declare readonly status: string
  /** The last part of the checkout's address. */
  declare readonly checkoutId: string
  /** The checkout's thankYouUrl with these three as parameters, or an empty string. Nobody goes there but you. */
  declare readonly url: string

  constructor(members: object) {
    super('complete')
    Object.assign(this, members)
  }
}

/** The bank declined a try. The shopper sees it and may try again. */
export class SluiceDeclineEvent extends Event {
  constructor() {
    super('decline')
  }
}

/** The checkout cannot be paid any more. */
export class SluiceCloseEvent extends Event {
  /** `expired`, `canceled` by you, or `too_many_declines`. */
  declare readonly reason: string

  constructor(members: object) {
    super('close')
    Object.assign(this, members)
  }
}

/** Own events first: some have another class here than in the DOM's map. */
export interface SluiceCardEventMap extends Omit<HTMLElementEventMap, 'change' | 'error'> {
  ready: SluiceReadyEvent
  change: SluiceChangeEvent
  error: SluiceErrorEvent
}

/** Own events first: some have another class here than in the DOM's map. */
export interface SluiceCheckoutEventMap extends Omit<HTMLElementEventMap, 'close' | 'error'> {
  ready: SluiceReadyEvent
  complete: SluiceCompleteEvent
  decline: SluiceDeclineEvent
  close: SluiceCloseEvent
  error: SluiceErrorEvent
}

declare global {
  // `change`, `close` and `error` are in this map with the DOM's own classes: see the maps above for the elements'.
  interface HTMLElementEventMap {
    ready: SluiceReadyEvent
    complete: SluiceCompleteEvent
    decline: SluiceDeclineEvent
  }
}
