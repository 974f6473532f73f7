import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { AccountRecord } from '../accounts/accountRecord.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { isOwned } from '../sql/ownedRows.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, enumText, flag, integer, json, nullable, text } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { lanes, selectBacklog, selectNextDue, selectOldestDue } from './nextDue.ts'
import type { Lane } from './nextDue.ts'

/**
 * The table `dueWork`: one row per account, mode and lane that has rows, with the time at which the first of them comes due. Triggers make that
 * time earlier, `settleLanes` makes it later.
 */

const onTestClock = 'SELECT id FROM accounts WHERE testClockOffset <> 0'

/** SELECT of the due rows of a mode: those by real time, and in test mode those by a test clock. @param nowMs real time */
export const selectDueRows = (mode: Owner['mode'], nowMs: number): Statement => {
  const columns = 'account, mode, lane, due, woken'
  return mode === 'live'
    ? sql(`SELECT ${columns} FROM dueWork WHERE due <= ? AND mode = 'live'`, nowMs)
    : sql(
        `SELECT ${columns} FROM dueWork WHERE due <= ? AND mode = 'test' AND account NOT IN (${onTestClock})
         UNION ALL
         SELECT ${columns} FROM accounts CROSS JOIN dueWork ON account = accounts.id AND mode = 'test'
         WHERE testClockOffset <> 0 AND due <= ? + testClockOffset`,
        nowMs,
        nowMs,
      )
}

const accountColumn = defineColumns({ account: text })

/** Which accounts with due work are claimed. */
export interface DueAccountsClaim {
  readonly mode: Owner['mode']
  /** Real time, milliseconds since 1970. */
  readonly nowMs: number
  readonly limit: number
  /** Those that were claimed by the same run before. */
  readonly except: readonly string[]
}

/**
 * One round trip: accounts with due work in a mode, at most `limit`. Those that were claimed the longest ago are first, so that accounts take
 * turns. Test mode includes accounts whose test clock passes through time, unless somebody continues the passage.
 */
export const claimDueAccounts = async (
  { database }: ShardScope,
  { mode, nowMs, limit, except }: DueAccountsClaim,
): Promise<string[]> => {
  const rows = selectDueRows(mode, nowMs)
  const others = JSON.stringify(except)
  const { claimed, passing } = await database.named({
    claimed: sql(
      `WITH dueRow AS MATERIALIZED (${rows.sql}),
            chosen AS MATERIALIZED (SELECT account FROM dueRow WHERE account NOT IN (SELECT value FROM json_each(?))
                                    GROUP BY account ORDER BY min(woken), min(due) LIMIT ?)
       UPDATE dueWork SET woken = ?
       WHERE (account, mode, lane) IN (SELECT account, mode, lane FROM dueRow WHERE account IN (SELECT account FROM chosen))
       RETURNING account`,
      ...rows.values,
      others,
      limit,
      nowMs,
    ),
    passing:
      mode === 'live'
        ? null
        : sql(
            `SELECT id AS account FROM accounts
             WHERE testClockTarget IS NOT NULL AND testClockHeld <= ? AND id NOT IN (SELECT value FROM json_each(?))
             ORDER BY testClockHeld LIMIT ?`,
            nowMs,
            others,
            limit,
          ),
  })
  return [...new Set([...passing, ...claimed].map((row) => accountColumn.decode(row).account))].slice(0, limit)
}

/** An account in one mode, and what of it is due. */
export interface OwnerWork {
  readonly account: AccountRecord
  /** Whether its test clock passes through time, which does the due work of each moment. */
  readonly isPassing: boolean
  /** When the first row of each due lane came due, by the account's clock, in milliseconds since 1970. The first lane has priority. */
  readonly lanes: ReadonlyMap<Lane, number>
}

const ownerWorkColumns = defineColumns({ isPassing: flag, dueLanes: json<Partial<Record<Lane, number>>>() })

