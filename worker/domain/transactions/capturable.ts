import { transitions } from '#contract/transitions'
import type { TransactionState } from '#contract/transactions'

/** Amounts in minor units. */
interface Held {
  readonly status: TransactionState
  readonly approved: number
  readonly captured: number
  readonly capturing: number
  readonly released: number
}

/** What a payment holds and has neither taken, nor is taking, nor gave up, in minor units. */
export const capturableOf = ({ status, approved, captured, capturing, released }: Held): number =>
  transitions.captureRest[status] === 'begin' ? approved - captured - capturing - released : 0
