import { appendAuditIf } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import { defineColumns, integer, text } from '../sql/row.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { StoreScope, ShardScope } from '../sql/scope.ts'

/** An account with a test clock, and its offset from real time in milliseconds. */
const testClockColumns = defineColumns({ account: text, offsetMs: integer })

/** One round trip: claims at most `limit` accounts with a test clock, those whose last sweep is the longest ago. */
export const claimTestClocks = async ({ database }: ShardScope, nowMs: number, limit: number) =>
  (
    await database.rows(
      sql(
        `UPDATE accounts SET testClockSwept = ?
       WHERE id IN (SELECT id FROM accounts WHERE testClockOffset <> 0 ORDER BY testClockSwept LIMIT ?)
       RETURNING id AS account, testClockOffset AS offsetMs`,
        nowMs,
        limit,
      ),
    )
  ).map(testClockColumns.decode)

/** A new offset from real time, or a change of the offset. Milliseconds. */
export type ClockChange = { readonly offsetMs: number } | { readonly byMs: number }

/**
 * One round trip: sets an account's test clock and returns its offset. Concurrent changes add up. Null, without a change, if the offset would
 * exceed `latestOffsetMs`.
 */
export const changeTestClock = async (
  { database, owner: { account }, sign }: StoreScope,
  change: ClockChange,
  latestOffsetMs: number,
  note: AuditNote,
): Promise<number | null> => {
  const audit = sign(note)
  const offset = 'offsetMs' in change ? sql('?', change.offsetMs) : sql('testClockOffset + ?', change.byMs)
  const where = sql(`id = ? AND ${offset.sql} <= ?`, account, ...offset.values, latestOffsetMs)
  const [, [row] = []] = await database.batch([
    appendAuditIf(sql(`EXISTS (SELECT 1 FROM accounts WHERE ${where.sql})`, ...where.values), account, audit),
    sql(
      `UPDATE accounts SET testClockOffset = ${offset.sql} WHERE ${where.sql} RETURNING testClockOffset`,
      ...offset.values,
      ...where.values,
    ),
  ])
  return row === undefined ? null : integer.read(row['testClockOffset'], 'testClockOffset')
}
