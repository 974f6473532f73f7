import type { AccountSettings } from '#contract/accounts'
import type { Scope } from '#contract/endpoint'
import type { StoredAccountKey } from '../accounts/vaultKeys.ts'
import { appendAudit, appendAuditIf } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import { endpointsOf } from '../webhooks/enabledWebhooks.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope, ShardScope } from '../sql/scope.ts'

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
    /** How far the account's clock is ahead of the real one, in milliseconds: 0 in live mode. */
    readonly clockOffsetMs: number
    /** Null until the worker makes one, at first need. */
    readonly vaultKey: StoredAccountKey | null
    /** The ids of the webhooks that are enabled. */
    readonly endpoints: readonly string[]
  }
}

const originsOf = (row: Row): string[] | null =>
  row['allowedOrigins'] === null ? null : (JSON.parse(row['allowedOrigins'] as string) as string[])

/** The account of a row that was selected with it. */
export const accountOf = (row: Row): KeyRecord['account'] => ({
  id: row['account'] as string,
  mode: row['mode'] as 'test' | 'live',
  suspended: row['suspended'] !== 0,
  settings: JSON.parse(row['settings'] as string) as AccountSettings,
  clockOffsetMs: row['clockOffsetMs'] as number,
  vaultKey:
    row['wrappedKey'] === null
      ? null
      : { wrappedKey: row['wrappedKey'] as string, rootVersion: row['rootVersion'] as number },
  endpoints: JSON.parse(row['endpoints'] as string) as string[],
})

const keyRecord = (row: Row): KeyRecord => ({
  keyId: row['keyId'] as string,
  kind: row['kind'] as KeyRecord['kind'],
  scopes: JSON.parse(row['scopes'] as string) as Scope[],
  allowedOrigins: originsOf(row),
  expires: row['expires'] as number | null,
  revoked: row['revoked'] as number | null,
  account: accountOf(row),
})

/** One round trip: the key by its hash, its account, the account's vault key. Null where no key has the hash. */
export const findKey = async ({ database }: ShardScope, hash: string): Promise<KeyRecord | null> => {
  const row = await database.row(
    sql(
      `SELECT apiKeys.id AS keyId, kind, scopes, allowedOrigins, expires, revoked, apiKeys.account, apiKeys.mode,
              suspended, settings, CASE apiKeys.mode WHEN 'test' THEN testClockOffset ELSE 0 END AS clockOffsetMs,
              wrappedKey, rootVersion, ${endpointsOf('apiKeys')}
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
export const touchKey = async ({ database }: ShardScope, keyId: string, nowMs: number): Promise<void> => {
  await database.batch([
    sql('UPDATE apiKeys SET lastUsed = ?1 WHERE id = ?2 AND (lastUsed IS NULL OR lastUsed < ?1 - 60000)', nowMs, keyId),
  ])
}

/** What storage keeps of a new key's text, and its kind, which the text says too. */
export interface KeyText {
  readonly kind: KeyRecord['kind']
  readonly hash: string
  readonly hint: string
}

export interface NewApiKey extends KeyText {
  readonly id: string
  readonly name: string | null
  readonly scopes: readonly Scope[]
  readonly allowedOrigins: readonly string[] | null
  /** Milliseconds since 1970. */
  readonly created: number
}

/** A key as the account manages it. The hash never leaves this file. */
export interface ApiKeyRow extends Omit<NewApiKey, 'hash'> {
  readonly mode: 'test' | 'live'
  /** Milliseconds since 1970, or null. */
  readonly expires: number | null
  readonly revoked: number | null
  readonly lastUsed: number | null
}

const managed = 'id, kind, mode, hint, name, scopes, allowedOrigins, created, expires, revoked, lastUsed'

const apiKeyRow = (row: Row): ApiKeyRow => ({
  ...(row as unknown as ApiKeyRow),
  scopes: JSON.parse(row['scopes'] as string) as Scope[],
  allowedOrigins: originsOf(row),
})

/** One round trip: the key, and who issued it. */
export const insertKey = async (
  { database, owner, sign }: StoreScope,
  { id, kind, hash, hint, name, scopes, allowedOrigins, created }: NewApiKey,
  note: AuditNote,
): Promise<void> => {
  const audit = sign(note)
  const { account, mode } = owner
  await database.writing(
    [
      sql(
        `INSERT INTO apiKeys (id, account, kind, mode, hash, hint, name, scopes, allowedOrigins, created)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        account,
        kind,
        mode,
        hash,
        hint,
        name,
        JSON.stringify(scopes),
        allowedOrigins === null ? null : JSON.stringify(allowedOrigins),
        created,
      ),
      appendAudit(account, audit),
    ],
    select(theKey(owner, id)),
  )
}

