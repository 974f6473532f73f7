import { initialSettings } from '#contract/accounts/accounts'
import type { AccountSettings } from '#contract/accounts/accounts'
import type { AuditAction } from '#contract/accounts/audit'
import type { Scope } from '#contract/scopes'
import { toSettingsPatch } from '../../domain/accounts/toSettingsPatch.ts'
import type { SealedSettingsChange } from '../../domain/accounts/toSettingsPatch.ts'
import { hashApiKey, keyHint, mintApiKey, parseApiKey } from '../../domain/apiKeys/format.ts'
import { defaultScopes, kindName } from '../../domain/apiKeys/kinds.ts'
import { createdValues } from '../../domain/createdValues.ts'
import { patchSettingsStatements } from '../../store/accounts/settingsPatch.ts'
import { selectRouting } from '../../store/accounts/routing.ts'
import { withLiterals } from '../wrangler/literals.ts'
import { insert } from './insertSql.ts'

export interface NewAccount {
  readonly id: string
  /** Settings of both modes. */
  readonly settings: Partial<AccountSettings>
  /** Settings of one mode, before those of both. */
  readonly own?: { readonly test?: Partial<AccountSettings>; readonly live?: Partial<AccountSettings> }
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Creates an account with the default settings, changed by the given ones. An existing account is left unchanged. */
export const accountSql = ({ id, settings, own = {}, now }: NewAccount): string => {
  const stored = (mode: 'test' | 'live') => toSettingsPatch({ ...initialSettings(mode), ...settings, ...own[mode] })
  return insert('accounts', {
    id,
    settings: JSON.stringify(stored('live').shared),
    testSettings: JSON.stringify(stored('test').own),
    liveSettings: JSON.stringify(stored('live').own),
    created: now,
    updated: now,
  })
}

export interface SettingsByOperator {
  readonly account: string
  readonly mode: 'test' | 'live'
  readonly change: SealedSettingsChange
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Changes the given settings of an account in one mode, by the operator, and those that both modes share. The last statement returns the settings. */
export const settingsSql = ({ account, mode, change, now }: SettingsByOperator): string[] => {
  const [, , ...statements] = patchSettingsStatements({ account, mode }, toSettingsPatch(change), 'operator', {
    at: now,
    key: 'operator',
    requestId: '',
    action: 'account.updated',
  })
  return statements.map((statement) => `${withLiterals(statement)};`)
}

/** Selects the routing rules and connections of an account in one mode, for `decodeRouting`. No row for an unknown account. */
export const routingSql = (account: string, mode: 'test' | 'live'): string =>
  withLiterals(selectRouting({ account, mode }))

export interface NewKey {
  readonly id: string
  readonly account: string
  /** The key. Only its hash and hint are stored. */
  readonly key: string
  readonly scopes?: readonly Scope[]
  /** Display name. */
  readonly name?: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Stores an API key. An existing key is left unchanged. @throws Error for an invalid key */
export const keySql = async ({ id, account, key, scopes, name, now }: NewKey): Promise<string> => {
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
    name: name ?? null,
  })
}

/** An audit entry of a key that the operator creates, like one of POST /v1/apikeys. @throws Error for an invalid key */
export const keyAuditSql = ({ id, account, key, scopes, now }: NewKey): string => {
  const parsed = parseApiKey(key)
  if (parsed === null) throw new Error('Invalid API key: its checksum is wrong.')
  const { kind, mode } = parsed
  const changes = createdValues({ kind: kindName(kind), scopes: scopes ?? defaultScopes(kind) })
  const action: AuditAction = 'apikey.issued'
  const detail = JSON.stringify({ id, mode, changes })
  return insert('audit', { account, at: now, key: 'operator', requestId: '', action, detail })
}

export interface NewSandbox {
  readonly id: string
  readonly shared: Partial<AccountSettings>
  /** Settings of its test mode. */
  readonly own: Partial<AccountSettings>
  readonly shard: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Creates an account for one developer, with new keys of test mode. */
export const sandboxSql = async ({ id, shared, own, shard, now }: NewSandbox) => {
  const mint = (kind: 'sk' | 'pk') => mintApiKey({ kind, mode: 'test', shard }).reveal()
  const [secretKey, publishableKey] = [mint('sk'), mint('pk')]
  const keys = [secretKey, publishableKey].map((key) => ({ id: crypto.randomUUID(), account: id, key, now }))
  const account = accountSql({ id, settings: shared, own: { test: own }, now })
  const statements = [account, ...(await Promise.all(keys.map(keySql))), ...keys.map(keyAuditSql)]
  return { sql: statements.join('\n'), secretKey, publishableKey }
}
