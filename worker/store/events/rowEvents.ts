import type { EventType } from '#contract/events/events'
import { sql } from '../sql/database.ts'
import { announce, rowAsJson } from './events.ts'
import type { Statement } from '../sql/database.ts'

/** Events of rows that an `id` names: customers, payment methods, subscriptions. */

/** When something happened, and by which request: null where time brought it about. */
export interface Cause {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly requestId: string | null
}

/** Something that happens to rows of a table. */
export interface RowEvent extends Cause {
  readonly type: EventType
  /** A piece of SQL for WHERE: the rows that it happens to. */
  readonly which: Statement
  /** An expression of SQL, see `announce`. Default: it happens once to a row. */
  readonly occasion?: Statement
  /**
   * Columns as they are going to be, as expressions of SQL, where the statement stands before the one that writes them: what a row was is
   * known no more after it.
   */
  readonly changed?: Readonly<Record<string, Statement>>
}

const once = sql("''")

/** Statements that announce what happens to rows of a table. Their snapshots have those columns. */
export const createRowAnnouncer =
  (table: string, columns: readonly string[]) =>
  ({ type, which, at, requestId, occasion = once, changed = {} }: RowEvent): Statement => {
    const asItIs = rowAsJson(table, columns)
    const changes = Object.entries(changed)
    const snapshot =
      changes.length === 0
        ? asItIs
        : `json_set(${asItIs}, ${changes.map(([column, { sql: value }]) => `'$.${column}', ${value}`).join(', ')})`
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
