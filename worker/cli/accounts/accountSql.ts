import { shippedSettings } from '#contract/accounts/accounts'
import type { AccountSettings } from '#contract/accounts/accounts'
import type { Scope } from '#contract/endpoint'
import { hashApiKey, keyHint, parseApiKey } from '../../domain/apiKeys/format.ts'
import { scopesOf } from '../../domain/apiKeys/kinds.ts'

/**
 * SQL as text, for `wrangler d1 execute`, which binds no parameters. The only values that ever stand in it are an operator's own settings
 * and keys' hashes.
 */
const literal = (value: string | number | null): string => {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

const insert = (table: string, row: Readonly<Record<string, string | number | null>>): string =>
  `INSERT OR IGNORE INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')});`

export interface NewAccount {
  readonly id: string
  readonly settings: Partial<AccountSettings>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Creates an account with the shipped settings but those given; leaves one that exists as it is. */
export const accountSql = ({ id, settings, now }: NewAccount): string =>
  insert('accounts', {
    id,
    settings: JSON.stringify({ ...shippedSettings, ...settings }),
    created: now,
    updated: now,
  })

/** Replaces the settings of an account. */
export const settingsSql = (id: string, settings: AccountSettings, now: number): string =>
  `UPDATE accounts SET settings = ${literal(JSON.stringify(settings))}, updated = ${now} WHERE id = ${literal(id)};`

export interface NewKey {
  readonly id: string
  readonly account: string
  /** The key itself. Its hash and hint go into the database, it does not. */
  readonly key: string
  readonly scopes?: readonly Scope[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Stores a key of an account; leaves one that exists as it is. @throws Error for a text that is no key */
export const keySql = async ({ id, account, key, scopes: chosen, now }: NewKey): Promise<string> => {
  const form = parseApiKey(key)
  if (form === null) throw new Error('That is no API key: its checksum is wrong.')
  return insert('apiKeys', {
    id,
    account,
    kind: form.kind,
    mode: form.mode,
    hash: await hashApiKey(key),
    hint: keyHint(key),
    scopes: JSON.stringify(chosen ?? scopesOf(form.kind)),
    created: now,
  })
}
