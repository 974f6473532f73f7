import { parseEnvironment } from '../app/env.ts'
import type { Bindings } from '../app/env.ts'
import type { Gateway } from '../app/gateway.ts'
import { Meter } from '../app/meter.ts'
import { limitLookup } from './rateLimits/rateLimit.ts'

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/**
 * Checks bindings and secrets, and whether the database responds and has room. Anybody may call it, so the database is asked seldom.
 *
 * Error: rate_limited.
 */
export const health = async (
  request: Request,
  bindings: Bindings,
  gatewayOf: (bindings: Bindings) => Gateway,
): Promise<Response> => {
  try {
    parseEnvironment(bindings)
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : 'The environment is unreadable.'
    return Response.json({ status: 'misconfigured', problem }, { status: 503, headers })
  }
  const gateway = gatewayOf(bindings)
  await limitLookup('health', { request, meter: new Meter(), rateLimits: [], key: null }, gateway)
  const database = await gateway.databaseHealth.status()
  return database === 'ok'
    ? Response.json({ status: 'ok' }, { headers })
    : Response.json({ status: `database_${database}` }, { status: 503, headers })
}
