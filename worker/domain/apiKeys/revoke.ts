import type { ApiKeyStore } from '../../store/apiKeys/apiKeyStore.ts'
import type { Account } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { toApiKey } from './toApi.ts'
import { invalidKeyState } from './states.ts'

interface Needs {
  readonly account: Account
  readonly apiKeys: Pick<ApiKeyStore, 'revoke'>
  readonly clock: Clock
}

/**
 * Revokes a key, which may be the caller's own.
 *
 * Errors: not_found (404); invalid_state (409) if it is revoked or expired.
 */
export const revokeKey = async (id: string, { account, apiKeys, clock }: Needs) => {
  const now = clock.now()
  const { revoked, key } = await apiKeys.revoke(id, {
    at: now,
    action: 'apikey.revoked',
    detail: { id, mode: account.mode },
  })
  if (key === null) throw notFound('API key')
  if (!revoked) throw invalidKeyState(key, now)
  return { apiKey: toApiKey(key), errors: null }
}
