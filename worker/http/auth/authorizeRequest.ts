import type { Endpoint } from '#contract/endpoint'
import { apiError } from '#contract/errors/apiError'
import { roleAllows } from '#contract/team/roles'
import { isOriginAllowed } from '../../domain/accounts/origins.ts'
import { requireScopes } from '../../domain/apiKeys/scopes.ts'
import { isFresh } from '../../domain/team/confirm.ts'
import type { SessionRecord } from '../../store/team/consoleSessions.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'

/**
 * Checks that a key may call an endpoint, in its mode and from the request's origin.
 *
 * Errors (403): publishable_key_not_allowed, scope_missing, mode_mismatch, origin_not_allowed, passkey_required.
 */
export const authorizeRequest = (
  key: KeyRecord,
  endpoint: Endpoint,
  request: Request,
  { gatewayOrigin, nowMs }: { readonly gatewayOrigin: string; readonly nowMs: number },
): void => {
  if (key.kind === 'pk' && endpoint.publishable !== true) throw apiError('publishable_key_not_allowed')
  if (key.session === undefined) requireScopes([endpoint.scope, ...(endpoint.additionalScopes ?? [])], key)
  else authorizeMember(key.session, endpoint, nowMs)
  requireMode(key, endpoint)
  const origin = request.headers.get('origin')
  if (endpoint.publishable === true && origin !== null && !isOriginAllowed(key, origin, gatewayOrigin))
    throw apiError('origin_not_allowed')
}

/** Checks that an endpoint is available in the mode of a key. A member of the team is in both modes. Error: mode_mismatch (403). */
const requireMode = ({ account, session }: KeyRecord, { liveOnly, testOnly }: Endpoint): void => {
  if (testOnly === true && account.mode === 'live') throw apiError('mode_mismatch', { details: { mode: 'test' } })
  if (liveOnly === true && account.mode === 'test' && session === undefined)
    throw apiError('mode_mismatch', { details: { mode: 'live' } })
}

/** Checks that a member's role may call an endpoint, and that a passkey has signed a moment ago where the endpoint requires it. */
const authorizeMember = (session: SessionRecord, endpoint: Endpoint, nowMs: number): void => {
  if (!roleAllows(session.role, endpoint)) throw apiError('scope_missing', { details: { scope: endpoint.scope } })
  if (endpoint.freshPasskey === true && !isFresh(session, nowMs)) throw apiError('passkey_required')
}

const memberAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body)

/** Checks that a key may send the members of a validated body. Error: scope_missing (403). */
export const authorizeMembers = (key: KeyRecord, { memberScopes = {} }: Endpoint, body: unknown): void =>
  requireScopes(
    Object.entries(memberScopes).flatMap(([path, scope]) => (memberAt(body, path) == null ? [] : [scope])),
    key,
  )