/** One round trip. Null if the account does not exist. @param nowMs real time, milliseconds since 1970 */
export const readOwnerWork = async (
  { database, owner: { account, mode } }: OwnerScope,
  nowMs: number,
): Promise<OwnerWork | null> => {
  const row = await database.row(
    sql(
      `SELECT owner.account, owner.mode, ${accountColumns('owner')}, owner.mode = 'test' AND testClockTarget IS NOT NULL AS isPassing,
         (SELECT json_group_object(lane, due) FROM dueWork WHERE dueWork.account = owner.account AND dueWork.mode = owner.mode
            AND due <= ? + CASE owner.mode WHEN 'test' THEN testClockOffset ELSE 0 END) AS dueLanes
       FROM (SELECT ? AS account, ? AS mode) AS owner ${accountJoins('owner')}`,
      nowMs,
      account,
      mode,
    ),
  )
  if (row === null) return null
  const { isPassing, dueLanes } = ownerWorkColumns.decode(row)
  const inOrder = lanes.flatMap((lane) => (dueLanes[lane] === undefined ? [] : [[lane, dueLanes[lane]] as const]))
  return { account: decodeAccount(row), isPassing, lanes: new Map(inOrder) }
}

const backlogColumns = defineColumns({ lane: enumText<Lane>(), count: integer, since: nullable(integer) })
const laneColumn = defineColumns({ lane: enumText<Lane>() })

/** The most rows that a backlog counts. */
const mostCounted = 1_000

/** The due rows of a lane. */
export interface LaneBacklog {
  /** At most about a thousand. */
  readonly count: number
  /** Since when the oldest one waits, by the account's clock, in milliseconds since 1970. Null without a due row. */
  readonly since: number | null
}

/** The end of work on lanes. Times are milliseconds since 1970, by the account's clock. */
export interface WorkEnd {
  readonly hadEffect: boolean
  readonly nowMs: number
  /** Of lanes whose due rows cannot be processed now. */
  readonly retryAt: number
}

/**
 * One round trip: records when lanes come due next. Returns the lanes that are due now, with their backlog; null for a lane that was not worked on.
 *
 * What is due without an effect of the work is retried later: it cannot be done now, such as the expiry of a payment whose capture is pending.
 *
 * @param hadEffect whether the work on any of the lanes had an effect, which may have made rows of the others due
 */
export const settleLanes = async (
  scope: OwnerScope,
  worked: readonly Lane[],
  { hadEffect, nowMs, retryAt }: WorkEnd,
): Promise<ReadonlyMap<Lane, LaneBacklog | null>> => {
  const owned = isOwned(scope)
  const settled = worked.flatMap((lane) => {
    const next = selectNextDue(scope, lane)
    const where = sql(`${owned.sql} AND lane = ?`, ...owned.values, lane)
    return [
      sql(`DELETE FROM dueWork WHERE ${where.sql} AND (${next.sql}) IS NULL`, ...where.values, ...next.values),
      sql(
        `UPDATE dueWork SET due = next.due, woken = 0
         FROM (SELECT iif(due <= ?, ?, due) AS due FROM (${next.sql}) WHERE due > ?) AS next
         WHERE ${where.sql} AND dueWork.due <> next.due`,
        nowMs,
        retryAt,
        ...next.values,
        hadEffect ? nowMs : -1,
        ...where.values,
      ),
    ]
  })
  const counted = worked.map((lane) => {
    const backlog = selectBacklog(scope, lane, { nowMs, limit: mostCounted })
    const oldest = selectOldestDue(scope, lane, nowMs)
    return sql(
      `SELECT ? AS lane, count, since FROM (${backlog.sql}) CROSS JOIN (${oldest.sql})`,
      lane,
      ...backlog.values,
      ...oldest.values,
    )
  })
  const due = sql(`SELECT lane FROM dueWork WHERE ${owned.sql} AND due <= ?`, ...owned.values, nowMs)
  const results = await scope.database.batchWithRetry([...settled, due, ...counted])
  const [dueRows = [], ...backlogRows] = results.slice(settled.length)
  const backlogs = new Map(
    backlogRows.flat().map((row) => {
      const { lane, ...backlog } = backlogColumns.decode(row)
      return [lane, backlog]
    }),
  )
  return new Map(
    dueRows.map((row) => {
      const { lane } = laneColumn.decode(row)
      return [lane, backlogs.get(lane) ?? null]
    }),
  )
}
