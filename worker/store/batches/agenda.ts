import { all, sql } from '../sql/database.ts'
import { columnsOf, integer, text, word } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { ShardScope } from '../sql/scope.ts'
import { inScope } from '../sql/sweepScope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { batchColumns } from './batches.ts'
import type { BatchRow } from './batches.ts'

/** Which batches a sweep closes. The table `unsettled` has a row for each account and mode with captures or credits that no batch has. */

const unsettledColumns = {
  account: text,
  mode: word<'test' | 'live'>(),
  /** The earliest approval, milliseconds since 1970. */
  since: integer,
}

const undatedColumns = columnsOf({ ...unsettledColumns, timeZone: text })
const datedColumns = columnsOf({
  ...unsettledColumns,
  /** When the batch closes, milliseconds since 1970. */
  cutoff: integer,
})

export type Undated = RowOf<typeof undatedColumns>
export type Dated = RowOf<typeof datedColumns>

/** At most `limit` of each. */
export interface BatchAgenda {
  /** Accounts whose next cut-off is not known yet. */
  readonly undated: readonly Undated[]
  /** Accounts whose day is over. */
  readonly due: readonly Dated[]
  readonly closing: readonly BatchRow[]
}

/** Conditions of due work, of the table `unsettled` or of `batches`. */
export const batchWork = (scope: SweepScope, nowMs: number) => {
  const within = inScope(scope)
  return {
    isUndated: all(sql('cutoff IS NULL'), within),
    isOver: all(sql('cutoff <= ?', nowMs), within),
    isClosing: all(sql("status = 'closing'"), within),
  }
}

/** One round trip: reads the batches that a sweep has to date, to begin and to continue. */
export const readBatchAgenda = async (scope: SweepScope, nowMs: number, limit: number): Promise<BatchAgenda> => {
  const { isUndated, isOver, isClosing } = batchWork(scope, nowMs)
  const { undated, due, closing } = await scope.database.named({
    undated: sql(
      `SELECT account, mode, since, settings ->> 'timeZone' AS timeZone FROM unsettled JOIN accounts ON accounts.id = account
       WHERE ${isUndated.sql} LIMIT ?`,
      ...isUndated.values,
      limit,
    ),
    due: sql(
      `SELECT ${datedColumns.list()} FROM unsettled WHERE ${isOver.sql} ORDER BY cutoff LIMIT ?`,
      ...isOver.values,
      limit,
    ),
    closing: sql(
      `SELECT ${batchColumns.list()} FROM batches WHERE ${isClosing.sql} LIMIT ?`,
      ...isClosing.values,
      limit,
    ),
  })
  return {
    undated: undated.map(undatedColumns.decode),
    due: due.map(datedColumns.decode),
    closing: closing.map(batchColumns.decode),
  }
}

/** Sets when the batches of accounts close. */
export const setCutoffs = async ({ database }: ShardScope, dated: readonly Dated[]): Promise<void> => {
  await database.repeatable([
    sql(
      `UPDATE unsettled SET cutoff = dated.value ->> 'cutoff' FROM json_each(?) AS dated
       WHERE account = dated.value ->> 'account' AND mode = dated.value ->> 'mode' AND since = dated.value ->> 'since'
         AND unsettled.cutoff IS NULL`,
      JSON.stringify(dated),
    ),
  ])
}
