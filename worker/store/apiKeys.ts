import type { AccountSettings } from '#contract/accounts'
import type { Scope } from '#contract/endpoint'
import type { StoredAccountKey } from './accountKeys.ts'
import type { Database, Row } from './database.ts'
import { sql } from './database.ts'

/** An API key with the account that it opens: all that a request must know before it begins. */
export interface KeyRecord {
  readonly keyId: string
  readonly kind: 'sk' | 'rk' | 'pk'
  readonly scopes: readonly Scope[]
  /** Narrows the account's allowed origins; null takes them as they are. */
  readonly allowedOrigins: readonly string[] | null
  /** Milliseconds since 1970, or null. */
  readonly expires: number | null
  readonly revoked: number | null
  readonly account: {
    readonly id: string
    readonly mode: 'test' | 'live'
    readonly suspended: boolean
    readonly settings: AccountSettings
    /** Null until the worker makes one, at first need. */
    readonly vaultKey: StoredAccountKey | null
  }
}

const keyRecord = (row: Row): KeyRecord => ({
  keyId: row['keyId'] as string,
  kind: row['kind'] as KeyRecord['kind'],
  scopes: JSON.parse(row['scopes'] as string) as Scope[],
  allowedOrigins: row['allowedOrigins'] === null ? null : (JSON.parse(row['allowedOrigins'] as string) as string[]),
  expires: row['expires'] as number | null,
  revoked: row['revoked'] as number | null,
  account: {
    id: row['account'] as string,
    mode: row['mode'] as 'test' | 'live',
    suspended: row['suspended'] !== 0,
    settings: JSON.parse(row['settings'] as string) as AccountSettings,
    vaultKey:
      row['wrappedKey'] === null
        ? null
        : { wrappedKey: row['wrappedKey'] as string, rootVersion: row['rootVersion'] as number },
  },
})

/** One round trip: the key by its hash, its account, the account's vault key. Null where no key has the hash. */
export const findKey = async (database: Database, hash: string): Promise<KeyRecord | null> => {
  const row = await database.row(
    sql(
      `SELECT apiKeys.id AS keyId, kind, scopes, allowedOrigins, expires, revoked, apiKeys.account, apiKeys.mode,
              suspended, settings, wrappedKey, rootVersion
       FROM apiKeys
       JOIN accounts ON accounts.id = apiKeys.account
       LEFT JOIN accountKeys ON accountKeys.account = apiKeys.account AND accountKeys.mode = apiKeys.mode
       WHERE hash = ?`,
      hash,
    ),
  )
  return row === null ? null : keyRecord(row)
}

/** Notes that a key was used, to the minute: people revoke keys that nobody uses. */
export const touchKey = async (database: Database, keyId: string, nowMs: number): Promise<void> => {
  await database.batch([
    sql('UPDATE apiKeys SET lastUsed = ?1 WHERE id = ?2 AND (lastUsed IS NULL OR lastUsed < ?1 - 60000)', nowMs, keyId),
  ])
}
