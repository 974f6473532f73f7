import type { Endpoint } from '#contract/endpoint'
import { parseApiKey } from '../../domain/apiKeys/format.ts'
import type { Gateway } from '../../app/gateway.ts'
import { authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import type { RequestContext } from '../handleRequest.ts'
import { limitMalformedKey } from '../rateLimits/rateLimit.ts'

/**
 * Authenticates a request and counts it against its limits, before the database is read. A request without a well-formed key is counted by
 * client address.
 *
 * Errors: those of `authenticate`, rate_limited (429).
 */
export const authenticateRequest = async (
  context: RequestContext,
  gateway: Gateway,
  endpoint?: Pick<Endpoint, 'ipRateLimit'>,
): Promise<Authenticated> => {
  if (parseApiKey(context.request.headers.get('x-api-key') ?? '') === null) await limitMalformedKey(context, gateway)
  return authenticate(context, gateway, endpoint)
}
