import type { OperationState, TransactionState } from '#contract/transactions/transactions'
import { builtInConnection } from '#contract/connections/builtInConnection'
import { sql } from '../sql/database.ts'
import { defineColumns, enumText, flag, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { operationColumns, refMember } from '../transactions/columns.ts'
import type { OperationRow } from '../transactions/columns.ts'
import { ofPayment } from '../transactions/ofPayment.ts'

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

/**
 * One round trip.
 *
 * @param ids of any accounts
 * @param originals ids among them of operations whose captures and voids are read as well
 */
export const findComparedRows = async (
  { database, owner: { account, mode } }: OwnerScope,
  ids: readonly number[],
  { updatedAfter, pendingAfter }: ChangeTimes,
  originals: readonly number[] = [],
): Promise<ComparedRows> => {
  const values = [JSON.stringify(ids), account, mode] as const
  const found = 'id IN (SELECT value FROM json_each(?)) AND account = ? AND mode = ?'
  const rows = await database.named({
    operations: sql(`SELECT ${operationColumns.list()} FROM operations WHERE ${found}`, ...values),
    modifications:
      originals.length === 0
        ? null
        : sql(
            `SELECT ${operationColumns.list()} FROM operations
             WHERE transactionId IN (SELECT transactionId FROM operations WHERE ${found}) AND id <> transactionId
               AND type IN ('capture', 'void')`,
            JSON.stringify(originals),
            account,
            mode,
          ),
    payments: sql(
      `SELECT ${Object.keys(paymentColumns)
        .filter((name) => name !== 'connection')
        .join(', ')}, coalesce(connection, '${builtInConnection}') AS connection,
              updated > ? OR EXISTS (SELECT 1 FROM operations AS pending
                                     WHERE ${ofPayment('transactions.id', 'pending')} AND pending.status = 'pending'
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
  const operations = [...rows.operations, ...rows.modifications].map((row): readonly [number, ComparedOperation] => {
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

/** A part of the operations in a span. */
export interface SentOperations {
  /** Those that were sent to the processor of a connection and have not failed, oldest first. */
  readonly ids: readonly number[]
  /** Where the next part begins, exclusive. Null if the span has ended. */
  readonly after: number | null
}

/**
 * The most operations of a shard that one round trip examines. They are read in the order of their ids: an index of the operations of each
 * connection would cost every operation a row written, and only a reconciliation reads it.
 */
const mostExamined = 5_000

const examinedColumns = defineColumns({ last: nullable(integer), examined: integer })

/** One round trip: at most `limit` of the connection's operations in a span. The capture that came with an approval was no message of its own. */
export const listSentOperations = async (
  { database, owner: { account, mode } }: OwnerScope,
  connection: string,
  { after, before }: IdSpan,
  limit: number,
): Promise<SentOperations> => {
  const examined = sql(
    'SELECT * FROM operations WHERE id > ? AND id < ? ORDER BY id LIMIT ?',
    after,
    before,
    mostExamined,
  )
  const rows = await database.named({
    examined: sql(`SELECT max(id) AS last, count(*) AS examined FROM (${examined.sql})`, ...examined.values),
    sent: sql(
      `SELECT id FROM (${examined.sql}) AS operations
       WHERE account = ? AND mode = ? AND type <> 'reversal' AND status IN ('approved', 'settled', 'returned')
         AND ${refMember('connection')} = ? AND processorRef ->> '$.op' = CAST(id AS TEXT)
       LIMIT ?`,
      ...examined.values,
      account,
      mode,
      connection,
      limit,
    ),
  })
  const ids = rows.sent.map((row) => idColumn.decode(row).id)
  const { last, examined: count } = examinedColumns.decode(rows.examined[0]!)
  if (ids.length === limit) return { ids, after: ids.at(-1)! }
  // Before the last millisecond: the id of another account's operation is not given away, and a millisecond has at most 1,000.
  return { ids, after: count < mostExamined || last === null ? null : Math.floor(last / 1000) * 1000 - 1 }
}
