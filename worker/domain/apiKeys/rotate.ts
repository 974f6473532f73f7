import type { RotateApiKey } from '#contract/apiKeys/apiKeys'
import type { ApiKeyStore } from '../../store/apiKeys/apiKeyStore.ts'
import type { Account, Caller } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import type { ConnectionNeeds } from '../connections/connection.ts'
import { notFound } from '../notFound.ts'
import type { Ids } from '../ids.ts'
import { generateKey } from './generateKey.ts'
import { kindCodes } from './kinds.ts'
import { liveWarning } from './liveWarning.ts'
import { requireScopes } from './scopes.ts'
import { toApiKey } from './toApi.ts'
import { invalidKeyState } from './states.ts'

const hourMs = 3_600_000

interface Needs extends ConnectionNeeds {
  readonly account: Account
  readonly apiKeys: Pick<ApiKeyStore, 'rotate'>
  readonly caller: Caller
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
}

/**
 * Replaces a key with one of the same kind, scopes, origins and name. The old key works until the overlap ends.
 *
 * Errors: not_found (404); scope_missing (403), if the key has a scope that the caller's key does not have; invalid_state (409),
 * if it is revoked, expired or already replaced.
 */
export const rotateKey = async (id: string, { overlapHours }: RotateApiKey, services: Needs) => {
  const { account, accountConnections, caller, apiKeys, clock, ids } = services
  const { mode } = account
  const now = clock.now()
  const newId = ids.uuid()
  const expires = now + overlapHours * hourMs
  const candidates = await Promise.all(
    Object.values(kindCodes).map((kind) => generateKey({ kind, mode, shard: caller.shard })),
  )
  const { fresh, previous } = await apiKeys.rotate(
    { id, newId, texts: candidates.map(({ stored }) => stored), scopes: caller.scopes, expires },
    { at: now, action: 'apikey.rotated', detail: { id, newId, mode } },
  )
  if (previous === null) throw notFound('API key')
  requireScopes(previous.scopes, caller)
  const used = candidates.find(({ stored }) => stored.kind === fresh?.kind)
  if (fresh === null || used === undefined) throw invalidKeyState(previous, now)
  return {
    apiKey: toApiKey(fresh),
    key: used.key.reveal(),
    previous: toApiKey(previous),
    warning: liveWarning({ mode, rules: account.settings.routing, connections: accountConnections }),
    errors: null,
  }
}
