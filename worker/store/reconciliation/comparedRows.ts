import type { OperationState, TransactionState } from '#contract/transactions/transactions'
import { builtInConnection } from '#contract/connections/builtInConnection'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, enumText, flag, integer, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { operationColumns, refMember } from '../transactions/columns.ts'
import type { OperationRow } from '../transactions/columns.ts'

/** Operations and their payments, as the comparison with a processor's report needs them. */

const paymentColumns = {
  id: integer,
  type: enumText<'payment' | 'credit'>(),
  status: enumText<TransactionState>(),
  currency: integer,
  approved: integer,
  captured: integer,
  settled: integer,
  released: integer,
  connection: text,
  updated: integer,
}

const comparedPaymentColumns = defineColumns({ ...paymentColumns, isChanging: flag })

export type ComparedPayment = RowOf<typeof comparedPaymentColumns>

const reversalColumns = defineColumns({ undoes: integer, status: enumText<OperationState>() })

const idColumn = defineColumns({ id: integer })

/** An operation that was sent to a processor. */
export interface ComparedOperation {
  readonly operation: OperationRow
  readonly payment: ComparedPayment
  /** State of its reversal. Null without one. */
  readonly reversal: OperationState | null
  /** Whether a request may be changing its payment at this moment. */
  readonly isChanging: boolean
}

export interface ComparedRows {
  /** By their ids. */
  readonly operations: ReadonlyMap<number, ComparedOperation>
  /** Ids of operations of other accounts, or of the other mode. */
  readonly others: ReadonlySet<number>
}

/** When a payment counts as changing, in milliseconds since 1970. */
export interface ChangeTimes {
  /** It was updated after this time. */
  readonly updatedAfter: number
  /** A pending operation was made after this time. One that is being reversed has no request any more. */
  readonly pendingAfter: number
}

/** One round trip. @param ids of any accounts */
export const findComparedRows = async (
  { database, owner: { account, mode } }: OwnerScope,
  ids: readonly number[],
  { updatedAfter, pendingAfter }: ChangeTimes,
): Promise<ComparedRows> => {
  const values = [JSON.stringify(ids), account, mode] as const
  const found = 'id IN (SELECT value FROM json_each(?)) AND account = ? AND mode = ?'
  const rows = await database.named({
    operations: sql(`SELECT ${operationColumns.list()} FROM operations WHERE ${found}`, ...values),
    payments: sql(
      `SELECT ${Object.keys(paymentColumns)
        .filter((name) => name !== 'connection')
        .join(', ')}, coalesce(connection, '${builtInConnection}') AS connection,
              updated > ? OR EXISTS (SELECT 1 FROM operations AS pending
                                     WHERE pending.transactionId = transactions.id AND pending.status = 'pending'
                                       AND pending.type <> 'reversal' AND pending.due IS NOT NULL AND pending.created > ?) AS isChanging
       FROM transactions WHERE id IN (SELECT transactionId FROM operations WHERE ${found})`,
      updatedAfter,
      pendingAfter,
      ...values,
    ),
    reversals: sql(
      `SELECT ${reversalColumns.list()} FROM operations WHERE undoes IN (SELECT value FROM json_each(?)) AND account = ? AND mode = ?`,
      ...values,
    ),
    others: sql(
      'SELECT id FROM operations WHERE id IN (SELECT value FROM json_each(?)) AND NOT (account = ? AND mode = ?)',
      ...values,
    ),
  })
  const payments = new Map(rows.payments.map((row) => [row['id'], comparedPaymentColumns.decode(row)]))
  const reversals = new Map(
    rows.reversals.map((row) => {
      const { undoes, status } = reversalColumns.decode(row)
      return [undoes, status]
    }),
  )
  const operations = rows.operations.map((row): readonly [number, ComparedOperation] => {
    const operation = operationColumns.decode(row)
    const payment = payments.get(operation.transactionId)
    if (payment === undefined) throw new Error('The payment of an operation does not exist.')
    const reversal = reversals.get(operation.id) ?? null
    return [operation.id, { operation, payment, reversal, isChanging: payment.isChanging }]
  })
  return {
    operations: new Map(operations),
    others: new Set(rows.others.map((row) => idColumn.decode(row).id)),
  }
}

/** A span of ids. */
export interface IdSpan {
  /** Exclusive. */
  readonly after: number
  /** Exclusive. */
  readonly before: number
}

/**
 * One round trip: ids of operations that were sent to the processor of a connection and have not failed, oldest first. The capture that
 * came with an approval was no message of its own.
 */
export const listSentOperations = async (
  { database, owner: { account, mode } }: OwnerScope,
  connection: string,
  { after, before }: IdSpan,
  limit: number,
): Promise<number[]> => {
  const rows = await database.rows(selectSent(account, mode, connection, { after, before }, limit))
  return rows.map((row) => idColumn.decode(row).id)
}

const selectSent = (
  account: string,
  mode: string,
  connection: string,
  { after, before }: IdSpan,
  limit: number,
): Statement =>
  sql(
    `SELECT id FROM operations
     WHERE ${refMember('connection')} = ? AND ${refMember('connection')} IS NOT NULL AND id > ? AND id < ?
       AND account = ? AND mode = ? AND type <> 'reversal' AND status IN ('approved', 'settled', 'returned')
       AND processorRef ->> '$.op' = CAST(id AS TEXT)
     ORDER BY id LIMIT ?`,
    connection,
    after,
    before,
    account,
    mode,
    limit,
  )
