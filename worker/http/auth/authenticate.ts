import { refuse } from '#contract/errors/apiError'
import { hashApiKey, parseApiKey } from '../../domain/apiKeys/format.ts'
import type { Gateway } from '../../app/gateway.ts'
import { findKey } from '../../store/apiKeys/apiKeys.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { Database } from '../../store/sql/database.ts'
import type { Meter } from '../../app/meter.ts'

/** A key that opens an account, and the database that the account lives in. */
export interface Authenticated {
  readonly key: KeyRecord
  readonly database: Database
  readonly d1: D1Database
  /** Where the account lives, as its keys name it. */
  readonly shard: string
}

interface Remembered {
  readonly key: KeyRecord
  readonly until: number
}

/** Keys that this isolate has seen, by gateway, so that tests with several share nothing. */
const remembered = new WeakMap<Gateway, Map<string, Remembered>>()
const mostRemembered = 1000

/** The key by its text, from this isolate's memory or by one round trip. Null where there is none such. */
export const lookUpKey = async (text: string, gateway: Gateway, meter: Meter): Promise<Authenticated | null> => {
  const form = parseApiKey(text)
  if (form === null) return null
  const { shard } = form
  const d1 = gateway.environment.shards.get(shard)
  if (d1 === undefined) return null
  const database = new Database(d1, meter)
  const hash = await hashApiKey(text)
  const memory = remembered.get(gateway) ?? new Map<string, Remembered>()
  remembered.set(gateway, memory)
  const now = gateway.clock.now()
  const known = memory.get(hash)
  if (known !== undefined && known.until > now) return { key: known.key, database, d1, shard }
  const key = await findKey({ database }, hash)
  if (key === null) return null
  const keepMs = gateway.keyCacheMs[key.account.mode]
  // A key whose account has no vault key yet is asked for again, or the account's first key would be made twice.
  if (keepMs > 0 && key.account.vaultKey !== null) {
    if (memory.size >= mostRemembered) memory.clear()
    memory.set(hash, { key, until: now + keepMs })
  }
  return { key, database, d1, shard }
}

/**
 * Who asks, by the header x-api-key and nothing else: no Authorization, no query, no cookie. Two headers arrive as one with a comma, which
 * is no key.
 *
 * Refusals: key_missing, key_invalid, key_revoked, key_expired (401), account_suspended (403).
 */
export const authenticate = async (request: Request, gateway: Gateway, meter: Meter): Promise<Authenticated> => {
  const text = request.headers.get('x-api-key')
  if (text === null || text === '') throw refuse('key_missing')
  const found = await lookUpKey(text, gateway, meter)
  if (found === null) throw refuse('key_invalid')
  const { key } = found
  // A key ends by the clock of its account. A revocation stands, wherever that clock is put.
  const now = gateway.clock.now() + key.account.clockOffsetMs
  if (key.revoked !== null) throw refuse('key_revoked')
  if (key.expires !== null && key.expires <= now) throw refuse('key_expired')
  if (key.account.suspended) throw refuse('account_suspended')
  return found
}
