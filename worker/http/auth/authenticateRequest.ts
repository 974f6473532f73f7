import type { Gateway } from '../../app/gateway.ts'
import { authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import type { RequestContext } from '../handleRequest.ts'
import { limitAccount, limitFailedAuthentication } from '../rateLimits/rateLimit.ts'

/**
 * Authenticates a request and counts it against its account's rate limit. Failed authentications are counted by client address.
 *
 * Errors: those of `authenticate`, rate_limited (429).
 */
export const authenticateRequest = async (context: RequestContext, gateway: Gateway): Promise<Authenticated> => {
  const authenticated = await authenticate(context.request, gateway, context.meter).catch(async (thrown: unknown) => {
    await limitFailedAuthentication(thrown, context, gateway)
    throw thrown
  })
  context.key = authenticated.key
  await limitAccount(authenticated.key, context, gateway)
  return authenticated
}
