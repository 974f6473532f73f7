import { apiError } from '#contract/errors/apiError'
import { requestServices } from '../../app/compose.ts'
import type { Gateway } from '../../app/gateway.ts'
import type { RequestServices } from '../../app/compose.ts'
import { findCheckoutWithAccount } from '../../store/checkouts/checkouts.ts'
import type { FoundCheckout } from '../../store/checkouts/checkouts.ts'
import { Database } from '../../store/sql/database.ts'
import { toCaller } from './caller.ts'
import type { RequestContext } from '../handleRequest.ts'
import { limitShopper } from '../rateLimits/rateLimit.ts'

/** A shopper at a checkout. The checkout's id is the credential; there is no API key. */
export interface CheckoutSession {
  readonly found: FoundCheckout
  /** The services of the checkout's account, with a browser's rights. */
  readonly services: RequestServices
}

const checkoutIdPattern = /^[0-9a-z]{2}[0-9A-Za-z]{22}$/

/** One round trip to the shard that the id names. Null if there is no such checkout or its account is suspended. */
export const openCheckoutSession = async (
  id: string,
  context: RequestContext,
  gateway: Gateway,
): Promise<CheckoutSession | null> => {
  const shard = id.slice(0, 2)
  const d1 = checkoutIdPattern.test(id) ? gateway.environment.shards.get(shard) : undefined
  if (d1 === undefined) return null
  const database = new Database(d1, context.meter)
  const found = await findCheckoutWithAccount({ database }, id)
  if (found === null || found.account.suspended) return null
  const { account, checkout } = found
  // Events and notes name the key that created the checkout.
  const key = {
    keyId: checkout.key,
    kind: 'pk',
    scopes: [],
    allowedOrigins: null,
    expires: null,
    revoked: null,
    account,
  } as const
  context.key = key
  const services = requestServices(
    gateway,
    { ...context, account, database, keyId: key.keyId, shard },
    toCaller(key, shard, context),
  )
  context.wakeEndpoints = services.endpoints.wakeAll
  return { found, services }
}

/**
 * Opens the session for a request that changes something: it must come from the checkout's own page, and counts against the address's limit.
 *
 * Errors: origin_not_allowed from other pages; not_found; rate_limited.
 */
export const requireCheckoutSession = async (
  id: string,
  context: RequestContext,
  gateway: Gateway,
): Promise<CheckoutSession> => {
  // Browsers set this header, and no page can change it (Fetch Metadata, W3C).
  if (context.request.headers.get('sec-fetch-site') !== 'same-origin') throw apiError('origin_not_allowed')
  const session = await openCheckoutSession(id, context, gateway)
  if (session === null) throw apiError('not_found', { details: { resource: 'checkout' } })
  await limitShopper(id, context, gateway)
  return session
}
