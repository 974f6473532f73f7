import type { OperationState, OperationType } from '#contract/transactions'
import { sql } from '../sql/database.ts'
import { isDue } from '../sql/sweepScope.ts'
import { announceOutcomes } from './transactionEvents.ts'
import type { Statement } from '../sql/database.ts'
import type { ShardScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** Columns of `operations`. */
export interface OperationRow {
  readonly id: number
  readonly transactionId: number
  readonly account: string
  readonly mode: 'test' | 'live'
  readonly type: OperationType
  readonly status: OperationState
  readonly amount: number
  readonly responseCode: string | null
  readonly authCode: string | null
  readonly latency: number
  readonly avs: string | null
  readonly cvv: string | null
  readonly processorRef: string | null
  readonly attempts: number
  readonly undoes: number | null
  /** Of a void, the operation that it undoes; of the giving back of a rest, the authorize. */
  readonly target: number | null
  /** 1 for a capture after which nothing more is captured. */
  readonly final: 0 | 1
  /** How much of what was approved it gave up. */
  readonly released: number
  /** Facts of a decline that its code does not tell, as JSON. */
  readonly details: string | null
  readonly batchId: string | null
  readonly due: number | null
  readonly requestId: string
  readonly created: number
  readonly updated: number
}

export interface NewReversal {
  readonly id: number
  /** When the sweep tries it, milliseconds since 1970. */
  readonly due: number
}

/**
 * Begins the undoing of an operation that is in this state, where none has begun. The reversal's row carries what the processor needs to
 * find it.
 */
export const insertReversal = (undone: number, status: OperationState, reversal: NewReversal, at: number): Statement =>
  sql(
    `INSERT INTO operations
       (id, transactionId, account, mode, type, status, amount, processorRef, undoes, due, requestId, created, updated)
     SELECT ?, transactionId, account, mode, 'reversal', 'pending', amount, processorRef, id, ?, requestId, ?, ?
     FROM operations WHERE id = ? AND status = ?
     ON CONFLICT (undoes) WHERE undoes IS NOT NULL DO NOTHING`,
    reversal.id,
    reversal.due,
    at,
    at,
    undone,
    status,
  )

/**
 * Takes operations whose time has come, and leases them until `leaseUntil`, so that two sweeps at once share the work and a sweep that
 * dies loses none of it.
 */
export const claimDue = async (
  scope: SweepScope,
  nowMs: number,
  leaseUntil: number,
  limit: number,
): Promise<OperationRow[]> => {
  const due = isDue(scope, nowMs)
  return (await scope.database.rows(
    sql(
      `UPDATE operations SET due = ?
       WHERE id IN (SELECT id FROM operations WHERE ${due.sql} ORDER BY due LIMIT ?)
       RETURNING *`,
      leaseUntil,
      ...due.values,
      limit,
    ),
  )) as unknown as OperationRow[]
}

/**
 * Takes an operation for abandoned and begins its reversal. Null where it has ended after all, since it was claimed.
 *
 * @param responseCode what the operation answers from now on, if it has no answer of its own
 */
export const abandon = async (
  { database }: ShardScope,
  operation: OperationRow,
  responseCode: string,
  reversal: NewReversal,
  at: number,
): Promise<OperationRow | null> => {
  const results = await database.batch([
    sql(
      `UPDATE operations SET due = NULL, responseCode = coalesce(responseCode, ?), updated = ?
       WHERE id = ? AND status = 'pending'`,
      responseCode,
      at,
      operation.id,
    ),
    insertReversal(operation.id, 'pending', reversal, at),
    sql("SELECT * FROM operations WHERE undoes = ? AND status = 'pending'", operation.id),
  ])
  return (results.at(-1)?.[0] ?? null) as unknown as OperationRow | null
}

/** The other side has undone it, or never saw it. What was pending is now reversed; what was declined by a rule of ours stays so. */
export const reversalDone = async ({ database }: ShardScope, undone: number, at: number): Promise<void> => {
  await database.repeatable([
    sql(
      "UPDATE operations SET status = 'approved', attempts = attempts + 1, due = NULL, updated = ? WHERE undoes = ? AND status = 'pending'",
      at,
      undone,
    ),
    sql("UPDATE operations SET status = 'reversed', updated = ? WHERE id = ? AND status = 'pending'", at, undone),
    sql("UPDATE transactions SET status = 'reversed', updated = ? WHERE id = ? AND status = 'pending'", at, undone),
    announceOutcomes([undone], at),
  ])
}

/** The attempt decided nothing. `due` null gives up: what is left is for a human, and the row says so by `failed`. */
export const reversalDeferred = async (
  { database }: ShardScope,
  undone: number,
  due: number | null,
  at: number,
): Promise<void> => {
  await database.repeatable([
    sql(
      "UPDATE operations SET status = ?, attempts = attempts + 1, due = ?, updated = ? WHERE undoes = ? AND status = 'pending'",
      due === null ? 'failed' : 'pending',
      due,
      at,
      undone,
    ),
  ])
}

/** What a payment gave up of its hold has been given back. */
export const releaseDone = async ({ database }: ShardScope, release: number, at: number): Promise<void> => {
  await database.repeatable([
    sql(
      "UPDATE operations SET status = 'approved', attempts = attempts + 1, due = NULL, updated = ? WHERE id = ? AND status = 'pending'",
      at,
      release,
    ),
  ])
}

/** The attempt decided nothing. `due` null gives up: the hold lapses by itself at the issuer. */
export const releaseDeferred = async (
  { database }: ShardScope,
  release: number,
  due: number | null,
  at: number,
): Promise<void> => {
  await database.repeatable([
    sql(
      "UPDATE operations SET status = ?, attempts = attempts + 1, due = ?, updated = ? WHERE id = ? AND status = 'pending'",
      due === null ? 'failed' : 'pending',
      due,
      at,
      release,
    ),
  ])
}

/** An approval has arrived for what was reversed: it is reversed once more. */
export const reverseAgain = async ({ database }: ShardScope, undone: number, at: number): Promise<void> => {
  await database.repeatable([
    sql("UPDATE operations SET status = 'pending', due = ?, updated = ? WHERE undoes = ?", at, at, undone),
  ])
}
