import type { Account } from './accounts.ts'
import { parseAmount } from './amounts.ts'
import type { Parameters } from './parameters.ts'
import { Rejection } from './rejection.ts'
import type { Result } from './resultCodes.ts'
import type { Settlement } from './settlement.ts'
import type { Action, ActionType } from './transaction.ts'

export interface Rules {
  /** Seconds within which a second payment of the same amount by the same source is a duplicate. 0 for no check. */
  readonly duplicateSeconds: number
  /** `settledOnly` refuses refunds before settlement. */
  readonly refunds: 'always' | 'settledOnly'
}

/** A request of an account with what is needed to perform it. */
export interface Operation {
  readonly account: Account
  readonly parameters: Parameters
  readonly now: number
  readonly rules: Rules
  readonly settlement: Settlement
  /** Milliseconds until query.php shows the effect. */
  readonly visibleAfterMs: number
  /** The result that a fault forces. */
  readonly forced: Result | undefined
  /** Returns a new number for a transaction or customer. */
  nextId(): string
}

/** The action of a request. */
export const toAction = (
  { parameters, now, visibleAfterMs }: Operation,
  type: ActionType,
  amount: bigint,
  result: Result,
): Action => ({
  type,
  amount,
  result,
  at: now,
  visibleAt: now + visibleAfterMs,
  ipAddress: parameters('ipaddress'),
  batchId: '0',
})

/** @throws Rejection for an amount that is absent or not a positive number */
export const readAmount = (text: string, currency: string, transactionId?: string): bigint => {
  const amount = parseAmount(text, currency)
  if (amount === undefined || amount === 0n) throw new Rejection('Invalid amount', transactionId)
  return amount
}
