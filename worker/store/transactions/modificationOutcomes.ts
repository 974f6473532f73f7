import type { OperationState, OperationType } from '#contract/transactions'
import { sql } from '../sql/database.ts'
import { freeKeyOf } from '../sql/idempotency.ts'
import type { OperationRow } from './operations.ts'
import { recountPaymentOf } from './amounts.ts'
import { announceOutcomes } from './transactionEvents.ts'
import type { TransactionRow } from './transactions.ts'
import type { Statement } from '../sql/database.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'

/**
 * What becomes of captures, voids and credits that are written down: their outcome, or that nobody knows it yet, and what they are repeated
 * with. Each write is one batch that counts the payment anew.
 */

/** What is known of a capture, void or credit once the processor has answered. */
export interface FollowUpOutcome {
  readonly id: number
  readonly type: OperationType
  readonly status: OperationState
  /** What was moved, which may be less than was asked for. */
  readonly amount: number
  readonly responseCode: string
  readonly authCode: string | null
  readonly latency: number
  readonly processorRef: string
  readonly at: number
  /** The id of the operation that gives the rest of the hold back, where a credit gives it up. */
  readonly releaseId: number
  /** When the sweep gives it back. */
  readonly releaseDue: number
  /** When the sweep takes it up, as far as whoever asked knows. */
  readonly due: number | null
}

const rest = '(SELECT approved - captured - capturing - released FROM transactions WHERE id = operations.transactionId)'

/** How much of what was approved an operation gives up when it is approved; `amount` is what it had reserved until then. */
const releases: Readonly<Partial<Record<OperationType, (moved: number) => Statement>>> = {
  // Of what it reserved and did not take in the end, nothing stays either.
  capture: (moved) => sql(`CASE WHEN final = 1 THEN ${rest} + amount - ? ELSE 0 END`, moved),
  credit: () => sql(rest),
  // Of a whole payment: all that no settled capture has taken. A single capture gives its amount back to what can be captured.
  void: () =>
    sql(`CASE WHEN target = transactionId AND (SELECT type FROM transactions WHERE id = operations.transactionId) = 'payment'
              THEN amount ELSE 0 END`),
}

/** What an approved void undoes: one operation, or everything of the payment that has not settled. */
const strike = (id: number, at: number): Statement =>
  sql(
    `UPDATE operations SET status = 'voided', updated = ?
     WHERE status = 'approved' AND batchId IS NULL
       AND EXISTS (SELECT 1 FROM operations AS void JOIN transactions AS payment ON payment.id = void.transactionId
                   WHERE void.id = ? AND void.type = 'void' AND void.status = 'approved' AND void.transactionId = operations.transactionId
                     AND CASE WHEN void.target <> payment.id THEN operations.id = void.target
                              WHEN payment.settled = 0 THEN operations.id = payment.id OR operations.type = 'capture'
                              ELSE FALSE END)
       AND transactionId = (SELECT transactionId FROM operations WHERE id = ?)`,
    at,
    id,
    id,
  )

/**
 * Begins to give the hold back as far as a credit gave it up, once for each; the captures of the payment stand. A final capture gives back by the same
 * message that captures.
 */
const insertRelease = ({ id, releaseId, releaseDue, at }: FollowUpOutcome): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, processorRef, target, due, requestId, created, updated)
     SELECT ?, root.id, root.account, root.mode, 'reversal', 'pending', giver.released, root.processorRef, root.id, ?, giver.requestId, ?, ?
     FROM operations AS giver JOIN operations AS root ON root.id = giver.transactionId
     WHERE giver.id = ? AND giver.status = 'approved' AND giver.type = 'credit' AND giver.released > 0
       AND NOT EXISTS (SELECT 1 FROM operations AS begun
                       WHERE begun.transactionId = giver.transactionId AND begun.type = 'reversal' AND begun.requestId = giver.requestId)`,
    releaseId,
    releaseDue,
    at,
    at,
    id,
  )

/**
 * Writes the outcome of a capture, void or credit where it is still pending: one round trip, safe to repeat. Answers its row as it stands
 * then, which is another outcome where the sweep has settled it meanwhile.
 *
 * That it was never sent is no outcome any more once a sweep has taken it up: that one may have sent it.
 */
export const recordModificationOutcome = async (
  { database, owner }: OwnerScope,
  outcome: FollowUpOutcome,
): Promise<OperationRow> => {
  const { id, at } = outcome
  const released = (outcome.status === 'approved' ? releases[outcome.type]?.(outcome.amount) : null) ?? sql('0')
  const results = await database.repeatable([
    sql(
      `UPDATE operations
       SET status = ?, amount = ?, responseCode = ?, authCode = ?, latency = ?, processorRef = ?, due = NULL, updated = ?,
           released = ${released.sql}
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending' AND (? <> 'failed' OR due IS ?)`,
      outcome.status,
      outcome.amount,
      outcome.responseCode,
      outcome.authCode,
      outcome.latency,
      outcome.processorRef,
      at,
      ...released.values,
      id,
      owner.account,
      owner.mode,
      outcome.status,
      outcome.due,
    ),
    ...(outcome.type === 'void' ? [strike(id, at)] : []),
    ...(outcome.type === 'credit' ? [insertRelease(outcome)] : []),
    recountPaymentOf(id, at),
    ...(outcome.status === 'failed' ? [freeKeyOf(id)] : []),
    announceOutcomes([id], at),
    sql('SELECT * FROM operations WHERE id = ?', id),
  ])
  return results.at(-1)?.[0] as unknown as OperationRow
}

/** Notes that nobody knows yet what became of an operation after one more try, and when it is asked for again. */
export const recordUnknownModification = async (
  { database, owner }: OwnerScope,
  { id, due, latency, responseCode, at }: UnknownFollowUp,
): Promise<void> => {
  await database.repeatable([
    sql(
      `UPDATE operations SET attempts = attempts + 1, responseCode = ?, latency = ?, due = ?, updated = ?
       WHERE id = ? AND account = ? AND mode = ? AND status = 'pending'`,
      responseCode,
      latency,
      due,
      at,
      id,
      owner.account,
      owner.mode,
    ),
  ])
}

export interface UnknownFollowUp {
  readonly id: number
  readonly due: number
  readonly latency: number
  readonly responseCode: string
  readonly at: number
}

/** What an operation is repeated with: its payment, and how the processor knows what it refers to. */
export interface ModificationContext {
  readonly payment: TransactionRow
  readonly rootRef: string
  /** Of a void: what it undoes. */
  readonly targetRef: string | null
}

export const findModificationContext = async (
  { database }: ShardScope,
  { id, transactionId }: OperationRow,
): Promise<ModificationContext> => {
  const row = await database.row(
    sql(
      `SELECT payment.*, root.processorRef AS rootRef,
              (SELECT processorRef FROM operations WHERE id = (SELECT target FROM operations WHERE id = ?)) AS targetRef
       FROM transactions AS payment JOIN operations AS root ON root.id = payment.id WHERE payment.id = ?`,
      id,
      transactionId,
    ),
  )
  if (row === null) throw new Error('An operation without its payment.')
  return {
    payment: row as unknown as TransactionRow,
    rootRef: row['rootRef'] as string,
    targetRef: row['targetRef'] as string | null,
  }
}
