import { apiError } from '#contract/errors/apiError'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, integer, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'

const wrapping = { wrappedKey: text, rootVersion: integer } as const

const keyColumns = defineColumns(wrapping)

export type StoredAccountKey = RowOf<typeof keyColumns>

/**
 * Inserts the vault key of an account and mode if it has none, and returns the stored one: concurrent requests get the same key.
 *
 * A root key older than one in use is rejected with `unavailable`: an isolate from before a rotation would insert a key that cannot be
 * opened once the old root key is deleted. A retry reaches a newer isolate.
 */
export const getOrInsertAccountKey = async (
  { database, owner: { account, mode } }: OwnerScope,
  { wrappedKey, rootVersion }: StoredAccountKey,
): Promise<StoredAccountKey> => {
  const [, [row] = []] = await database.batch([
    sql(
      `INSERT OR IGNORE INTO accountKeys (account, mode, wrappedKey, rootVersion)
       SELECT ?1, ?2, ?3, ?4 WHERE ?4 >= (SELECT coalesce(max(rootVersion), 0) FROM accountKeys)`,
      account,
      mode,
      wrappedKey,
      rootVersion,
    ),
    sql(`SELECT ${keyColumns.list()} FROM accountKeys WHERE account = ? AND mode = ?`, account, mode),
  ])
  if (row === undefined) throw apiError('unavailable')
  return keyColumns.decode(row)
}

const ownedKeyColumns = defineColumns({ account: text, mode: enumText<Owner['mode']>(), ...wrapping })

export type OutdatedKey = RowOf<typeof ownedKeyColumns>

/** A condition: a root key older than this version wraps the key. */
export const isOutdated = (rootVersion: number): Statement => sql('rootVersion < ?', rootVersion)

/** One round trip: at most `limit` keys that an older root key wraps. */
export const findOutdatedKeys = async (
  { database }: ShardScope,
  rootVersion: number,
  limit: number,
): Promise<OutdatedKey[]> => {
  const outdated = isOutdated(rootVersion)
  const rows = await database.rows(
    sql(`SELECT ${ownedKeyColumns.list()} FROM accountKeys WHERE ${outdated.sql} LIMIT ?`, ...outdated.values, limit),
  )
  return rows.map(ownedKeyColumns.decode)
}

/** A key with its old and new wrapping. */
export interface RewrappedKey {
  readonly old: OutdatedKey
  readonly fresh: StoredAccountKey
}

/** One round trip: replaces wrappings that have not changed, and returns their number. */
export const replaceWrappings = async (
  { database }: ShardScope,
  rewrapped: readonly RewrappedKey[],
): Promise<number> => {
  const rows = await database.rows(
    sql(
      `UPDATE accountKeys SET wrappedKey = key.value ->> '$.fresh.wrappedKey', rootVersion = key.value ->> '$.fresh.rootVersion'
       FROM json_each(?) AS key
       WHERE account = key.value ->> '$.old.account' AND mode = key.value ->> '$.old.mode'
         AND wrappedKey = key.value ->> '$.old.wrappedKey'
       RETURNING account`,
      JSON.stringify(rewrapped),
    ),
  )
  return rows.length
}
