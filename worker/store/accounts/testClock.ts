import { appendAuditIf } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import { defineColumns, integer, text } from '../sql/row.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { StoreScope, ShardScope } from '../sql/scope.ts'

/** An account whose test mode has a clock of its own: milliseconds ahead of the real one. */
const testClockColumns = defineColumns({ account: text, offsetMs: integer })

/** Takes accounts with a clock of their own, at most `limit`: those that have waited longest for their sweep. One round trip. */
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

/** How far ahead of the real clock: so far, or so much farther than it is. Milliseconds. */
export type ClockChange = { readonly offsetMs: number } | { readonly byMs: number }

/**
 * Sets the clock of an account's test mode: one round trip, in which changes of rivals add up. Null, and no change, where it would be put
 * beyond `latestOffsetMs`.
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
