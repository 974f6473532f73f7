import type { DatabaseSync } from 'node:sqlite'
import { generateAccountKey, rewrapAccountKey } from '../../vault/keys/accountKeys.ts'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'

/** Wraps each account key in a database file with the newest root key, as the sweep of a deployed gateway does within minutes. */
export const rewrapAccountKeys = async (database: DatabaseSync, rootKeys: string): Promise<void> => {
  const roots = await parseRootKeys(rootKeys)
  const rows = database.prepare("SELECT account || '/' || mode AS holder, wrappedKey FROM accountKeys").all()
  const update = database.prepare('UPDATE accountKeys SET wrappedKey = ?, rootVersion = ? WHERE wrappedKey = ?')
  for (const { holder, wrappedKey } of rows) {
    const fresh = await rewrapAccountKey(roots, String(holder), String(wrappedKey))
    update.all(fresh.wrappedKey, fresh.rootVersion, String(wrappedKey))
  }
}

/** Gives an account a key in test mode, as its first sealed data does. */
export const addAccountKey = async (database: DatabaseSync, rootKeys: string, account: string): Promise<void> => {
  const { wrappedKey, rootVersion } = await generateAccountKey(await parseRootKeys(rootKeys), `${account}/test`)
  database
    .prepare("INSERT OR IGNORE INTO accountKeys (account, mode, wrappedKey, rootVersion) VALUES (?, 'test', ?, ?)")
    .all(account, wrappedKey, rootVersion)
}
