import type { Gateway } from '../../app/gateway.ts'
import { authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import type { Exchange } from '../handleRequest.ts'
import { limitAccount, limitStranger } from '../rateLimits/rateLimit.ts'

/**
 * Lets a request in: it has a key that opens an account, and comes no more often than that may.
 *
 * Refusals: those of `authenticate`, rate_limited (429).
 */
export const admit = async (going: Exchange, gateway: Gateway): Promise<Authenticated> => {
  const authenticated = await authenticate(going.request, gateway, going.meter).catch(async (thrown: unknown) => {
    await limitStranger(thrown, going, gateway)
    throw thrown
  })
  going.key = authenticated.key
  await limitAccount(authenticated.key, going, gateway)
  return authenticated
}
