import type { Endpoint } from '#contract/endpoint'
import { parseApiKey } from '../../domain/apiKeys/format.ts'
import type { Gateway } from '../../app/gateway.ts'
import { authenticate } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import type { RequestContext } from '../handleRequest.ts'
import { authenticateSession } from '../console/authenticateSession.ts'
import { isForConsole } from '../console/consoleHost.ts'
import { limitMalformedKey } from '../rateLimits/rateLimit.ts'

/**
 * Authenticates a request and counts it against its limits, before the database is read. A request without a well-formed key is counted by
 * client address. On the console's host a session stands in for the key.
 *
 * Errors: those of `authenticate`, rate_limited (429).
 */
export const authenticateRequest = async (
  context: RequestContext,
  gateway: Gateway,
  endpoint?: Pick<Endpoint, 'ipRateLimit'>,
): Promise<Authenticated> => {
  if (isForConsole(context.request, gateway.environment)) return authenticateSession(context, gateway)
  if (parseApiKey(context.request.headers.get('x-api-key') ?? '') === null) await limitMalformedKey(context, gateway)
  return authenticate(context, gateway, endpoint)
}
