import type { Scope } from '#contract/endpoint'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { AccountRecord } from '../accounts/accountRecord.ts'
import { appendAudit, appendAuditIf } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import { defineColumns, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { Statement } from '../sql/database.ts'
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
  readonly account: AccountRecord
}

const keyColumns = defineColumns({
  keyId: text,
  kind: enumText<KeyRecord['kind']>(),
  scopes: json<Scope[]>(),
  allowedOrigins: nullable(json<string[]>()),
  expires: nullable(integer),
  revoked: nullable(integer),
})

/** One round trip: the key by its hash, its account, the account's vault key. Null where no key has the hash. */
export const findKey = async ({ database }: ShardScope, hash: string): Promise<KeyRecord | null> => {
  const row = await database.row(
    sql(
      `SELECT apiKeys.id AS keyId, kind, scopes, allowedOrigins, expires, revoked, apiKeys.account, apiKeys.mode,
              ${accountColumns('apiKeys')}
       FROM apiKeys ${accountJoins('apiKeys')}
       WHERE hash = ?`,
      hash,
    ),
  )
  return row && { ...keyColumns.decode(row), account: decodeAccount(row) }
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
const managedColumns = defineColumns({
  id: text,
  kind: enumText<KeyRecord['kind']>(),
  mode: enumText<'test' | 'live'>(),
  hint: text,
  name: nullable(text),
  scopes: json<readonly Scope[]>(),
  allowedOrigins: nullable(json<readonly string[]>()),
  created: integer,
  /** Milliseconds since 1970, or null. */
  expires: nullable(integer),
  revoked: nullable(integer),
  lastUsed: nullable(integer),
})

export type ApiKeyRow = RowOf<typeof managedColumns>

/** One round trip: the key, and who issued it. */
export const insertKey = async (
  { database, owner, sign }: StoreScope,
  { id, kind, hash, hint, name, scopes, allowedOrigins, created }: NewApiKey,
  note: AuditNote,
): Promise<void> => {
  const audit = sign(note)
  const { account, mode } = owner
  await database.batchWithVerification(
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
    selectKey(keyById(owner, id)),
  )
}

/** A page of the keys, newest first. Page numbers begin with 1. */
export const listKeyRows = async (
  { database, owner: { account, mode } }: OwnerScope,
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
): Promise<ApiKeyRow[]> => {
  const rows = await database.rows(
    sql(
      `SELECT ${managedColumns.list()} FROM apiKeys WHERE account = ? AND mode = ? ORDER BY created DESC, id DESC LIMIT ? OFFSET ?`,
      account,
      mode,
      pageSize,
      (pageNumber - 1) * pageSize,
    ),
  )
  return rows.map(managedColumns.decode)
}

const keyById = ({ account, mode }: Owner, id: string): Statement =>
  sql('apiKeys.id = ? AND account = ? AND mode = ?', id, account, mode)

const selectKey = (where: Statement): Statement =>
  sql(`SELECT ${managedColumns.list()} FROM apiKeys WHERE ${where.sql}`, ...where.values)

/**
 * One round trip: revokes a key that still works, at the time of the audit entry. Of any number of rivals one is told `revoked`; the
 * others get the key as it is, or null where the account has none of this id in this mode.
 */
export const markKeyRevoked = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<{ readonly revoked: boolean; readonly key: ApiKeyRow | null }> => {
  const audit = sign(note)
  const own = keyById(owner, id)
  const works = sql(`${own.sql} AND revoked IS NULL AND (expires IS NULL OR expires > ?)`, ...own.values, audit.at)
  const [, revoked = [], [row] = []] = await database.batch([
    appendAuditIf(sql(`EXISTS (SELECT 1 FROM apiKeys WHERE ${works.sql})`, ...works.values), owner.account, audit),
    sql(`UPDATE apiKeys SET revoked = ? WHERE ${works.sql} RETURNING id`, audit.at, ...works.values),
    selectKey(own),
  ])
  return { revoked: revoked.length > 0, key: row === undefined ? null : managedColumns.decode(row) }
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
export const replaceKey = async (
  { database, owner, sign }: StoreScope,
  { id, newId, texts, scopes, expires }: Rotation,
  note: AuditNote,
): Promise<{ readonly fresh: ApiKeyRow | null; readonly previous: ApiKeyRow | null }> => {
  const audit = sign(note)
  const own = keyById(owner, id)
  const replaced = sql('EXISTS (SELECT 1 FROM apiKeys AS fresh WHERE fresh.id = ?)', newId)
  const asTheyAre = [selectKey(keyById(owner, newId)), selectKey(own)]
  const results = await database.batchWithVerification(
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
    selectKey(keyById(owner, newId)),
  )
  const [[fresh] = [], [previous] = []] = (results.length > 1 ? results : await database.batch(asTheyAre)).slice(-2)
  return {
    fresh: fresh === undefined ? null : managedColumns.decode(fresh),
    previous: previous === undefined ? null : managedColumns.decode(previous),
  }
}
