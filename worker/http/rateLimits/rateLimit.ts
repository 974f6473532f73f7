import type { Endpoint } from '#contract/endpoint'
import { rateLimits } from '#contract/rateLimits'
import type { RateLimitName } from '#contract/rateLimits'
import { Refusal, refuse } from '#contract/errors/apiError'
import type { RateLimiter } from '../../app/env.ts'
import type { Gateway } from '../../app/gateway.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { addressOf } from './address.ts'
import type { Exchange } from '../handleRequest.ts'

const hasRoom = async (limiter: RateLimiter, key: string): Promise<boolean> => {
  try {
    return (await limiter.limit({ key })).success
  } catch {
    return true
  }
}

/**
 * Counts a request against a limit, which its answer names from then on. A limit that is not bound, or whose counter fails, limits nobody:
 * it is a brake, and no reason to refuse a payment.
 *
 * Refusal: rate_limited (429).
 */
const count = async (name: RateLimitName, key: string, going: Exchange, { rateLimiters }: Gateway): Promise<void> => {
  const limiter = rateLimiters[name]
  if (limiter === undefined) return
  going.rateLimits.push(name)
  if (!(await hasRoom(limiter, key))) throw refuse('rate_limited', { details: { policy: name, ...rateLimits[name] } })
}

/** All requests of an account in one mode, by its tier. */
export const limitAccount = async ({ account }: KeyRecord, going: Exchange, gateway: Gateway): Promise<void> => {
  const { id, mode, settings } = account
  if (settings.rateTier !== 'unlimited') await count(settings.rateTier, `${id}/${mode}`, going, gateway)
}

/** What browsers do with a publishable key, by their address, so that no single one can try card after card. */
export const limitBrowser = async (
  { addressLimit }: Endpoint,
  { keyId, kind, account }: KeyRecord,
  going: Exchange,
  gateway: Gateway,
): Promise<void> => {
  const address = addressOf(going.request)
  if (addressLimit === undefined || kind !== 'pk' || address === null) return
  if (account.settings.rateTier !== 'unlimited') await count(addressLimit, `${keyId}/${address}`, going, gateway)
}

/** What a shopper asks of a checkout, by address, as of whoever makes tokens. */
export const limitVisitor = async (checkout: string, going: Exchange, gateway: Gateway): Promise<void> => {
  const address = addressOf(going.request)
  if (address === null || going.key?.account.settings.rateTier === 'unlimited') return
  await count('tokens', `${checkout}/${address}`, going, gateway)
}

/** Card readers, by the address that they connect from. One that wants a code is a stranger, too. */
export const limitDevice = async (wantsCode: boolean, going: Exchange, gateway: Gateway): Promise<void> => {
  const address = addressOf(going.request)
  if (address === null) return
  await count('devices', address, going, gateway)
  if (wantsCode) await count('authentication', `device/${address}`, going, gateway)
}

/** Keys that open no account, by the address that tries them. Of other refusals it knows nothing. */
export const limitStranger = async (thrown: unknown, going: Exchange, gateway: Gateway): Promise<void> => {
  const address = addressOf(going.request)
  if (thrown instanceof Refusal && thrown.status === 401 && address !== null)
    await count('authentication', address, going, gateway)
}
