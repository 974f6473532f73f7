import type { Gateway } from '../../app/gateway.ts'
import { Meter } from '../../app/meter.ts'
import { allowedOrigins } from '../../domain/accounts/origins.ts'
import { findApiKey, keyState } from '../auth/authenticate.ts'
import { limitBrowser } from '../rateLimits/rateLimit.ts'
import type { LimitedRequest } from '../rateLimits/rateLimit.ts'

/**
 * The origins that may frame the card form of a publishable key. Null for any other key and for a revoked or expired one.
 *
 * Error: rate_limited.
 */
export const frameAncestors = async (
  keyText: string | undefined,
  request: Request,
  gateway: Gateway,
): Promise<string[] | '*' | null> => {
  if (keyText === undefined) return null
  const context: LimitedRequest = { request, meter: new Meter(), rateLimits: [], key: null }
  const found = await findApiKey(keyText, context, gateway, (key) => limitBrowser('pages', key, context, gateway))
  if (found === null || found.key.kind !== 'pk' || keyState(found.key, gateway) !== 'valid') return null
  const origins = allowedOrigins(found.key, { allowLocal: gateway.environment.allowLocalPages })
  return origins === '*' ? origins : [...origins]
}
