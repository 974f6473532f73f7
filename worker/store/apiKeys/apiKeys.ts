import type { Usage } from '#contract/quotas'
import type { Scope } from '#contract/scopes'
import { accountColumns, accountJoins, decodeAccount } from '../accounts/accountRecord.ts'
import type { AccountRecord } from '../accounts/accountRecord.ts'
import { usageColumn } from '../accounts/usage.ts'
import { appendAudit, appendAuditIf } from '../sql/audit.ts'
import { readPage } from '../sql/paging.ts'
import type { Page, PageRequest } from '../sql/paging.ts'
import { sql } from '../sql/database.ts'
import type { SessionRecord } from '../team/consoleSessions.ts'
import { defineColumns, integer, json, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { AuditNote, RowChange } from '../sql/audit.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope, StoreScope, ShardScope } from '../sql/scope.ts'

/** An API key with its account, as needed to authenticate a request. */
export interface KeyRecord {
  readonly keyId: string
  readonly kind: 'sk' | 'rk' | 'pk'
  readonly scopes: readonly Scope[]
  /** Restricts the account's allowed origins. Null for all of them. */
  readonly allowedOrigins: readonly string[] | null
  /** Milliseconds since 1970, or null. */
  readonly expires: number | null
  readonly revoked: number | null
  readonly account: AccountRecord
  /** What the account uses in the key's mode. */
  readonly usage: Usage
  /** The member whose session stands in for a key. Undefined for a key. */
  readonly session?: SessionRecord
}

const keyColumns = defineColumns({
  keyId: text,
  kind: enumText<KeyRecord['kind']>(),
  scopes: json<Scope[]>(),
  allowedOrigins: nullable(json<string[]>()),
  expires: nullable(integer),
  revoked: nullable(integer),
  usage: json<Usage>(),
})

/** One round trip: the key with this hash, its account and the account's vault key. Null if no key has the hash. */
export const findKey = async ({ database }: ShardScope, hash: string): Promise<KeyRecord | null> => {
  const row = await database.row(
    sql(
      `SELECT apiKeys.id AS keyId, kind, scopes, allowedOrigins, expires, revoked, apiKeys.account, apiKeys.mode, ${usageColumn('apiKeys')},
              ${accountColumns('apiKeys')}
       FROM apiKeys ${accountJoins('apiKeys')}
       WHERE hash = ?`,
      hash,
    ),
  )
  return row && { ...keyColumns.decode(row), account: decodeAccount(row) }
}

/** Updates when a key was last used, to the minute, so that merchants can revoke unused keys. */
export const touchKey = async ({ database }: ShardScope, keyId: string, nowMs: number): Promise<void> => {
  await database.batch([
    sql('UPDATE apiKeys SET lastUsed = ?1 WHERE id = ?2 AND (lastUsed IS NULL OR lastUsed < ?1 - 60000)', nowMs, keyId),
  ])
}

/** The stored columns of a new key's text, and its kind. */
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

/** A key in the management API, without its hash. */
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

/** One round trip: inserts a key and the audit entry. */
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

/** One round trip: a page of the keys, newest first, without a total. */
export const listKeyRows = (
  { database, owner: { account, mode } }: OwnerScope,
  page: PageRequest,
): Promise<Page<ApiKeyRow> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'apiKeys',
      columns: managedColumns.list(),
      within: sql('account = ? AND mode = ?', account, mode),
      total: null,
      entry: managedColumns.decode,
    },
    page,
  )

const keyById = ({ account, mode }: Owner, id: string): Statement =>
  sql('apiKeys.id = ? AND account = ? AND mode = ?', id, account, mode)

/** Name and rights of a key, beside the change of an audit entry. */
const auditedKey = {
  name: 'json_quote(name)',
  scopes: 'scopes',
  allowedOrigins: "coalesce(allowedOrigins, 'null')",
} as const

const keyChange = (where: Statement, after: RowChange['after']): RowChange => ({
  before: sql("json_object('expires', expires, 'revoked', revoked)"),
  row: sql(`apiKeys WHERE ${where.sql}`, ...where.values),
  after,
  about: auditedKey,
})

