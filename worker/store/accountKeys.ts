import type { Database } from './database.ts'
import { sql } from './database.ts'

export interface StoredAccountKey {
  readonly wrappedKey: string
  readonly rootVersion: number
}

/**
 * Keeps the first vault key that anybody makes for an account and mode, and answers the one that is kept: two requests may both find
 * none, and only one of their keys may ever be used.
 */
export const keepFirstAccountKey = async (
  database: Database,
  account: string,
  mode: string,
  { wrappedKey, rootVersion }: StoredAccountKey,
): Promise<StoredAccountKey> => {
  const [, [row] = []] = await database.batch([
    sql(
      'INSERT OR IGNORE INTO accountKeys (account, mode, wrappedKey, rootVersion) VALUES (?, ?, ?, ?)',
      account,
      mode,
      wrappedKey,
      rootVersion,
    ),
    sql('SELECT wrappedKey, rootVersion FROM accountKeys WHERE account = ? AND mode = ?', account, mode),
  ])
  if (row === undefined) throw new Error('The account key was neither found nor made.')
  return row as unknown as StoredAccountKey
}
