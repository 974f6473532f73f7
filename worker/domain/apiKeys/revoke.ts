import type { RequestServices } from '../../app/compose.ts'
import { shownKey } from './shown.ts'
import { noSuchKey, refuseState } from './states.ts'

/**
 * Ends a key, the one that asks included.
 *
 * Refusals: not_found (404); invalid_state (409) where it was revoked or has expired.
 */
export const revokeKey = async (id: string, { apiKeys, clock }: RequestServices) => {
  const now = clock.now()
  const { revoked, key } = await apiKeys.revoke(id, { at: now, action: 'apikey.revoked', detail: { id } })
  if (key === null) throw noSuchKey()
  if (!revoked) throw refuseState(key, now)
  return { apiKey: shownKey(key), errors: null }
}
