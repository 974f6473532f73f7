import { sql } from './database.ts'
import type { Statement } from './database.ts'

/** How rows, and the events that keep copies of them, forget a person. */

/**
 * Columns that lose what they say of a person, and what they are from then on: an expression of SQL, or one made of what reads the column,
 * where something of it stays.
 */
export type Redactions = Readonly<Record<string, string | ((own: string) => string)>>

const redactedValue = (blank: Redactions[string], own: string): string =>
  typeof blank === 'string' ? blank : blank(own)

/** What follows SET. */
export const redactedColumns = (blanks: Redactions): string =>
  Object.entries(blanks)
    .map(([column, blank]) => `${column} = ${redactedValue(blank, column)}`)
    .join(', ')

/**
 * Blanks the copies of rows that events have, in the same batch as the rows: whatever is announced later is drawn of blank ones.
 *
 * @param which selects the ids of the rows, as text
 * @param at where in a snapshot the columns are; those that are not there, because events never keep them, are left out
 */
export const redactEvents = (which: Statement, blanks: Redactions, at = '$'): Statement =>
  sql(
    `UPDATE events SET snapshot = json_replace(snapshot, ${Object.entries(blanks)
      .map(([column, blank]) => `'${at}.${column}', ${redactedValue(blank, `(snapshot ->> '${at}.${column}')`)}`)
      .join(', ')})
     WHERE resource IN (${which.sql})`,
    ...which.values,
  )
