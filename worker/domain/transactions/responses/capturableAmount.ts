import { transitions } from '#contract/transactions/transitions'
import type { TransactionState } from '#contract/transactions/transactions'

/** Amounts in minor units. */
interface AuthorizedAmounts {
  readonly status: TransactionState
  readonly approved: number
  readonly captured: number
  readonly capturing: number
  readonly released: number
}

/** The amount that can still be captured, in minor units: approved, and neither captured, being captured nor released. */
export const capturableAmount = ({ status, approved, captured, capturing, released }: AuthorizedAmounts): number =>
  transitions.captureRest[status] === 'begin' ? approved - captured - capturing - released : 0
