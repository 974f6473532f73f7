import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { ApiKeyRow } from '../../store/apiKeys/apiKeys.ts'

/** `expiring`: replaced, with its overlap still running. */
export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'

/** Actions allowed in each state. A key is replaced once: the next rotation replaces its successor. */
const allowedActions: Readonly<Record<KeyState, readonly ('rotate' | 'revoke')[]>> = {
  active: ['rotate', 'revoke'],
  expiring: ['revoke'],
  expired: [],
  revoked: [],
}

export const keyState = ({ revoked, expires }: Pick<ApiKeyRow, 'revoked' | 'expires'>, nowMs: number): KeyState => {
  if (revoked !== null) return 'revoked'
  if (expires === null) return 'active'
  return expires > nowMs ? 'expiring' : 'expired'
}

/** The error (409 invalid_state) of an action that the key's state does not allow. */
export const invalidKeyState = (key: Pick<ApiKeyRow, 'revoked' | 'expires'>, nowMs: number): ApiError => {
  const state = keyState(key, nowMs)
  return apiError('invalid_state', { details: { state, allowed: allowedActions[state] } })
}