const selectKey = (where: Statement): Statement =>
  sql(`SELECT ${managedColumns.list()} FROM apiKeys WHERE ${where.sql}`, ...where.values)

/**
 * One round trip: revokes a valid key at the time of the audit entry. `revoked` is true for one of concurrent calls. `key` is the key
 * afterwards, or null if the account has no such key in this mode.
 */
export const markKeyRevoked = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<{ readonly revoked: boolean; readonly key: ApiKeyRow | null }> => {
  const audit = sign(note)
  const where = keyById(owner, id)
  const valid = sql(`${where.sql} AND revoked IS NULL AND (expires IS NULL OR expires > ?)`, ...where.values, audit.at)
  const [, revoked = [], [row] = []] = await database.batch([
    appendAuditIf(
      sql(`EXISTS (SELECT 1 FROM apiKeys WHERE ${valid.sql})`, ...valid.values),
      owner.account,
      audit,
      keyChange(where, { revoked: audit.at }),
    ),
    sql(`UPDATE apiKeys SET revoked = ? WHERE ${valid.sql} RETURNING id`, audit.at, ...valid.values),
    selectKey(where),
  ])
  return { revoked: revoked.length > 0, key: row === undefined ? null : managedColumns.decode(row) }
}

export interface Rotation {
  /** The key to replace, and the id of its replacement. */
  readonly id: string
  readonly newId: string
  /** One text of each kind. The statement selects the right one, which saves a round trip. */
  readonly texts: readonly KeyText[]
  /** Scopes of the requesting key. A key with more scopes is not replaced. */
  readonly scopes: readonly Scope[]
  /** When the old key expires, milliseconds since 1970. */
  readonly expires: number
}

/**
 * One round trip: replaces a key with one of the same kind, scopes, origins and name, and sets the expiry of the old key. A revoked or
 * expiring key is not replaced, so one of concurrent calls inserts a key; for the others `fresh` is null. `previous` is the old key, or null
 * if the account has no such key in this mode.
 */
export const replaceKey = async (
  { database, owner, sign }: StoreScope,
  { id, newId, texts, scopes, expires }: Rotation,
  note: AuditNote,
): Promise<{ readonly fresh: ApiKeyRow | null; readonly previous: ApiKeyRow | null }> => {
  const audit = sign(note)
  const where = keyById(owner, id)
  const replaced = sql('EXISTS (SELECT 1 FROM apiKeys AS fresh WHERE fresh.id = ?)', newId)
  const selectBoth = [selectKey(keyById(owner, newId)), selectKey(where)]
  const results = await database.batchWithVerification(
    [
      sql(
        `INSERT INTO apiKeys (id, account, kind, mode, hash, hint, name, scopes, allowedOrigins, created)
       SELECT ?, account, kind, mode, text.value ->> 'hash', text.value ->> 'hint', name, scopes, allowedOrigins, ?
       FROM apiKeys JOIN json_each(?) AS text ON text.value ->> 'kind' = kind
       WHERE ${where.sql} AND revoked IS NULL AND expires IS NULL
         AND NOT EXISTS (SELECT 1 FROM json_each(scopes) AS old WHERE old.value NOT IN (SELECT value FROM json_each(?)))`,
        newId,
        audit.at,
        JSON.stringify(texts),
        ...where.values,
        JSON.stringify(scopes),
      ),
      appendAuditIf(replaced, owner.account, audit, keyChange(where, { expires })),
      sql(
        `UPDATE apiKeys SET expires = ? WHERE ${where.sql} AND ${replaced.sql}`,
        expires,
        ...where.values,
        ...replaced.values,
      ),
      ...selectBoth,
    ],
    selectKey(keyById(owner, newId)),
  )
  const [[fresh] = [], [previous] = []] = (results.length > 1 ? results : await database.batch(selectBoth)).slice(-2)
  return {
    fresh: fresh === undefined ? null : managedColumns.decode(fresh),
    previous: previous === undefined ? null : managedColumns.decode(previous),
  }
}
