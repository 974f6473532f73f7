import { initialSettings } from '#contract/accounts/accounts'
import type { AccountSettings } from '#contract/accounts/accounts'
import type { Scope } from '#contract/scopes'
import { hashApiKey, keyHint, parseApiKey } from '../../domain/apiKeys/format.ts'
import { defaultScopes } from '../../domain/apiKeys/kinds.ts'

/** An SQL literal for `wrangler d1 execute`, which binds no parameters. The values are the operator's settings and hashes of keys. */
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

/** Creates an account with the default settings, changed by the given ones. An existing account is left unchanged. */
export const accountSql = ({ id, settings, now }: NewAccount): string =>
  insert('accounts', {
    id,
    settings: JSON.stringify({ ...initialSettings, ...settings }),
    created: now,
    updated: now,
  })

/** Replaces the settings of an account. */
export const settingsSql = (id: string, settings: AccountSettings, now: number): string =>
  `UPDATE accounts SET settings = ${literal(JSON.stringify(settings))}, updated = ${now} WHERE id = ${literal(id)};`

export interface NewKey {
  readonly id: string
  readonly account: string
  /** The key. Only its hash and hint are stored. */
  readonly key: string
  readonly scopes?: readonly Scope[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Stores an API key. An existing key is left unchanged. @throws Error for an invalid key */
export const keySql = async ({ id, account, key, scopes, now }: NewKey): Promise<string> => {
  const parsed = parseApiKey(key)
  if (parsed === null) throw new Error('Invalid API key: its checksum is wrong.')
  return insert('apiKeys', {
    id,
    account,
    kind: parsed.kind,
    mode: parsed.mode,
    hash: await hashApiKey(key),
    hint: keyHint(key),
    scopes: JSON.stringify(scopes ?? defaultScopes(parsed.kind)),
    created: now,
  })
}
