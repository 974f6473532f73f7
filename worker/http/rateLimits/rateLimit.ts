import type { Endpoint } from '#contract/endpoint'
import { rateLimits } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { RateLimiter } from '../../app/env.ts'
import type { Gateway } from '../../app/gateway.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { clientAddress } from './address.ts'
import type { RequestContext } from '../handleRequest.ts'

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
  context: RequestContext,
  { rateLimiters }: Gateway,
): Promise<void> => {
  const limiter = rateLimiters[name]
  if (limiter === undefined) return
  context.rateLimits.push(name)
  if (!(await hasRoom(limiter, key))) throw apiError('rate_limited', { details: { policy: name, ...rateLimits[name] } })
}

/** Limits all requests of an account in one mode, by its tier. */
export const limitAccount = async (
  { account }: KeyRecord,
  context: RequestContext,
  gateway: Gateway,
): Promise<void> => {
  const { id, mode, settings } = account
  if (settings.rateTier !== 'unlimited') await count(settings.rateTier, `${id}/${mode}`, context, gateway)
}

/** Limits requests with a publishable key by client address, against card testing. */
export const limitBrowser = async (
  { ipRateLimit: addressLimit }: Endpoint,
  { keyId, kind, account }: KeyRecord,
  context: RequestContext,
  gateway: Gateway,
): Promise<void> => {
  const address = clientAddress(context.request)
  if (addressLimit === undefined || kind !== 'pk' || address === null) return
  if (account.settings.rateTier !== 'unlimited') await count(addressLimit, `${keyId}/${address}`, context, gateway)
}

/** Limits a shopper's requests to a checkout by client address, like requests for tokens. */
export const limitShopper = async (checkout: string, context: RequestContext, gateway: Gateway): Promise<void> => {
  const address = clientAddress(context.request)
  if (address === null || context.key?.account.settings.rateTier === 'unlimited') return
  await count('tokens', `${checkout}/${address}`, context, gateway)
}

/** Limits connections of devices by client address. Requests for a pairing code count as authentications, too. */
export const limitDevice = async (requestsCode: boolean, context: RequestContext, gateway: Gateway): Promise<void> => {
  const address = clientAddress(context.request)
  if (address === null) return
  await count('devices', address, context, gateway)
  if (requestsCode) await count('authentication', `device/${address}`, context, gateway)
}

/** Limits requests that failed with 401 by client address. */
export const limitFailedAuthentication = async (
  thrown: unknown,
  context: RequestContext,
  gateway: Gateway,
): Promise<void> => {
  const address = clientAddress(context.request)
  if (thrown instanceof ApiError && thrown.status === 401 && address !== null)
    await count('authentication', address, context, gateway)
}
