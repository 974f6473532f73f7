import type { Endpoint } from '#contract/endpoint'
import { apiError } from '#contract/errors/apiError'
import { hashApiKey, parseApiKey } from '../../domain/apiKeys/format.ts'
import type { Gateway } from '../../app/gateway.ts'
import { findKey } from '../../store/apiKeys/apiKeys.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { Database } from '../../store/sql/database.ts'
import { limitAccount, limitBrowser, limitLookup } from '../rateLimits/rateLimit.ts'
import type { LimitedRequest } from '../rateLimits/rateLimit.ts'

/** An API key with its account, and the database that stores the account. */
export interface Authenticated {
  readonly key: KeyRecord
  readonly database: Database
  readonly d1: D1Database
  /** The shard that stores the account. */
  readonly shard: string
}

/** Whether a key may be used. A key expires by its account's clock. A revocation holds, even if the test clock is moved back. */
export const keyState = (
  { revoked, expires, account }: KeyRecord,
  { clock }: Pick<Gateway, 'clock'>,
): 'valid' | 'key_revoked' | 'key_expired' | 'account_suspended' => {
  if (revoked !== null) return 'key_revoked'
  if (expires !== null && expires <= clock.now() + account.clockOffsetMs) return 'key_expired'
  return account.suspended ? 'account_suspended' : 'valid'
}

/** Counts a request with a key that the isolate has met. */
export type LimitKey = (key: KeyRecord) => Promise<void>

/**
 * Finds a key in this isolate's memory or by one round trip. Null if no such key was issued.
 *
 * Limits are counted first: those of `limitKey` for a key that this isolate has met, else that of look-ups by the client's address.
 * So a limited request costs no round trip, except for the first one of an account with an unmet key.
 *
 * Error: rate_limited.
 */
export const findApiKey = async (
  text: string,
  context: LimitedRequest,
  gateway: Gateway,
  limitKey: LimitKey,
): Promise<Authenticated | null> => {
  const parsed = parseApiKey(text)
  const d1 = parsed === null ? undefined : gateway.environment.shards.get(parsed.shard)
  if (parsed === null || d1 === undefined) return null
  const found = { database: new Database(d1, context.meter, gateway.patience), d1, shard: parsed.shard }
  const hash = await hashApiKey(text)
  const met = gateway.keyCache.get(hash)
  await (met === undefined ? limitLookup('key', context, gateway) : limitKey(met.key))
  const now = gateway.clock.now()
  if (met !== undefined && met.freshUntil > now) return { key: met.key, ...found }
  const add = gateway.keyCache.beginRead()
  const key = await findKey(found, hash)
  if (key === null || keyState(key, gateway) !== 'valid') {
    gateway.keyCache.delete(hash)
    return key && { key, ...found }
  }
  // Without a vault key the account's first one would be created twice, so such an account is read again.
  const freshMs = key.account.vaultKey === null ? 0 : gateway.keyCacheMs[key.account.mode]
  add(hash, { key, freshUntil: now + freshMs })
  if (met === undefined) await limitKey(key)
  return { key, ...found }
}

/**
 * Authenticates a request by its x-api-key header alone: no Authorization, no query, no cookie. Two headers arrive joined by a comma and are
 * rejected as an invalid key. Counts it against the limits of its account and address.
 *
 * Errors: key_missing, key_invalid, key_revoked, key_expired (401), account_suspended (403), rate_limited (429).
 */
export const authenticate = async (
  context: LimitedRequest,
  gateway: Gateway,
  endpoint?: Pick<Endpoint, 'ipRateLimit'>,
): Promise<Authenticated> => {
  const text = context.request.headers.get('x-api-key')
  if (text === null || text === '') throw apiError('key_missing')
  const found = await findApiKey(text, context, gateway, async (key) => {
    // For the headers and the log line of a response to a limited request.
    context.key = key
    await limitAccount(key, context, gateway)
    await limitBrowser(endpoint?.ipRateLimit, key, context, gateway)
  })
  context.key = null
  if (found === null) throw apiError('key_invalid')
  const state = keyState(found.key, gateway)
  if (state !== 'valid') throw apiError(state)
  context.key = found.key
  return found
}
