import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, integer, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'

/** A key pair for card encryption by clients: the public key as JSON text, the private key sealed. */
const columns = defineColumns({
  kid: text,
  publicKey: text,
  sealedKey: text,
  wrappedKey: text,
  /** Real time, milliseconds since 1970. */
  created: integer,
})

export type StoredCardKey = RowOf<typeof columns>

const createdAfter = ({ account, mode }: Owner, since: number): Statement =>
  sql('account = ? AND mode = ? AND created > ?', account, mode, since)

const selectKeys = (owner: Owner, since: number): Statement => {
  const where = createdAfter(owner, since)
  return sql(`SELECT ${columns.list()} FROM cardKeys WHERE ${where.sql} ORDER BY created DESC`, ...where.values)
}

/** One round trip: the keys that were created after this time, newest first. */
export const listCardKeys = async ({ database, owner }: OwnerScope, since: number): Promise<StoredCardKey[]> =>
  (await database.rows(selectKeys(owner, since))).map(columns.decode)

/**
 * One round trip: inserts a key unless a current one exists, and returns the keys newest first. Concurrent requests get the same.
 *
 * @param current keys that were created after this time are current
 * @param since keys that were created after this time are returned
 */
export const insertCardKeyUnlessCurrent = async (
  { database, owner }: OwnerScope,
  key: StoredCardKey,
  { current, since }: { readonly current: number; readonly since: number },
): Promise<StoredCardKey[]> => {
  const where = createdAfter(owner, current)
  const [, rows = []] = await database.batch([
    sql(
      `INSERT INTO cardKeys (account, mode, ${columns.list()}) SELECT ?, ?, ${columns.placeholders}
       WHERE NOT EXISTS (SELECT 1 FROM cardKeys WHERE ${where.sql})`,
      owner.account,
      owner.mode,
      ...columns.encode(key),
      ...where.values,
    ),
    selectKeys(owner, since),
  ])
  return rows.map(columns.decode)
}

/** A condition: the key was created by this time. In no scope, since test clocks do not apply to keys. */
export const isCardKeyRetired = (createdBy: number): Statement => sql('created <= ?', createdBy)

/** One round trip: deletes at most `limit` keys that were created by this time, with their private keys. Returns how many. */
export const deleteCardKeys = async ({ database }: ShardScope, createdBy: number, limit: number): Promise<number> => {
  const retired = isCardKeyRetired(createdBy)
  const rows = await database.rows(
    sql(
      `DELETE FROM cardKeys
       WHERE (account, mode, kid) IN (SELECT account, mode, kid FROM cardKeys WHERE ${retired.sql} LIMIT ?)
       RETURNING kid`,
      ...retired.values,
      limit,
    ),
  )
  return rows.length
}
