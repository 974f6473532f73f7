import type { Details } from './details.ts'
import type { PaymentSource } from './paymentSource.ts'
import { type Result, isApproved } from './resultCodes.ts'

export type InitialType = 'sale' | 'auth' | 'credit' | 'validate'
export type RequestedType = InitialType | 'capture' | 'void' | 'refund'
export type ActionType = RequestedType | 'settle' | 'check_return'
export type Condition = 'pending' | 'pendingsettlement' | 'complete' | 'failed' | 'canceled'

/** One entry in the history of a transaction. Times are milliseconds since 1970. */
export interface Action {
  readonly type: ActionType
  /** Minor units. */
  readonly amount: bigint
  readonly result: Result
  readonly at: number
  /** From when query.php shows it. */
  readonly visibleAt: number
  readonly ipAddress: string
  /** `0` before settlement. */
  readonly batchId: string
}

export interface Transaction {
  readonly id: string
  /** Refunds: the refunded transaction. */
  readonly original: string | null
  readonly orderId: string
  readonly currency: string
  readonly source: PaymentSource
  readonly details: Details
  readonly facts: Details
  readonly authCode: string
  readonly avs: string
  readonly cvv: string
  readonly processorId: string
  /** The first is the request that created the transaction. */
  readonly actions: Action[]
}

const conditionAfter: Readonly<Record<ActionType, Condition>> = {
  auth: 'pending',
  sale: 'pendingsettlement',
  capture: 'pendingsettlement',
  refund: 'pendingsettlement',
  credit: 'pendingsettlement',
  validate: 'complete',
  void: 'canceled',
  settle: 'complete',
  check_return: 'failed',
}

/** The condition after some of a transaction's actions. Failed actions change nothing. */
export const conditionOf = (actions: readonly Action[]): Condition => {
  const last = actions.findLast(({ result }) => isApproved(result))
  return last === undefined ? 'failed' : conditionAfter[last.type]
}

export const firstAction = ({ actions }: Transaction): Action => actions[0]!

export const isInEffect = ({ actions }: Transaction): boolean => !['failed', 'canceled'].includes(conditionOf(actions))
