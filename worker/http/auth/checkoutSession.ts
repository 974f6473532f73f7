import type { RateLimitName } from '#contract/rateLimits'
import { apiError } from '#contract/errors/apiError'
import { requestServices } from '../../app/requestServices.ts'
import type { Gateway } from '../../app/gateway.ts'
import type { RequestServices } from '../../app/requestServices.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { findCheckoutWithAccount } from '../../store/checkouts/findCheckout.ts'
import type { FoundCheckout } from '../../store/checkouts/findCheckout.ts'
import { Database } from '../../store/sql/database.ts'
import { toCaller } from './caller.ts'
import type { RequestContext } from '../handleRequest.ts'
import { limitBrowser, limitLookup } from '../rateLimits/rateLimit.ts'
import { findNotedAccount, noteCheckout } from '../rateLimits/notedCheckouts.ts'

/** A shopper at a checkout. The checkout's id is the credential; there is no API key. */
export interface CheckoutSession {
  readonly found: FoundCheckout
  /** The services of the checkout's account, with a browser's rights. */
  readonly services: RequestServices
}

const checkoutIdPattern = /^[0-9a-z]{2}[0-9A-Za-z]{22}$/

/**
 * One round trip to the shard that the id names. Null if there is no such checkout or its account is suspended.
 *
 * The limit is counted first, for the account and the client's address; for an id that this isolate has not met, that of look-ups.
 *
 * Error: rate_limited.
 */
export const openCheckoutSession = async (
  id: string,
  limit: RateLimitName,
  context: RequestContext,
  gateway: Gateway,
): Promise<CheckoutSession | null> => {
  const shard = id.slice(0, 2)
  const d1 = checkoutIdPattern.test(id) ? gateway.environment.shards.get(shard) : undefined
  if (d1 === undefined) return null
  const met = findNotedAccount(id, gateway)
  const limitShopper = (account: KeyRecord['account']) => limitBrowser(limit, { kind: 'pk', account }, context, gateway)
  await (met === undefined ? limitLookup('checkout', context, gateway) : limitShopper(met))
  const database = new Database(d1, context.meter, gateway.patience)
  const found = await findCheckoutWithAccount({ database }, id)
  if (found === null || found.account.suspended) return null
  const { account, checkout } = found
  noteCheckout(id, account, gateway)
  if (met === undefined) await limitShopper(account)
  // Events and notes name the key that created the checkout.
  const key = {
    keyId: checkout.key,
    kind: 'pk',
    scopes: [],
    allowedOrigins: null,
    expires: null,
    revoked: null,
    account,
    usage: {},
  } as const
  context.key = key
  const services = requestServices(
    gateway,
    { ...context, account, database, keyId: key.keyId, shard },
    toCaller(key, shard, context, gateway.environment),
  )
  context.wakeEndpoints = services.endpoints.wakeAll
  context.noteConnections = services.noteConnections
  return { found, services }
}

/**
 * Opens the session for a request that changes something: it must come from the checkout's own page.
 *
 * Errors: origin_not_allowed from other pages; not_found; rate_limited.
 */
export const requireCheckoutSession = async (
  id: string,
  limit: RateLimitName,
  context: RequestContext,
  gateway: Gateway,
): Promise<CheckoutSession> => {
  // Browsers set this header, and no page can change it (Fetch Metadata, W3C).
  if (context.request.headers.get('sec-fetch-site') !== 'same-origin') throw apiError('origin_not_allowed')
  const session = await openCheckoutSession(id, limit, context, gateway)
  if (session === null) throw apiError('not_found', { details: { resource: 'checkout' } })
  return session
}
