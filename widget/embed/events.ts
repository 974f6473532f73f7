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

/** Own events first: `change` and `error` have another class here than in the DOM's map. */
export interface SluiceCardEventMap extends Omit<HTMLElementEventMap, 'change' | 'error'> {
  ready: SluiceReadyEvent
  change: SluiceChangeEvent
  error: SluiceErrorEvent
}

declare global {
  // `change` and `error` are in this map with the DOM's own classes: see SluiceCardEventMap for the element's.
  interface HTMLElementEventMap {
    ready: SluiceReadyEvent
  }
}
