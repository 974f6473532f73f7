import type { Endpoint } from '#contract/endpoint'
import { apiError } from '#contract/errors/apiError'
import { isOriginAllowed } from '../../domain/accounts/origins.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'

/**
 * Checks that a key may call an endpoint, in its mode and from the request's origin.
 *
 * Errors (403): publishable_key_not_allowed, scope_missing, mode_mismatch, origin_not_allowed.
 */
export const authorizeRequest = (key: KeyRecord, endpoint: Endpoint, request: Request, gatewayOrigin: string): void => {
  if (key.kind === 'pk' && endpoint.publishable !== true) throw apiError('publishable_key_not_allowed')
  if (!key.scopes.includes(endpoint.scope)) throw apiError('scope_missing', { details: { scope: endpoint.scope } })
  if (endpoint.testOnly === true && key.account.mode === 'live') throw apiError('mode_mismatch')
  const origin = request.headers.get('origin')
  if (endpoint.publishable === true && origin !== null && !isOriginAllowed(key, origin, gatewayOrigin))
    throw apiError('origin_not_allowed')
}
