import { rateLimits } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import { apiError } from '#contract/errors/apiError'
import type { RateLimiter } from '../../app/env.ts'
import type { Gateway } from '../../app/gateway.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { clientAddress } from './address.ts'
import type { RequestContext } from '../handleRequest.ts'

/** What limits need of a request. */
export type LimitedRequest = Pick<RequestContext, 'request' | 'meter' | 'rateLimits' | 'key'>

const hasRoom = async (limiter: RateLimiter, key: string): Promise<boolean> => {
  try {
    return (await limiter.limit({ key })).success
  } catch {
    return true
  }
}

/**
 * Counts a request against a limit and names the limit in the response headers. A limit that is not bound or whose counter fails is ignored:
 * it must not stop payments.
 *
 * Error: rate_limited (429).
 */
const count = async (
  name: RateLimitName,
  key: string,
  context: LimitedRequest,
  { rateLimiters }: Gateway,
): Promise<void> => {
  const limiter = rateLimiters[name]
  if (limiter === undefined) return
  context.rateLimits.push(name)
  if (!(await hasRoom(limiter, key))) throw apiError('rate_limited', { details: { policy: name, ...rateLimits[name] } })
}

/** Limits all requests of an account in one mode, by its tier. */
export const limitAccount = async (
  { account }: Pick<KeyRecord, 'account'>,
  context: LimitedRequest,
  gateway: Gateway,
): Promise<void> => {
  const { id, mode, settings } = account
  if (settings.rateTier !== 'unlimited') await count(settings.rateTier, `${id}/${mode}`, context, gateway)
}

/**
 * Limits requests of browsers to an account by client address, against card testing: with all publishable keys and at all checkouts
 * of the account together.
 */
export const limitBrowser = async (
  limit: RateLimitName | undefined,
  { kind, account }: Pick<KeyRecord, 'kind' | 'account'>,
  context: LimitedRequest,
  gateway: Gateway,
): Promise<void> => {
  const address = clientAddress(context.request)
  if (limit === undefined || kind !== 'pk' || address === null) return
  const { id, mode, settings } = account
  if (settings.rateTier !== 'unlimited') await count(limit, `${id}/${mode}/${address}`, context, gateway)
}

/** A wrong security code counts as this many payments: the seventh within a minute is rejected before the database is read. */
const wrongCodeWeight = 10

/**
 * Counts a wrong security code at a checkout against the limit of payments from the client's address. Not in test mode, where all of them come
 * from documented test cards.
 */
export const countWrongCode = async (
  { id, mode, settings }: KeyRecord['account'],
  { request }: Pick<LimitedRequest, 'request'>,
  { rateLimiters: { tokens } }: Gateway,
): Promise<void> => {
  const address = clientAddress(request)
  if (tokens === undefined || address === null || mode === 'test' || settings.rateTier === 'unlimited') return
  const key = `${id}/${mode}/${address}`
  await Promise.all(Array.from({ length: wrongCodeWeight - 1 }, () => hasRoom(tokens, key)))
}

/** Limits what a stranger can make the database look up, by client address. Not named in RateLimit-Policy, since it limits no client that works. */
export const limitLookup = async (
  what: 'key' | 'checkout' | 'health' | 'session',
  { request, meter }: LimitedRequest,
  gateway: Gateway,
): Promise<void> => {
  const address = clientAddress(request)
  const unnamed = { request, meter, key: null, rateLimits: [] }
  if (address !== null) await count('lookups', `${what}/${address}`, unnamed, gateway)
}

/** Limits connections of devices by client address. Requests for a pairing code count as authentications, too. */
export const limitDevice = async (requestsCode: boolean, context: RequestContext, gateway: Gateway): Promise<void> => {
  const address = clientAddress(context.request)
  if (address === null) return
  await count('devices', address, context, gateway)
  if (requestsCode) await count('authentication', `device/${address}`, context, gateway)
}

/** Limits messages of processors by their address. */
export const limitNotification = async (context: LimitedRequest, gateway: Gateway): Promise<void> => {
  const address = clientAddress(context.request)
  if (address !== null) await count('notifications', address, context, gateway)
}

/** Limits attempts to sign in to the console, by client address. */
export const limitSignIn = async (context: LimitedRequest, gateway: Gateway): Promise<void> => {
  const address = clientAddress(context.request)
  if (address !== null) await count('authentication', `console/${address}`, context, gateway)
}

/** Limits requests without a well-formed API key by client address. */
export const limitMalformedKey = async (context: LimitedRequest, gateway: Gateway): Promise<void> => {
  const address = clientAddress(context.request)
  if (address !== null) await count('authentication', address, context, gateway)
}
