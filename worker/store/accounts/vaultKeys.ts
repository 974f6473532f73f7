import { refuse } from '#contract/refusal'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'

export interface StoredAccountKey {
  readonly wrappedKey: string
  readonly rootVersion: number
}

/**
 * Keeps the first vault key that anybody makes for an account and mode, and answers the one that is kept: two requests may both find
 * none, and only one of their keys may ever be used.
 *
 * A root key that is older than one in use writes no more: an isolate from before a rotation would leave a key behind that nobody can open
 * once the old root is gone. Refusal: unavailable, for such an isolate; by the next try there is a newer one.
 */
export const keepFirstAccountKey = async (
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
    sql('SELECT wrappedKey, rootVersion FROM accountKeys WHERE account = ? AND mode = ?', account, mode),
  ])
  if (row === undefined) throw refuse('unavailable')
  return row as unknown as StoredAccountKey
}

export type OutdatedKey = Owner & StoredAccountKey

/** True of keys that a root key older than this one wraps. */
export const isOutdated = (rootVersion: number): Statement => sql('rootVersion < ?', rootVersion)

/** Keys that a root key older than this one wraps, at most `limit` of them. */
export const findOutdatedKeys = async (
  { database }: ShardScope,
  rootVersion: number,
  limit: number,
): Promise<OutdatedKey[]> => {
  const outdated = isOutdated(rootVersion)
  return (await database.rows(
    sql(
      `SELECT account, mode, wrappedKey, rootVersion FROM accountKeys WHERE ${outdated.sql} LIMIT ?`,
      ...outdated.values,
      limit,
    ),
  )) as unknown as OutdatedKey[]
}

/** A key as it was wrapped, and as it is wrapped anew. */
export interface Rewrapped {
  readonly old: OutdatedKey
  readonly fresh: StoredAccountKey
}

/** One round trip: writes keys that were wrapped anew, where nobody else has done so. Answers how many. */
export const replaceWrappings = async ({ database }: ShardScope, rewrapped: readonly Rewrapped[]): Promise<number> => {
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
