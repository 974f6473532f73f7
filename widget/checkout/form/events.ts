import type { AttemptState } from '#contract/checkouts/page'

/** The checkout is finished, and the page must be reloaded. */
export class CheckoutFinishedEvent extends Event {
  /** Final state of the attempt; null if the checkout is gone. */
  readonly state: Exclude<AttemptState, { status: 'open' | 'processing' }> | null

  constructor(state: CheckoutFinishedEvent['state']) {
    super('finished')
    this.state = state
  }
}

/** An attempt starts, or ends without a payment. */
export class PayingEvent extends Event {
  readonly paying: boolean
  readonly declined: boolean

  constructor(paying: boolean, declined = false) {
    super('paying')
    this.paying = paying
    this.declined = declined
  }
}
