import { scannedUntil } from '../../domain/transactions/recovery/scans.ts'
import { timeOfTransactionId } from '../../domain/ids.ts'
import { defaultTimeLimits } from '../../domain/timeLimits.ts'
import { defineColumns, enumText, integer, nullable, text } from '../../store/sql/row.ts'
import type { RowOf } from '../../store/sql/row.ts'
import { sql } from '../../store/sql/statement.ts'
import type { Row, Statement } from '../../store/sql/statement.ts'
import { isUnscanned, scanPosition } from '../../store/sql/sweepPositions.ts'
import { isLagging } from '../../store/webhooks/laggingEndpoints.ts'
import { selectDueRows } from '../../store/work/dueWork.ts'
import { selectBacklog, selectOldestDue } from '../../store/work/nextDue.ts'
import type { Lane } from '../../store/work/nextDue.ts'
import { withLiterals } from '../wrangler/literals.ts'
import { mostCountedRows, shownAtMost } from './report.ts'
import type { DueLane, ScanState, ShardStatus } from './report.ts'

/** Runs statements on one shard. Returns the rows of each. */
export type RunStatements = (statements: readonly string[]) => Promise<Row[][]>

/** The most lanes of accounts whose rows are counted. */
const mostLanes = 200
/** Characters of the statements of one call: an argument of a process has at most 128 KiB. */
const mostCharacters = 60_000

const mode = enumText<'test' | 'live'>()

const dueColumns = defineColumns({
  account: text,
  mode,
  lane: enumText<Lane>(),
  /** By the account's clock. */
  due: integer,
  clockOffset: integer,
  /** Number of all due lanes. */
  total: integer,
})

type Due = RowOf<typeof dueColumns>

/** Live mode first, then the work that is due for the longest time. */
const selectDueLanes = (nowMs: number): Statement => {
  const [live, test] = [selectDueRows('live', nowMs), selectDueRows('test', nowMs)]
  return sql(
    `SELECT due.account, due.mode, due.lane, due.due, iif(due.mode = 'test', coalesce(testClockOffset, 0), 0) AS clockOffset,
       count(*) OVER () AS total
     FROM (SELECT * FROM (${live.sql}) UNION ALL SELECT * FROM (${test.sql})) AS due LEFT JOIN accounts ON accounts.id = due.account
     ORDER BY due.mode, due.due - clockOffset LIMIT ?`,
    ...live.values,
    ...test.values,
    mostLanes,
  )
}

const attentionColumns = defineColumns({ account: text, mode, payments: integer, total: integer })

/** Reads the index of these payments alone. */
const selectAttention = sql(
  `SELECT account, mode, count(*) AS payments, sum(count(*)) OVER () AS total
   FROM transactions INDEXED BY transactionsByAttention WHERE attention IS NOT NULL
   GROUP BY account, mode ORDER BY payments DESC LIMIT ?`,
  shownAtMost,
)

const webhookColumns = defineColumns({ webhook: text, account: text, mode, undelivered: integer, total: integer })

const selectLaggingWebhooks = sql(
  `SELECT id AS webhook, account, mode, count(*) OVER () AS total,
     (SELECT max(position) FROM events WHERE events.account = webhooks.account AND events.mode = webhooks.mode) - max(seen, since)
       AS undelivered
   FROM webhooks WHERE ${isLagging.sql} ORDER BY undelivered DESC LIMIT ?`,
  ...isLagging.values,
  shownAtMost,
)

const clockColumns = defineColumns({ account: text, moment: nullable(integer), target: integer, total: integer })

const selectPassingClocks = (nowMs: number): Statement =>
  sql(
    `SELECT id AS account, testClockMoment AS moment, testClockTarget + ? AS target, count(*) OVER () AS total
     FROM accounts WHERE testClockTarget IS NOT NULL ORDER BY testClockHeld LIMIT ?`,
    nowMs,
    shownAtMost,
  )

const scanColumns = defineColumns({
  /** The last id that was read; 0 for none. */
  operations: integer,
  holds: integer,
  /** The first id that is old enough for its scan. */
  nextOperation: nullable(integer),
  nextHold: nullable(integer),
  /** When the use of quotas was counted, milliseconds since 1970. */
  quotasCounted: nullable(integer),
})

