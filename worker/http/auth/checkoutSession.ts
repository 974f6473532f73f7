import { refuse } from '#contract/errors/apiError'
import { requestServices } from '../../app/compose.ts'
import type { Gateway } from '../../app/gateway.ts'
import type { RequestServices } from '../../app/compose.ts'
import { visitCheckout } from '../../store/checkouts/checkouts.ts'
import type { FoundCheckout } from '../../store/checkouts/checkouts.ts'
import { Database } from '../../store/sql/database.ts'
import { callerOf } from './caller.ts'
import type { Exchange } from '../handleRequest.ts'
import { limitVisitor } from '../rateLimits/rateLimit.ts'

/** A shopper at a checkout: whoever has its id, and no key. */
export interface Visit {
  readonly found: FoundCheckout
  /** Of the checkout's account, as a browser may use them. */
  readonly services: RequestServices
}

const form = /^[0-9a-z]{2}[0-9A-Za-z]{22}$/

/** Null where there is no such checkout, or its account is suspended: one round trip, by the shard that the id names. */
export const visit = async (id: string, going: Exchange, gateway: Gateway): Promise<Visit | null> => {
  const shard = id.slice(0, 2)
  const d1 = form.test(id) ? gateway.environment.shards.get(shard) : undefined
  if (d1 === undefined) return null
  const database = new Database(d1, going.meter)
  const found = await visitCheckout({ database }, id)
  if (found === null || found.account.suspended) return null
  const { account, checkout } = found
  // What happens here happens by the key that made the checkout, and from a browser.
  const key = {
    keyId: checkout.key,
    kind: 'pk',
    scopes: [],
    allowedOrigins: null,
    expires: null,
    revoked: null,
    account,
  } as const
  going.key = key
  const services = requestServices(
    gateway,
    { ...going, account, database, keyId: key.keyId, shard },
    callerOf(key, shard, going),
  )
  going.wakeEndpoints = services.endpoints.wakeAll
  return { found, services }
}

/**
 * A visit that wants something done: by the checkout's own page, and no more often than one address may.
 *
 * Refusals: origin_not_allowed, where another page asks; not_found; rate_limited.
 */
export const visitFromPage = async (id: string, going: Exchange, gateway: Gateway): Promise<Visit> => {
  // A browser says by itself where a request comes from, and no page can say otherwise (Fetch Metadata, W3C).
  if (going.request.headers.get('sec-fetch-site') !== 'same-origin') throw refuse('origin_not_allowed')
  const visiting = await visit(id, going, gateway)
  if (visiting === null) throw refuse('not_found', { details: { resource: 'checkout' } })
  await limitVisitor(id, going, gateway)
  return visiting
}