/** A page of the keys, newest first. Page numbers begin with 1. */
export const listKeys = async (
  { database, owner: { account, mode } }: OwnerScope,
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
): Promise<ApiKeyRow[]> => {
  const rows = await database.rows(
    sql(
      `SELECT ${managed} FROM apiKeys WHERE account = ? AND mode = ? ORDER BY created DESC, id DESC LIMIT ? OFFSET ?`,
      account,
      mode,
      pageSize,
      (pageNumber - 1) * pageSize,
    ),
  )
  return rows.map(apiKeyRow)
}

const theKey = ({ account, mode }: Owner, id: string): Statement =>
  sql('apiKeys.id = ? AND account = ? AND mode = ?', id, account, mode)

const select = (where: Statement): Statement =>
  sql(`SELECT ${managed} FROM apiKeys WHERE ${where.sql}`, ...where.values)

/**
 * One round trip: revokes a key that still works, at the time of the audit entry. Of any number of rivals one is told `revoked`; the
 * others get the key as it is, or null where the account has none of this id in this mode.
 */
export const revokeKey = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<{ readonly revoked: boolean; readonly key: ApiKeyRow | null }> => {
  const audit = sign(note)
  const own = theKey(owner, id)
  const works = sql(`${own.sql} AND revoked IS NULL AND (expires IS NULL OR expires > ?)`, ...own.values, audit.at)
  const [, revoked = [], [row] = []] = await database.batch([
    appendAuditIf(sql(`EXISTS (SELECT 1 FROM apiKeys WHERE ${works.sql})`, ...works.values), owner.account, audit),
    sql(`UPDATE apiKeys SET revoked = ? WHERE ${works.sql} RETURNING id`, audit.at, ...works.values),
    select(own),
  ])
  return { revoked: revoked.length > 0, key: row === undefined ? null : apiKeyRow(row) }
}

export interface Rotation {
  /** The key to be replaced, and the id of the one that replaces it. */
  readonly id: string
  readonly newId: string
  /** A text of each kind: which of them is needed, the database knows, and to ask first would cost a round trip. */
  readonly texts: readonly KeyText[]
  /** What the key that asks may do: a key that may do more is not replaced. */
  readonly scopes: readonly Scope[]
  /** When the old key stops, milliseconds since 1970. */
  readonly expires: number
}

/**
 * One round trip: replaces a key by one of the same kind, scopes, origins and name, and lets the old one end. Only a key that is neither
 * revoked nor ends already is replaced, so that of any number of rivals one makes a new key; the others are told `fresh: null`, with the
 * old key as it is, or null where the account has none of this id in this mode.
 */
export const rotateKey = async (
  { database, owner, sign }: StoreScope,
  { id, newId, texts, scopes, expires }: Rotation,
  note: AuditNote,
): Promise<{ readonly fresh: ApiKeyRow | null; readonly previous: ApiKeyRow | null }> => {
  const audit = sign(note)
  const own = theKey(owner, id)
  const replaced = sql('EXISTS (SELECT 1 FROM apiKeys AS fresh WHERE fresh.id = ?)', newId)
  const asTheyAre = [select(theKey(owner, newId)), select(own)]
  const results = await database.writing(
    [
      sql(
        `INSERT INTO apiKeys (id, account, kind, mode, hash, hint, name, scopes, allowedOrigins, created)
       SELECT ?, account, kind, mode, text.value ->> 'hash', text.value ->> 'hint', name, scopes, allowedOrigins, ?
       FROM apiKeys JOIN json_each(?) AS text ON text.value ->> 'kind' = kind
       WHERE ${own.sql} AND revoked IS NULL AND expires IS NULL
         AND NOT EXISTS (SELECT 1 FROM json_each(scopes) AS old WHERE old.value NOT IN (SELECT value FROM json_each(?)))`,
        newId,
        audit.at,
        JSON.stringify(texts),
        ...own.values,
        JSON.stringify(scopes),
      ),
      sql(
        `UPDATE apiKeys SET expires = ? WHERE ${own.sql} AND ${replaced.sql}`,
        expires,
        ...own.values,
        ...replaced.values,
      ),
      appendAuditIf(replaced, owner.account, audit),
      ...asTheyAre,
    ],
    select(theKey(owner, newId)),
  )
  const [[fresh] = [], [previous] = []] = (results.length > 1 ? results : await database.batch(asTheyAre)).slice(-2)
  return {
    fresh: fresh === undefined ? null : apiKeyRow(fresh),
    previous: previous === undefined ? null : apiKeyRow(previous),
  }
}