const selectScans = ({ operationsUntil, holdsUntil }: ReturnType<typeof scannedUntil>): Statement => {
  const [operations, holds] = [isUnscanned('operations', operationsUntil), isUnscanned('holds', holdsUntil)]
  return sql(
    `SELECT ${scanPosition('operations')} AS operations, ${scanPosition('holds')} AS holds,
       (SELECT min(id) FROM operations WHERE ${operations.sql}) AS nextOperation,
       (SELECT min(id) FROM transactions WHERE ${holds.sql}) AS nextHold,
       (SELECT position FROM sweepPositions WHERE name = 'usage') AS quotasCounted`,
    ...operations.values,
    ...holds.values,
  )
}

/** @param until the last id that is old enough */
const toScanState = (last: number, next: number | null, until: number): ScanState => ({
  readUpTo: last === 0 ? null : timeOfTransactionId(last),
  behindMs: next === null ? 0 : timeOfTransactionId(until) - timeOfTransactionId(next),
})

const countColumns = defineColumns({ backlog: integer, since: nullable(integer) })

const selectCount = ({ account, mode, lane, clockOffset }: Due, nowMs: number): Statement => {
  const scope = { owner: { account, mode } }
  const backlog = selectBacklog(scope, lane, { nowMs: nowMs + clockOffset, limit: mostCountedRows })
  const oldest = selectOldestDue(scope, lane, nowMs + clockOffset)
  return sql(`SELECT (${backlog.sql}) AS backlog, (${oldest.sql}) AS since`, ...backlog.values, ...oldest.values)
}

/**
 * A lane has no due row if its entry is earlier than its first row, or if its account is suspended. A lane whose rows could not be processed
 * waits since it is due again.
 */
const toDueLane = ({ account, mode, lane, due, clockOffset }: Due, row: Row, nowMs: number): DueLane | null => {
  const { backlog, since } = countColumns.decode(row)
  if (since === null) return null
  const ageMs = Math.max(0, nowMs + clockOffset - Math.max(since, due))
  return { account, mode, lane, backlog: Math.min(backlog, mostCountedRows), ageMs }
}

/** Runs statements in calls that wrangler accepts. */
const runInParts = async (run: RunStatements, statements: readonly string[]): Promise<Row[][]> => {
  const parts: string[][] = []
  let characters = Infinity
  for (const statement of statements) {
    if (characters + statement.length > mostCharacters) {
      parts.push([])
      characters = 0
    }
    parts.at(-1)!.push(statement)
    characters += statement.length
  }
  const results: Row[][] = []
  for (const part of parts) results.push(...(await run(part)))
  return results
}

const toText = (statement: Statement): string => `${withLiterals(statement)};`

const totalOf = (rows: readonly { readonly total: number }[]): number => rows[0]?.total ?? 0

/** @param nowMs real time, milliseconds since 1970 */
export const readStatus = async (run: RunStatements, shard: string, nowMs: number): Promise<ShardStatus> => {
  const until = scannedUntil(nowMs, defaultTimeLimits)
  const [dueRows = [], attentionRows = [], webhookRows = [], clockRows = [], scanRows = []] = await run(
    [selectDueLanes(nowMs), selectAttention, selectLaggingWebhooks, selectPassingClocks(nowMs), selectScans(until)].map(
      toText,
    ),
  )
  const due = dueRows.map(dueColumns.decode)
  const counts = await runInParts(
    run,
    due.map((lane) => toText(selectCount(lane, nowMs))),
  )
  const attention = attentionRows.map(attentionColumns.decode)
  const webhooks = webhookRows.map(webhookColumns.decode)
  const clocks = clockRows.map(clockColumns.decode)
  const scans = scanColumns.decode(scanRows[0]!)
  return {
    shard,
    dueLanes: due.flatMap((lane, index) => toDueLane(lane, counts[index]![0]!, nowMs) ?? []),
    lanesNotCounted: totalOf(due) - due.length,
    attention: { total: totalOf(attention), accounts: attention },
    webhooks: { total: totalOf(webhooks), most: webhooks },
    testClocks: { total: totalOf(clocks), first: clocks },
    scans: {
      operations: toScanState(scans.operations, scans.nextOperation, until.operationsUntil),
      holds: toScanState(scans.holds, scans.nextHold, until.holdsUntil),
    },
    quotasCounted: scans.quotasCounted,
  }
}
