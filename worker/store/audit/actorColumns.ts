import { defineColumns, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** The columns that name who made a change. */
export const actorNameColumns = {
  /** Name of the API key, empty if it has none. Null if no API key made the change. */
  keyName: nullable(text),
  /** Name of the member of the team. Null if none made the change. */
  memberName: nullable(text),
}

const actorColumns = defineColumns({ key: text, ...actorNameColumns })

export type ActorRow = RowOf<typeof actorColumns>

/**
 * SQL expressions of these columns.
 *
 * @param key an SQL expression: what a row stores of who made it
 * @param account an SQL expression: the account of the row
 */
export const actorNames = (key: string, account: string): string =>
  `(SELECT coalesce(name, '') FROM apiKeys WHERE apiKeys.id = ${key} AND apiKeys.account = ${account}) AS keyName,
  (SELECT name FROM members WHERE members.id = substr(${key}, 8) AND ${key} LIKE 'member:%' AND members.account = ${account}) AS memberName`
