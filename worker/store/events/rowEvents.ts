import type { EventType } from '#contract/events/events'
import { sql } from '../sql/database.ts'
import { announce, rowAsJson } from './events.ts'
import type { Statement } from '../sql/database.ts'

/** Events of rows with the column `id`: customers, payment methods, subscriptions. */

/** The time and request of a change. The request is null for background work. */
export interface Cause {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly requestId: string | null
}

/** An event of rows of a table. */
export interface RowEvent extends Cause {
  readonly type: EventType
  /** A WHERE condition: the rows with the event. */
  readonly which: Statement
  /** An SQL expression, see `announce`. Default: once per row. */
  readonly occasion?: Statement
  /**
   * New values of columns, as SQL expressions, for an event that stands before its UPDATE, which overwrites the old row.
   */
  readonly changed?: Readonly<Record<string, Statement>>
}

const once = sql("''")

/** Creates a function that inserts events of a table's rows. Their snapshots have the given columns. */
export const createRowAnnouncer =
  (table: string, columns: readonly string[]) =>
  ({ type, which, at, requestId, occasion = once, changed = {} }: RowEvent): Statement => {
    const currentRow = rowAsJson(table, columns)
    const changes = Object.entries(changed)
    const snapshot =
      changes.length === 0
        ? currentRow
        : `json_set(${currentRow}, ${changes.map(([column, { sql: value }]) => `'$.${column}', ${value}`).join(', ')})`
    return announce(
      sql(
        `SELECT account, mode, '${type}' AS type, id AS resource, ${occasion.sql} AS occasion, ? AS requestId, ? AS at, 0 AS place,
                ${snapshot} AS snapshot
         FROM ${table} WHERE ${which.sql}`,
        ...occasion.values,
        requestId,
        at,
        ...changes.flatMap(([, { values }]) => values),
        ...which.values,
      ),
    )
  }
