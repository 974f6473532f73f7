import { all, sql } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { selectTotal, readPage } from '../sql/paging.ts'
import type { PageRequest, Page } from '../sql/paging.ts'
import { defineColumns, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { beginNextCycle, currentCycleOf } from './settlementCycles.ts'
import { totalColumns, totalsAsJson } from './totals.ts'
import type { BatchTotal } from './totals.ts'

/** A batch without its totals. Times are milliseconds since 1970. */
export const batchColumns = defineColumns({
  id: text,
  account: text,
  mode: enumText<'test' | 'live'>(),
  status: enumText<'closing' | 'closed'>(),
  /** The batch has the operations approved until then. */
  cutoff: integer,
  created: integer,
  closed: nullable(integer),
  /** The settlement cycle of its operations. */
  cycle: integer,
  /** The last operation that the batch has settled or left to the next cycle, and its payment. 0 before the first one. */
  lastPayment: integer,
  lastOperation: integer,
})

export type BatchRow = RowOf<typeof batchColumns>

/** A condition: the capture or credit, which a settlement cycle has, is in no batch. */
export const isUnsettled = sql("operations.status = 'approved' AND operations.batchId IS NULL")

/** A condition: the operation is in a cycle of the account and mode. */
const isInCycle = ({ account, mode }: Owner, cycle: Statement): Statement =>
  sql(
    `operations.account = ? AND operations.mode = ? AND operations.settlementCycle = ${cycle.sql}`,
    account,
    mode,
    ...cycle.values,
  )

/** A condition: the operation is unsettled, in the cycle of a batch, and the batch has not processed it. */
export const isLeft = (batch: BatchRow, after: Pick<BatchRow, 'lastPayment' | 'lastOperation'>): Statement =>
  all(
    isInCycle(batch, sql('?', batch.cycle)),
    isUnsettled,
    sql('(operations.transactionId, operations.id) > (?, ?)', after.lastPayment, after.lastOperation),
  )

/**
 * A condition: a batch may settle the operation. All operations of a payment with a pending void or final capture wait for the next batch.
 */
export const isReady = (cutoff: number): Statement =>
  all(
    isUnsettled,
    sql('operations.updated <= ?', cutoff),
    sql('NOT EXISTS (SELECT 1 FROM transactions WHERE transactions.id = operations.transactionId AND held = 1)'),
  )

const isAnyReady = (owner: Owner, cutoff: number): Statement => {
  const ready = all(isInCycle(owner, currentCycleOf(owner)), isReady(cutoff))
  return sql(`EXISTS (SELECT 1 FROM operations WHERE ${ready.sql})`, ...ready.values)
}

const noneClosing = ({ account, mode }: Owner): Statement =>
  sql(
    "NOT EXISTS (SELECT 1 FROM batches WHERE batches.account = ? AND batches.mode = ? AND batches.status = 'closing')",
    account,
    mode,
  )

/**
 * Inserts a row into `unsettled` if operations are left, which were after this cut-off or held, for a later batch. While no batch is
 * closing, all unsettled operations are in the current cycle.
 */
export const insertUnsettledRest = (owner: Owner, cutoff: number): Statement => {
  const left = all(isInCycle(owner, currentCycleOf(owner)), isUnsettled, noneClosing(owner))
  return sql(
    `INSERT INTO unsettled (account, mode, since)
     SELECT account, mode, max(updated, ?) FROM operations WHERE ${left.sql} LIMIT 1
     ON CONFLICT DO NOTHING`,
    cutoff + 1,
    ...left.values,
  )
}

export interface NewBatch {
  readonly id: string
  readonly cutoff: number
  readonly created: number
}

/**
 * One round trip: inserts a closing batch. One of concurrent calls with the same cut-off inserts it. Null if another batch is closing or no
 * operation is ready.
 *
 * @param scheduled false for a batch that a request closes before the end of the day
 */
export const insertBatch = async (
  { database, owner }: OwnerScope,
  { id, cutoff, created }: NewBatch,
  scheduled: boolean,
): Promise<BatchRow | null> => {
  const { account, mode } = owner
  const isDue = sql('account = ? AND mode = ? AND cutoff = ?', account, mode, cutoff)
  const opens = all(
    noneClosing(owner),
    isAnyReady(owner, cutoff),
    scheduled ? sql(`EXISTS (SELECT 1 FROM unsettled WHERE ${isDue.sql})`, ...isDue.values) : sql('TRUE'),
  )
  const othersClosing = sql(
    "EXISTS (SELECT 1 FROM batches WHERE batches.account = ? AND batches.mode = ? AND status = 'closing' AND id <> ?)",
    account,
    mode,
    id,
  )
  const cycle = currentCycleOf(owner)
  const results = await database.batch([
    sql(
      `INSERT INTO batches (id, account, mode, status, cutoff, created, cycle)
       SELECT ?, ?, ?, 'closing', ?, ?, ${cycle.sql} WHERE ${opens.sql}`,
      id,
      account,
      mode,
      cutoff,
      created,
      ...cycle.values,
      ...opens.values,
    ),
    beginNextCycle(id),
    sql(
      `INSERT INTO counters (account, mode, name, total) SELECT account, mode, 'batches', 1 FROM batches WHERE id = ?
       ON CONFLICT DO UPDATE SET total = total + 1`,
      id,
    ),
    sql(
      `DELETE FROM unsettled WHERE ${isDue.sql} AND NOT ${othersClosing.sql}`,
      ...isDue.values,
      ...othersClosing.values,
    ),
    insertUnsettledRest(owner, cutoff),
    sql(`SELECT ${batchColumns.list()} FROM batches WHERE id = ?`, id),
  ])
  return batchColumns.decodeFirst(results.at(-1))
}

/** One round trip. Null if no batch of the account is closing. */
export const findClosingBatch = async ({ database, owner: { account, mode } }: OwnerScope): Promise<BatchRow | null> =>
  batchColumns.decodeFirst(
    await database.rows(
      sql(
        `SELECT ${batchColumns.list()} FROM batches WHERE account = ? AND mode = ? AND status = 'closing'`,
        account,
        mode,
      ),
    ),
  )

export type BatchWithTotals = BatchRow & { readonly totals: readonly BatchTotal[] }

const withTotals = `${batchColumns.list()}, ${totalsAsJson} AS totals`

const totalRows = json<readonly Row[]>()

const batchWithTotals = (row: Row): BatchWithTotals => ({
  ...batchColumns.decode(row),
  totals: totalRows.read(row['totals'], 'totals').map(totalColumns.decode),
})

/** One round trip. Null if the account has no such batch in this mode. */
export const findBatch = async (
  { database, owner: { account, mode } }: OwnerScope,
  id: string,
): Promise<BatchWithTotals | null> => {
  const row = await database.row(
    sql(`SELECT ${withTotals} FROM batches WHERE id = ? AND account = ? AND mode = ?`, id, account, mode),
  )
  return row === null ? null : batchWithTotals(row)
}

/** One round trip: a page of the batches, newest first. */
export const listBatchRows = (
  { database, owner }: OwnerScope,
  page: PageRequest,
): Promise<Page<BatchWithTotals> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'batches',
      columns: withTotals,
      within: sql('account = ? AND mode = ?', owner.account, owner.mode),
      total: selectTotal(owner, 'batches'),
      entry: batchWithTotals,
    },
    page,
  )
