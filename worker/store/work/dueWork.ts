import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { AccountRecord } from '../accounts/accountRecord.ts'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { isOwned } from '../sql/ownedRows.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, enumText, flag, integer, json, nullable, text } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { lanes, selectBacklog, selectNextDue } from './nextDue.ts'
import type { Lane } from './nextDue.ts'

/**
 * The table `dueWork`: one row per account, mode and lane that has rows, with the time at which the first of them comes due. Triggers make that
 * time earlier, `settleLanes` makes it later.
 */

const onTestClock = 'SELECT id FROM accounts WHERE testClockOffset <> 0'

/** SELECT of the due rows of a mode: those by real time, and in test mode those by a test clock. */
const dueRows = (mode: Owner['mode'], nowMs: number): Statement => {
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

const claimAccounts = (mode: Owner['mode'], nowMs: number, limit: number): Statement => {
  const rows = dueRows(mode, nowMs)
  return sql(
    `WITH dueRow AS MATERIALIZED (${rows.sql}),
          chosen AS MATERIALIZED (SELECT account FROM dueRow GROUP BY account ORDER BY min(woken), min(due) LIMIT ?)
     UPDATE dueWork SET woken = ?
     WHERE (account, mode, lane) IN (SELECT account, mode, lane FROM dueRow WHERE account IN (SELECT account FROM chosen))
     RETURNING account`,
    ...rows.values,
    limit,
    nowMs,
  )
}

const accountColumn = defineColumns({ account: text })

/** The accounts with due work, by mode. */
export type DueAccounts = Readonly<Record<Owner['mode'], readonly string[]>>

/**
 * One round trip: the accounts with due work, at most `limits` of each mode. Those that were returned the longest ago are first, so that accounts
 * take turns.
 *
 * @param nowMs real time, milliseconds since 1970
 */
export const claimDueAccounts = async (
  { database }: ShardScope,
  nowMs: number,
  limits: Readonly<Record<Owner['mode'], number>>,
): Promise<DueAccounts> => {
  const { live, test, passing } = await database.named({
    live: claimAccounts('live', nowMs, limits.live),
    test: claimAccounts('test', nowMs, limits.test),
    passing: sql(
      `SELECT id AS account FROM accounts WHERE testClockTarget IS NOT NULL AND testClockHeld <= ? ORDER BY testClockHeld LIMIT ?`,
      nowMs,
      limits.test,
    ),
  })
  const accounts = (rows: typeof live) => [...new Set(rows.map((row) => accountColumn.decode(row).account))]
  return { live: accounts(live), test: accounts([...test, ...passing]) }
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

const nextColumns = defineColumns({ lane: enumText<Lane>(), due: nullable(integer), backlog: integer })

/** The most rows that a backlog counts. */
const mostCounted = 1_000

/** When lanes are due again. Milliseconds since 1970, by the account's clock. */
export interface SettleTimes {
  readonly nowMs: number
  /** Of lanes whose due rows cannot be processed now. */
  readonly retryAt: number
}

/**
 * One round trip: records when lanes come due next. Returns those that are still due, with the number of their due rows, at most about a
 * thousand.
 *
 * A lane without an effect is retried later: what is due in it cannot be done now, such as the expiry of a payment whose capture is pending.
 *
 * @param worked whether the work on each lane had an effect
 */
export const settleLanes = async (
  scope: OwnerScope,
  worked: ReadonlyMap<Lane, boolean>,
  { nowMs, retryAt }: SettleTimes,
): Promise<ReadonlyMap<Lane, number>> => {
  const owned = isOwned(scope)
  const statements = [...worked].flatMap(([lane, hadEffect]) => {
    const next = selectNextDue(scope, lane)
    const backlog = selectBacklog(scope, lane, { nowMs, limit: mostCounted })
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
      sql(
        `SELECT ? AS lane, due, (${backlog.sql}) AS backlog FROM (${next.sql})`,
        lane,
        ...backlog.values,
        ...next.values,
      ),
    ]
  })
  const results = await scope.database.batchWithRetry(statements)
  return new Map(
    // The third statement of each lane.
    results
      .filter((_, index) => index % 3 === 2)
      .flatMap((rows) => {
        const { lane, due, backlog } = nextColumns.decode(rows[0]!)
        return due !== null && due <= nowMs && worked.get(lane) ? [[lane, backlog] as const] : []
      }),
  )
}
