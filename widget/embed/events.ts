import type { FieldError, FieldName } from '#contract/card/framePort'

// Not every server has Event; importing this there must work, though nothing of it is used.
const Base = globalThis.Event ?? Object

/** The form can be typed into. */
export class SluiceReadyEvent extends Base {
  constructor() {
    super('ready')
  }
}

/** The shopper changed what the form says about itself. */
export class SluiceChangeEvent extends Base {
  /** Every field is right. */
  readonly complete: boolean
  /** Nothing is typed. */
  readonly empty: boolean
  /** The card's network while it is typed, `unknown` until it is clear. */
  readonly brand: string
  /** The errors that the shopper sees, by field. */
  readonly errors: Partial<Record<FieldName, FieldError>>

  constructor(state: { complete: boolean; empty: boolean; brand: string; errors: Record<string, string> }) {
    super('change', { bubbles: true })
    this.complete = state.complete
    this.empty = state.empty
    this.brand = state.brand
    this.errors = state.errors as SluiceChangeEvent['errors']
  }
}

/** The form did not load, or a card got no token. */
export class SluiceErrorEvent extends Base {
  /**
   * `load_failed`; or why there is no token: `incomplete`, `card_invalid`, `network`, `rate_limited`, `refused`,
   * `unavailable`.
   */
  readonly code: string
  /** A sentence for the shopper, in the form's language. */
  readonly message: string

  constructor(code: string, message: string) {
    super('error')
    this.code = code
    this.message = message
  }
}
