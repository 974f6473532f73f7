import { apiError } from '#contract/errors/apiError'
import { hashApiKey, parseApiKey } from '../../domain/apiKeys/format.ts'
import type { Gateway } from '../../app/gateway.ts'
import { findKey } from '../../store/apiKeys/apiKeys.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { Database } from '../../store/sql/database.ts'
import type { Meter } from '../../app/meter.ts'

/** An API key with its account, and the database that stores the account. */
export interface Authenticated {
  readonly key: KeyRecord
  readonly database: Database
  readonly d1: D1Database
  /** The shard that stores the account. */
  readonly shard: string
}

interface CachedKey {
  readonly key: KeyRecord
  readonly until: number
}

/** Keys cached in this isolate, by gateway, so that tests with several gateways share nothing. */
const cache = new WeakMap<Gateway, Map<string, CachedKey>>()
const maxCachedKeys = 1000

/** Finds a key in this isolate's cache or by one round trip. Null if there is none. */
export const findApiKey = async (text: string, gateway: Gateway, meter: Meter): Promise<Authenticated | null> => {
  const parsed = parseApiKey(text)
  if (parsed === null) return null
  const { shard } = parsed
  const d1 = gateway.environment.shards.get(shard)
  if (d1 === undefined) return null
  const database = new Database(d1, meter)
  const hash = await hashApiKey(text)
  const memory = cache.get(gateway) ?? new Map<string, CachedKey>()
  cache.set(gateway, memory)
  const now = gateway.clock.now()
  const known = memory.get(hash)
  if (known !== undefined && known.until > now) return { key: known.key, database, d1, shard }
  const key = await findKey({ database }, hash)
  if (key === null) return null
  const keepMs = gateway.keyCacheMs[key.account.mode]
  // Without a vault key the account's first one would be created twice, so such an account is read again.
  if (keepMs > 0 && key.account.vaultKey !== null) {
    if (memory.size >= maxCachedKeys) memory.clear()
    memory.set(hash, { key, until: now + keepMs })
  }
  return { key, database, d1, shard }
}

/**
 * Authenticates a request by its x-api-key header alone: no Authorization, no query, no cookie. Two headers arrive joined by a comma and are
 * rejected as an invalid key.
 *
 * Errors: key_missing, key_invalid, key_revoked, key_expired (401), account_suspended (403).
 */
export const authenticate = async (request: Request, gateway: Gateway, meter: Meter): Promise<Authenticated> => {
  const text = request.headers.get('x-api-key')
  if (text === null || text === '') throw apiError('key_missing')
  const found = await findApiKey(text, gateway, meter)
  if (found === null) throw apiError('key_invalid')
  const { key } = found
  // A key expires by its account's clock. A revocation holds, even if the test clock is moved back.
  const now = gateway.clock.now() + key.account.clockOffsetMs
  if (key.revoked !== null) throw apiError('key_revoked')
  if (key.expires !== null && key.expires <= now) throw apiError('key_expired')
  if (key.account.suspended) throw apiError('account_suspended')
  return found
}
