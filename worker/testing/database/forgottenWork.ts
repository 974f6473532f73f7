import { lanes, rowsOfLane } from '../../store/work/nextDue.ts'

/** A lane whose due work the cron would not see in time: its entry in `dueWork` is missing or too late. */
export interface ForgottenWork {
  readonly account: string
  readonly mode: string
  readonly lane: string
  /** Of its first row, by the account's clock, milliseconds since 1970. */
  readonly due: number
  /** Of its entry; null for none. */
  readonly entry: number | null
}

/** A lane whose due rows cannot be processed now is retried after this time. */
const retryAfterMs = 60_000

const queries = lanes.flatMap((lane) =>
  rowsOfLane[lane].map(
    ({ table, due, condition, laterMs = 0 }) =>
      `SELECT first.account, first.mode, '${lane}' AS lane, first.due, dueWork.due AS entry
       FROM (SELECT account, mode, min(${due}) + ${laterMs} AS due FROM ${table} WHERE ${condition} GROUP BY account, mode) AS first
       JOIN accounts ON accounts.id = first.account
       LEFT JOIN dueWork ON dueWork.account = first.account AND dueWork.mode = first.mode AND dueWork.lane = '${lane}'
       WHERE dueWork.due IS NULL
         OR dueWork.due > max(first.due, ? + iif(first.mode = 'test', testClockOffset, 0) + ${retryAfterMs})`,
  ),
)

/**
 * Returns all forgotten work of a shard. A correct gateway has none at any time: triggers enter each row that comes due. A lane whose due rows
 * cannot be processed waits for a minute.
 *
 * @param now real time, milliseconds since 1970
 */
export const findForgottenWork = async (d1: D1Database, now: number): Promise<ForgottenWork[]> =>
  (await d1.batch<ForgottenWork>(queries.map((query) => d1.prepare(query).bind(now)))).flatMap(({ results }) => results)
