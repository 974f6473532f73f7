import type { ReportSpan } from '../../processors/processor.ts'
import { awaitsReport } from '../batches/settlementCycles.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { isDue, isOwned } from '../sql/ownedRows.ts'
import type { Claim } from '../sql/ownedRows.ts'
import { defineColumns, integer, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { refMember } from '../transactions/columns.ts'

/** Which reports of processors are read, and how far. A row exists while a connection has captures or credits that may change by its report. */

/** A read that is under way. */
export interface ReportReading {
  /** By the processor's clock. */
  readonly span: ReportSpan
  /** The cursor of the next page. Null for the first. */
  readonly page: string | null
  /** When it began, by the account's clock, in milliseconds since 1970. */
  readonly began: number
}

/** The stored text names the reading in conditions, so that one of two concurrent runs moves it. */
const readingColumn = json<ReportReading>()

const columns = defineColumns({
  connection: text,
  /** The end of the last whole read, by the processor's clock. */
  readUntil: nullable(integer),
  /** When that read began, by the account's clock. */
  readAt: nullable(integer),
  reading: nullable(readingColumn),
})

export type SettlementReport = RowOf<typeof columns>

/** A condition: the report is due. */
export const isReportDue = isDue

/** Leases due reports until `leaseUntil`. */
export const claimDueReports = async (
  scope: OwnerScope,
  { nowMs, leaseUntil, limit }: Claim,
): Promise<SettlementReport[]> => {
  const due = isReportDue(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE settlementReports SET due = ?
       WHERE connection IN (SELECT connection FROM settlementReports WHERE ${due.sql} ORDER BY due LIMIT ?)
       RETURNING ${columns.list()}`,
      leaseUntil,
      ...due.values,
      limit,
    ),
  )
  return rows.map(columns.decode)
}

/** A condition on `operations`: the captures and credits of a connection that await its report. */
export const isAwaiting = (scope: Pick<OwnerScope, 'owner'>, connection: string): Statement =>
  all(isOwned(scope), sql(`settlementCycle = ${awaitsReport} AND ${refMember('connection')} = ?`, connection))

const oldestColumns = defineColumns({ created: nullable(integer), realTime: nullable(integer) })

/**
 * One round trip: when the oldest operation was made of those that await the report and were approved since a time. Null without one.
 *
 * @param since by the account's clock, milliseconds since 1970
 */
export const findOldestAwaiting = async (
  scope: OwnerScope,
  connection: string,
  since: number,
): Promise<{
  /** By the account's clock. */
  readonly created: number
  /** By real time. */
  readonly realTime: number
} | null> => {
  const awaiting = isAwaiting(scope, connection)
  const row = await scope.database.row(
    sql(
      `SELECT min(created) AS created, min(coalesce(processorRef ->> '$.realTime', created)) AS realTime
       FROM operations WHERE ${awaiting.sql} AND updated >= ?`,
      ...awaiting.values,
      since,
    ),
  )
  const { created = null, realTime = null } = row === null ? {} : oldestColumns.decode(row)
  return created === null || realTime === null ? null : { created, realTime }
}

/** A condition: nobody else has moved the reading since it was claimed. */
const isUnmoved = ({ connection, reading }: Pick<SettlementReport, 'connection' | 'reading'>): Statement =>
  sql('connection = ? AND reading IS ?', connection, nullable(readingColumn).write(reading))

/** A statement: moves the reading on, unless a concurrent run has. The next page is due at once. */
export const moveReading = (before: SettlementReport, reading: ReportReading, at: number): Statement => {
  const unmoved = isUnmoved(before)
  return sql(
    `UPDATE settlementReports SET reading = ?, due = ? WHERE ${unmoved.sql}`,
    readingColumn.write(reading),
    at,
    ...unmoved.values,
  )
}

/** When the report is read again. Milliseconds. */
export interface ReadIntervals {
  /** While an operation awaits it that was approved within `recentMs`. */
  readonly soonMs: number
  readonly recentMs: number
  /** While older ones do, or banks may return what has settled. */
  readonly laterMs: number
}

/**
 * Statements: end a read, unless a concurrent run has. The row is deleted if nothing is left that the report may change.
 *
 * @param read what was read; null if nothing had to be
 */
export const endReading = (
  scope: Pick<OwnerScope, 'owner'>,
  before: SettlementReport,
  read: Pick<SettlementReport, 'readUntil' | 'readAt'> | null,
  { soonMs, recentMs, laterMs }: ReadIntervals,
  at: number,
): Statement[] => {
  const unmoved = isUnmoved(before)
  const awaiting = isAwaiting(scope, before.connection)
  const { readUntil, readAt } = read ?? before
  return [
    sql(
      `UPDATE settlementReports SET reading = NULL, readUntil = ?, readAt = ?,
              due = ? + iif(? < (SELECT updated FROM operations WHERE ${awaiting.sql} ORDER BY transactionId DESC LIMIT 1), ?, ?)
       WHERE ${unmoved.sql}`,
      readUntil,
      readAt,
      at,
      at - recentMs,
      ...awaiting.values,
      soonMs,
      laterMs,
      ...unmoved.values,
    ),
    sql(
      `DELETE FROM settlementReports
       WHERE connection = ? AND reading IS NULL AND returnsUntil <= ? AND NOT EXISTS (SELECT 1 FROM operations WHERE ${awaiting.sql})`,
      before.connection,
      at,
      ...awaiting.values,
    ),
  ]
}

/** One round trip: reads the report later, from the same page on. With `restart` from its first page, in a new span. */
export const postponeReport = async (
  { database }: OwnerScope,
  before: SettlementReport,
  due: number,
  { restart }: { readonly restart: boolean },
): Promise<void> => {
  const unmoved = isUnmoved(before)
  await database.batchWithRetry([
    sql(
      `UPDATE settlementReports SET due = ?${restart ? ', reading = NULL' : ''} WHERE ${unmoved.sql}`,
      due,
      ...unmoved.values,
    ),
  ])
}
