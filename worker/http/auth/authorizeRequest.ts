import type { Endpoint } from '#contract/endpoint'
import { apiError } from '#contract/errors/apiError'
import { isOriginAllowed } from '../../domain/accounts/origins.ts'
import { requireScopes } from '../../domain/apiKeys/scopes.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'

/**
 * Checks that a key may call an endpoint, in its mode and from the request's origin.
 *
 * Errors (403): publishable_key_not_allowed, scope_missing, mode_mismatch, origin_not_allowed.
 */
export const authorizeRequest = (key: KeyRecord, endpoint: Endpoint, request: Request, gatewayOrigin: string): void => {
  if (key.kind === 'pk' && endpoint.publishable !== true) throw apiError('publishable_key_not_allowed')
  requireScopes([endpoint.scope, ...(endpoint.additionalScopes ?? [])], key)
  if (endpoint.testOnly === true && key.account.mode === 'live') throw apiError('mode_mismatch')
  const origin = request.headers.get('origin')
  if (endpoint.publishable === true && origin !== null && !isOriginAllowed(key, origin, gatewayOrigin))
    throw apiError('origin_not_allowed')
}

const memberAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body)

/** Checks that a key may send the members of a validated body. Error: scope_missing (403). */
export const authorizeMembers = (key: KeyRecord, { memberScopes = {} }: Endpoint, body: unknown): void =>
  requireScopes(
    Object.entries(memberScopes).flatMap(([path, scope]) => (memberAt(body, path) == null ? [] : [scope])),
    key,
  )
