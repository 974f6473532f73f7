import { refuse } from '#contract/errors/apiError'
import type { Refusal } from '#contract/errors/apiError'
import type { ApiKeyRow } from '../../store/apiKeys/apiKeys.ts'

/** `expiring`: replaced, and in its overlap. */
export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'

/** What may be done to a key in each state. A key is replaced once: its successor is the one to replace next. */
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

/** The refusal (409 invalid_state) of what the state of a key does not allow. */
export const invalidKeyState = (key: Pick<ApiKeyRow, 'revoked' | 'expires'>, nowMs: number): Refusal => {
  const state = keyState(key, nowMs)
  return refuse('invalid_state', { details: { state, allowed: allowedActions[state] } })
}
