import { announceSettled } from './batchEvents.ts'
import { totalsAsJson } from './totals.ts'
import type { BatchTotal, TotalAsText } from './totals.ts'
import { all, sql } from '../sql/database.ts'
import { counted, readPage } from '../sql/paging.ts'
import type { PageAsked, PageRead } from '../sql/paging.ts'
import { recount } from '../transactions/amounts.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'

/** A batch without its totals. Times are milliseconds since 1970. */
export interface BatchRow extends Owner {
  readonly id: string
  readonly status: 'closing' | 'closed'
  /** What was approved until then is in it. */
  readonly cutoff: number
  readonly created: number
  readonly closed: number | null
}

/** An account with something to settle. */
export interface Unsettled extends Owner {
  /** The earliest approval of it. */
  readonly since: number
}

export interface Undated extends Unsettled {
  readonly timeZone: string
}

export interface Dated extends Unsettled {
  /** When its batch closes. */
  readonly cutoff: number
}

/** What a sweep has to do, at most `limit` of each. */
export interface Agenda {
  readonly undated: readonly Undated[]
  /** Whose day is over. */
  readonly due: readonly Dated[]
  readonly closing: readonly BatchRow[]
}

const shown = 'id, account, mode, status, cutoff, created, closed'

/** What there is to do about batches: each a condition, of the table `unsettled` or of `batches`. */
export const batchWork = (scope: SweepScope, nowMs: number) => {
  const within = inScope(scope)
  return {
    /** Its next close is not known yet. */
    isUndated: all(sql('cutoff IS NULL'), within),
    /** Its day is over. */
    isOver: all(sql('cutoff <= ?', nowMs), within),
    isClosing: all(sql("status = 'closing'"), within),
  }
}

/** One round trip: accounts whose next close is not known yet, those whose batch is due, and batches that are not closed yet. */
export const batchAgenda = async (scope: SweepScope, nowMs: number, limit: number): Promise<Agenda> => {
  const { isUndated, isOver, isClosing } = batchWork(scope, nowMs)
  const [undated, due, closing] = await scope.database.batch([
    sql(
      `SELECT account, mode, since, settings ->> 'timeZone' AS timeZone FROM unsettled JOIN accounts ON accounts.id = account
       WHERE ${isUndated.sql} LIMIT ?`,
      ...isUndated.values,
      limit,
    ),
    sql(
      `SELECT account, mode, since, cutoff FROM unsettled WHERE ${isOver.sql} ORDER BY cutoff LIMIT ?`,
      ...isOver.values,
      limit,
    ),
    sql(`SELECT ${shown} FROM batches WHERE ${isClosing.sql} LIMIT ?`, ...isClosing.values, limit),
  ])
  return {
    undated: undated as unknown as Undated[],
    due: due as unknown as Dated[],
    closing: closing as unknown as BatchRow[],
  }
}

/** Writes down when the batches of accounts close. */
export const dateUnsettled = async ({ database }: ShardScope, dated: readonly Dated[]): Promise<void> => {
  await database.repeatable([
    sql(
      `UPDATE unsettled SET cutoff = dated.value ->> 'cutoff' FROM json_each(?) AS dated
       WHERE account = dated.value ->> 'account' AND mode = dated.value ->> 'mode' AND since = dated.value ->> 'since'
         AND unsettled.cutoff IS NULL`,
      JSON.stringify(dated),
    ),
  ])
}

/** Captures and credits that no batch has. The words are those of the index operationsUnsettled. */
const isUnsettled = ({ account, mode }: Owner): Statement =>
  sql(
    `operations.account = ? AND operations.mode = ? AND operations.status = 'approved' AND operations.batchId IS NULL
     AND operations.type IN ('capture', 'credit')`,
    account,
    mode,
  )

/**
 * What a batch may take. A payment that is held is in flight: a void of what it captured may be under way, so all of it waits for the next
 * batch.
 */
const isReady = (owner: Owner, cutoff: number): Statement =>
  all(
    isUnsettled(owner),
    sql('operations.updated <= ?', cutoff),
    sql('NOT EXISTS (SELECT 1 FROM transactions WHERE transactions.id = operations.transactionId AND held = 1)'),
  )

const somethingReady = (owner: Owner, cutoff: number): Statement => {
  const ready = isReady(owner, cutoff)
  return sql(`EXISTS (SELECT 1 FROM operations WHERE ${ready.sql})`, ...ready.values)
}

