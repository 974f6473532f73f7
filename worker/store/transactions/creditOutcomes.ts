import type { Ref } from '../../processors/processor.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { cycleOfApproval } from '../batches/settlementCycles.ts'
import { recountPaymentOf } from './amounts.ts'
import { compactBoundRef, refColumn } from './columns.ts'
import { numberEventOf } from './eventNumbers.ts'
import { announceOutcomes } from './transactionEvents.ts'

/** The outcome of an unreferenced credit that its processor accepted before. */
export interface CreditOutcome {
  readonly id: number
  readonly status: 'approved' | 'declined'
  /** The paid amount in minor units. */
  readonly amount: number
  readonly responseCode: string
  readonly authCode: string | null
  readonly processorRef: Ref
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Statements that record the outcome of an unreferenced credit if it is pending and is not being reversed, safe to repeat. */
export const creditOutcomeStatements = (
  { account, mode }: Owner,
  { id, status, amount, responseCode, authCode, processorRef, at }: CreditOutcome,
): Statement[] => [
  sql(
    `UPDATE operations
       SET status = ?, amount = ?, responseCode = ?, authCode = ?, storedRef = ${compactBoundRef}, due = NULL, updated = ?,
           settlementCycle = ${status === 'approved' ? cycleOfApproval() : 'NULL'}${numberEventOf(status)}
       WHERE id = ? AND account = ? AND mode = ? AND type = 'credit' AND transactionId = id AND status = 'pending'
         AND NOT EXISTS (SELECT 1 FROM operations AS reversal WHERE reversal.undoes = operations.id)`,
    status,
    amount,
    responseCode,
    authCode,
    refColumn.write(processorRef),
    at,
    id,
    account,
    mode,
  ),
  sql(
    `UPDATE transactions SET status = iif(? = 'approved', 'refunded', ?), updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending'
         AND EXISTS (SELECT 1 FROM operations WHERE operations.id = transactions.id AND operations.status = ? AND operations.updated = ?)`,
    status,
    status,
    at,
    id,
    account,
    mode,
    status,
    at,
  ),
  recountPaymentOf(id, at),
  announceOutcomes([id], at),
]

/**
 * Records the outcome of an unreferenced credit if it is pending and is not being reversed: one round trip, safe to repeat. False if it has
 * ended otherwise.
 */
export const recordCreditOutcome = async (
  { database, owner }: OwnerScope,
  outcome: CreditOutcome,
): Promise<boolean> => {
  const results = await database.batchWithRetry([
    ...creditOutcomeStatements(owner, outcome),
    sql(
      'SELECT status FROM operations WHERE id = ? AND account = ? AND mode = ?',
      outcome.id,
      owner.account,
      owner.mode,
    ),
  ])
  return results.at(-1)?.[0]?.['status'] === outcome.status
}
