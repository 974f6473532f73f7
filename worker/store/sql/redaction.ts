import { isIndexedByResource } from '../events/events.ts'
import { sql } from './database.ts'
import type { Statement } from './database.ts'

/** Redaction of personal data in rows and in their event snapshots. Snapshots of payments have no personal data. */

/**
 * Columns with personal data and their redacted values: an SQL expression, or a function from the column's expression to one that keeps
 * part of the value.
 */
export type Redactions = Readonly<Record<string, string | ((column: string) => string)>>

const redactedValue = (redaction: Redactions[string], column: string): string =>
  typeof redaction === 'string' ? redaction : redaction(column)

/** The SET clause that redacts columns. */
export const redactedColumns = (redactions: Redactions): string =>
  Object.entries(redactions)
    .map(([column, redaction]) => `${column} = ${redactedValue(redaction, column)}`)
    .join(', ')

/**
 * Redacts the snapshots of rows in events. Stands in the batch that redacts the rows, so that later snapshots are redacted as well.
 *
 * @param which selects the ids of the rows, as text. Columns that snapshots never contain have no effect.
 */
export const redactEvents = (which: Statement, redactions: Redactions): Statement =>
  sql(
    `UPDATE events SET snapshot = json_replace(snapshot, ${Object.entries(redactions)
      .map(([column, redaction]) => {
        const member = `$.${column}`
        return `'${member}', ${redactedValue(redaction, `(snapshot ->> '${member}')`)}`
      })
      .join(', ')})
     WHERE resource IN (${which.sql}) AND ${isIndexedByResource()}`,
    ...which.values,
  )