const noneClosing = ({ account, mode }: Owner): Statement =>
  sql(
    "NOT EXISTS (SELECT 1 FROM batches WHERE batches.account = ? AND batches.mode = ? AND batches.status = 'closing')",
    account,
    mode,
  )

/** Notes that something is left, which was too late for this cut-off or in flight: it is for a later one, whenever it was approved. */
const noteRest = (owner: Owner, cutoff: number): Statement => {
  const left = all(isUnsettled(owner), noneClosing(owner))
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
 * One round trip: begins to close a batch. Of rivals that mean the same cut-off one begins. Null where none begins: another is still
 * closing, or there is nothing to take, since a batch of nothing is none.
 *
 * @param scheduled false for a batch that somebody asked for, whatever the time of day
 */
export const openBatch = async (
  { database, owner }: OwnerScope,
  { id, cutoff, created }: NewBatch,
  scheduled: boolean,
): Promise<BatchRow | null> => {
  const { account, mode } = owner
  const isDue = sql('account = ? AND mode = ? AND cutoff = ?', account, mode, cutoff)
  const opens = all(
    noneClosing(owner),
    somethingReady(owner, cutoff),
    scheduled ? sql(`EXISTS (SELECT 1 FROM unsettled WHERE ${isDue.sql})`, ...isDue.values) : sql('TRUE'),
  )
  const othersClosing = sql(
    "EXISTS (SELECT 1 FROM batches WHERE batches.account = ? AND batches.mode = ? AND status = 'closing' AND id <> ?)",
    account,
    mode,
    id,
  )
  const results = await database.batch([
    sql(
      `INSERT INTO batches (id, account, mode, status, cutoff, created)
       SELECT ?, ?, ?, 'closing', ?, ? WHERE ${opens.sql}`,
      id,
      account,
      mode,
      cutoff,
      created,
      ...opens.values,
    ),
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
    noteRest(owner, cutoff),
    sql(`SELECT ${shown} FROM batches WHERE id = ?`, id),
  ])
  return (results.at(-1)?.[0] ?? null) as unknown as BatchRow | null
}

/** The same for an account that a sweep names. */
export const openBatchOf = ({ database }: ShardScope, owner: Owner, batch: NewBatch, scheduled: boolean) =>
  openBatch({ database, owner }, batch, scheduled)

/** The batch of an account that is closing, if one is. */
export const findClosing = async ({ database, owner: { account, mode } }: OwnerScope): Promise<BatchRow | null> =>
  (await database.row(
    sql(`SELECT ${shown} FROM batches WHERE account = ? AND mode = ? AND status = 'closing'`, account, mode),
  )) as unknown as BatchRow | null

/** What a batch can take, oldest first. */
export interface Settleable {
  readonly id: number
  readonly type: 'capture' | 'credit'
  readonly approved: number
  /** How the processor knows what was approved first: of a capture the payment, of a credit itself. */
  readonly processorRef: string | null
}

export const readSettleable = async (
  { database }: ShardScope,
  batch: BatchRow,
  limit: number,
): Promise<Settleable[]> => {
  const ready = isReady(batch, batch.cutoff)
  return (await database.rows(
    sql(
      `SELECT id, type, updated AS approved,
              iif(type = 'credit', processorRef,
                  (SELECT first.processorRef FROM operations AS first WHERE first.id = operations.transactionId)) AS processorRef
       FROM operations WHERE ${ready.sql} ORDER BY id LIMIT ?`,
      ...ready.values,
      limit,
    ),
  )) as unknown as Settleable[]
}

/** An operation to be settled, and what will become of it by itself afterwards. */
export interface Piece {
  readonly id: number
  readonly foreseen: {
    readonly event: 'returned' | 'disputed'
    readonly code?: string
    /** Milliseconds since 1970. */
    readonly at: number
  } | null
}

export interface SettledPieces {
  /** How many were settled by this call: rivals may have been first. */
  readonly settled: number
  /** Null where nothing came into it after all. */
  readonly batch: BatchRow | null
}

/**
 * Settles operations into a batch and closes it if nothing is left for it: one round trip, which any number of rivals may make, and which
 * may be repeated. Each operation is settled and counted once, in the statement before, by the same condition.
 *
 * @param requestId the request that closes it; null where time does
 */
export const settlePieces = async (
  { database }: ShardScope,
  batch: BatchRow,
  pieces: readonly Piece[],
  at: number,
  requestId: string | null,
): Promise<SettledPieces> => {
  const ids = pieces.map(({ id }) => id)
  const asked = JSON.stringify(ids)
  const taken = all(
    sql('operations.id IN (SELECT value FROM json_each(?))', asked),
    isReady(batch, batch.cutoff),
    sql("EXISTS (SELECT 1 FROM batches WHERE batches.id = ? AND batches.status = 'closing')", batch.id),
  )
  const payments = sql(
    'SELECT transactionId FROM operations WHERE id IN (SELECT value FROM json_each(?)) AND batchId = ?',
    asked,
    batch.id,
  )
  const isOver = all(
    sql("batches.id = ? AND batches.status = 'closing'", batch.id),
    not(somethingReady(batch, batch.cutoff)),
  )
  const isEmpty = all(isOver, sql('NOT EXISTS (SELECT 1 FROM batchTotals WHERE batch = batches.id)'))
  const results = await database.repeatable([
    sql(
      `INSERT INTO batchTotals (batch, currency, captures, captured, credits, credited)
       SELECT ?, currency, sum(operations.type = 'capture'), sum(iif(operations.type = 'capture', amount, 0)),
              sum(operations.type = 'credit'), sum(iif(operations.type = 'credit', amount, 0))
       FROM operations JOIN transactions ON transactions.id = operations.transactionId WHERE ${taken.sql} GROUP BY currency
       ON CONFLICT DO UPDATE SET captures = captures + excluded.captures, captured = captured + excluded.captured,
                                 credits = credits + excluded.credits, credited = credited + excluded.credited`,
      batch.id,
      ...taken.values,
    ),
    sql(
      `UPDATE operations SET status = 'settled', batchId = ?, updated = ? WHERE ${taken.sql} RETURNING id`,
      batch.id,
      at,
      ...taken.values,
    ),
    noteForeseen(batch, pieces),
    recount(payments, at),
    sql(`UPDATE transactions SET batchId = ? WHERE id IN (${payments.sql})`, batch.id, ...payments.values),
    sql(
      `UPDATE counters SET total = total - 1
       WHERE account = ? AND mode = ? AND name = 'batches' AND EXISTS (SELECT 1 FROM batches WHERE ${isEmpty.sql})`,
      batch.account,
      batch.mode,
      ...isEmpty.values,
    ),
    sql(`DELETE FROM batches WHERE ${isEmpty.sql}`, ...isEmpty.values),
    sql(`UPDATE batches SET status = 'closed', closed = ? WHERE ${isOver.sql}`, at, ...isOver.values),
    noteRest(batch, batch.cutoff),
    ...announceSettled(batch.id, ids, at, requestId),
    sql(`SELECT ${shown} FROM batches WHERE id = ?`, batch.id),
  ])
  return {
    settled: results[1]?.length ?? 0,
    batch: (results.at(-1)?.[0] ?? null) as unknown as BatchRow | null,
  }
}

/** Notes what will become of operations, where they came into the batch, and where it was not noted before. */
const noteForeseen = ({ id }: BatchRow, pieces: readonly Piece[]): Statement =>
  sql(
    `UPDATE operations SET foreseen = piece.value ->> 'foreseen', foreseenAt = piece.value ->> 'at' FROM json_each(?) AS piece
     WHERE operations.id = piece.value ->> 'id' AND operations.batchId = ? AND operations.foreseen IS NULL`,
    JSON.stringify(
      pieces.flatMap(({ id: operation, foreseen }) =>
        foreseen === null
          ? []
          : [{ id: operation, at: foreseen.at, foreseen: { event: foreseen.event, code: foreseen.code } }],
      ),
    ),
    id,
  )

const not = (condition: Statement): Statement => sql(`NOT (${condition.sql})`, ...condition.values)

export type BatchWithTotals = BatchRow & { readonly totals: readonly BatchTotal[] }

const withTotals = `${shown}, ${totalsAsJson} AS totals`

const totalOf = ({ currency, captures, captured, credits, credited }: TotalAsText): BatchTotal => ({
  currency,
  captures,
  captured: BigInt(captured),
  credits,
  credited: BigInt(credited),
})

const batchWithTotals = (row: Row): BatchWithTotals => ({
  ...(row as unknown as BatchRow),
  totals: (JSON.parse(row['totals'] as string) as TotalAsText[]).map(totalOf),
})

/** One round trip. Null where the account has no such batch in this mode. */
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
export const listBatches = (
  { database, owner }: OwnerScope,
  page: PageAsked,
): Promise<PageRead<BatchWithTotals> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'batches',
      columns: withTotals,
      within: sql('account = ? AND mode = ?', owner.account, owner.mode),
      total: counted(owner, 'batches'),
      entry: batchWithTotals,
    },
    page,
  )
