import { returnStatements } from '../batches/dueReturns.ts'
import { awaitsReport, currentCycle } from '../batches/settlementCycles.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { isOwned } from '../sql/ownedRows.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { endReading, isAwaiting, moveReading } from './settlementReports.ts'
import type { ReadIntervals, ReportReading, SettlementReport } from './settlementReports.ts'

/** What a page of a report shows of captures and credits of the account. */
export interface ShownOperations {
  /** Ids of those that have settled, returned ones included. */
  readonly settled: readonly number[]
  readonly returned: readonly ShownReturn[]
}

export interface ShownReturn {
  readonly id: number
  /** A NACHA return code. */
  readonly code: string | null
}

/** What follows a page. */
export type AfterPage =
  | { readonly next: ReportReading }
  /** The report has ended, or nothing had to be read. */
  | { readonly read: Pick<SettlementReport, 'readUntil' | 'readAt'> | null; readonly intervals: ReadIntervals }

/** What has settled joins the current cycle, as if it was approved now. */
const joinCycle = (which: Statement): Statement =>
  sql(
    `UPDATE operations SET settlementCycle = ${currentCycle('operations')}
     WHERE ${which.sql} AND settlementCycle = ${awaitsReport} AND status = 'approved'`,
    ...which.values,
  )

/** The operations with these ids, of this account and mode. */
const ofOwner = (scope: Pick<OwnerScope, 'owner'>, ids: readonly number[]): Statement =>
  all(sql('operations.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)), isOwned(scope))

/** Banks may return the bank debits among them until then. */
const watchReturns = (connection: string, settled: readonly number[], until: number): Statement =>
  sql(
    `UPDATE settlementReports SET returnsUntil = ?
     WHERE connection = ? AND returnsUntil < ?
       AND EXISTS (SELECT 1 FROM operations JOIN transactions ON transactions.id = operations.transactionId
                   WHERE operations.id IN (SELECT value FROM json_each(?)) AND transactions.method = 'check')`,
    until,
    connection,
    until,
    JSON.stringify(settled),
  )

/** A return waits for the batch of an operation that has not settled here. */
const scheduleReturns = (
  scope: Pick<OwnerScope, 'owner'>,
  returned: readonly ShownReturn[],
  at: number,
): Statement[] => {
  if (returned.length === 0) return []
  const ids = returned.map(({ id }) => id)
  const which = ofOwner(scope, ids)
  return [
    sql(
      `UPDATE operations SET foreseenAt = ?, foreseen = (
         SELECT iif(value ->> 'code' IS NULL, json_object('event', 'returned'), json_object('event', 'returned', 'code', value ->> 'code'))
         FROM json_each(?) WHERE value ->> 'id' = operations.id)
       WHERE ${which.sql} AND type IN ('capture', 'credit') AND status IN ('approved', 'settled')
         AND (foreseen IS NULL OR foreseen ->> 'event' <> 'returned')`,
      at,
      JSON.stringify(returned),
      ...which.values,
    ),
    ...returnStatements(ids, at),
  ]
}

/**
 * One round trip, all or nothing, safe to repeat and to run concurrently: applies what a page of a report shows, and stores how far the report
 * was read. What has settled is left for the next batch, and what was returned is returned.
 *
 * @param returnsUntil until when the bank may return a bank debit that has settled now
 */
export const applyReportPage = async (
  scope: OwnerScope,
  report: SettlementReport,
  { settled, returned }: ShownOperations,
  after: AfterPage,
  { at, returnsUntil }: { readonly at: number; readonly returnsUntil: number },
): Promise<void> => {
  await scope.database.batchWithRetry([
    ...(settled.length === 0
      ? []
      : [joinCycle(ofOwner(scope, settled)), watchReturns(report.connection, settled, returnsUntil)]),
    ...scheduleReturns(scope, returned, at),
    ...('next' in after
      ? [moveReading(report, after.next, at)]
      : endReading(scope, report, after.read, after.intervals, at)),
  ])
}

/** Operations of one statement. */
const mostReleased = 500

/**
 * One round trip: the connection's settings have changed, and the gateway settles what awaited its report. At most 500 operations; the report
 * stays due for others.
 */
export const settleWithoutReport = async (
  scope: OwnerScope,
  { connection }: Pick<SettlementReport, 'connection'>,
  at: number,
): Promise<void> => {
  const awaiting = isAwaiting(scope, connection)
  const some = sql(
    `operations.id IN (SELECT id FROM operations WHERE ${awaiting.sql} LIMIT ?)`,
    ...awaiting.values,
    mostReleased,
  )
  await scope.database.batchWithRetry([
    joinCycle(some),
    sql('UPDATE settlementReports SET due = ? WHERE connection = ?', at, connection),
    sql(
      `DELETE FROM settlementReports
       WHERE connection = ? AND NOT EXISTS (SELECT 1 FROM operations WHERE ${awaiting.sql})`,
      connection,
      ...awaiting.values,
    ),
  ])
}
