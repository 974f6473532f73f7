import { transitions } from '#contract/transactions/transitions'
import type { TransactionState } from '#contract/transactions/transactions'

/** All amounts are in minor units. */
interface AuthorizedAmounts {
  readonly status: TransactionState
  readonly approved: number
  readonly captured: number
  readonly capturing: number
  readonly released: number
}

/** The amount that can still be captured: approved and not yet captured, reserved by a pending capture, or released. */
export const capturableAmount = ({ status, approved, captured, capturing, released }: AuthorizedAmounts): number =>
  transitions.captureRest[status] === 'begin' ? approved - captured - capturing - released : 0
