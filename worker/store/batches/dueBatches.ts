import { all, sql } from '../sql/database.ts'
import { defineColumns, integer, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import { isOwned } from '../sql/ownedRows.ts'
import { batchColumns } from './batches.ts'
import type { BatchRow } from './batches.ts'

/** The batches that a sweep closes. The table `unsettled` has a row per account and mode with captures or credits outside of a batch. */

const unsettledColumns = {
  account: text,
  mode: enumText<'test' | 'live'>(),
  /** The earliest approval, milliseconds since 1970. */
  since: integer,
}

const undatedColumns = defineColumns({ ...unsettledColumns, timeZone: text })
const datedColumns = defineColumns({
  ...unsettledColumns,
  /** When the batch closes, milliseconds since 1970. */
  cutoff: integer,
})

export type UnsettledWithoutCutoff = RowOf<typeof undatedColumns>
export type UnsettledWithCutoff = RowOf<typeof datedColumns>

/** At most `limit` of each. */
export interface DueBatches {
  /** Accounts without a calculated cut-off. */
  readonly undated: readonly UnsettledWithoutCutoff[]
  /** Accounts whose cut-off has passed. */
  readonly due: readonly UnsettledWithCutoff[]
  readonly closing: readonly BatchRow[]
}

/** Conditions of due rows of the tables `unsettled` and `batches`. */
export const dueBatchConditions = (scope: OwnerScope, nowMs: number) => {
  const within = isOwned(scope)
  return {
    isUndated: all(sql('cutoff IS NULL'), within),
    isOver: all(sql('cutoff <= ?', nowMs), within),
    isClosing: all(sql("status = 'closing'"), within),
  }
}

/** One round trip: accounts that need a cut-off, accounts with a due batch, and batches that are closing. */
export const readDueBatches = async (scope: OwnerScope, nowMs: number, limit: number): Promise<DueBatches> => {
  const { isUndated, isOver, isClosing } = dueBatchConditions(scope, nowMs)
  const { undated, due, closing } = await scope.database.named({
    undated: sql(
      `SELECT account, mode, since, settings ->> 'timeZone' AS timeZone FROM unsettled JOIN accounts ON accounts.id = account
       WHERE ${isUndated.sql} LIMIT ?`,
      ...isUndated.values,
      limit,
    ),
    due: sql(`SELECT ${datedColumns.list()} FROM unsettled WHERE ${isOver.sql} LIMIT ?`, ...isOver.values, limit),
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
export const setCutoffs = async ({ database }: ShardScope, dated: readonly UnsettledWithCutoff[]): Promise<void> => {
  await database.batchWithRetry([
    sql(
      `UPDATE unsettled SET cutoff = dated.value ->> 'cutoff' FROM json_each(?) AS dated
       WHERE account = dated.value ->> 'account' AND mode = dated.value ->> 'mode' AND since = dated.value ->> 'since'
         AND unsettled.cutoff IS NULL`,
      JSON.stringify(dated),
    ),
  ])
}
