import type { IssueApiKey } from '#contract/apiKeys/apiKeys'
import type { ApiKeyStore } from '../../store/apiKeys/apiKeyStore.ts'
import type { Account, Caller } from '../accounts/account.ts'
import { requireHttpsOrigins } from '../accounts/liveOrigins.ts'
import type { ConnectionNeeds } from '../connections/connection.ts'
import { createdValues } from '../createdValues.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { generateKey } from './generateKey.ts'
import { kindCodes, defaultScopes } from './kinds.ts'
import { liveWarning } from './liveWarning.ts'
import { requireScopes } from './scopes.ts'
import { toApiKey } from './toApi.ts'

interface Needs extends ConnectionNeeds {
  readonly account: Account
  readonly apiKeys: Pick<ApiKeyStore, 'insert'>
  readonly caller: Caller
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
}

/**
 * Issues a key of the account in the mode of the caller's key. Only this response contains its text.
 *
 * Errors: scope_missing (403), for a scope that the caller's key does not have; format_invalid for http origins in live mode.
 */
export const issueKey = async (
  request: IssueApiKey,
  { account, accountConnections, caller, apiKeys, clock, ids }: Needs,
) => {
  const { mode } = account
  const kind = kindCodes[request.kind]
  const scopes = request.scopes ?? defaultScopes(kind)
  requireScopes(scopes, caller)
  requireHttpsOrigins(mode, request.allowedOrigins ?? [])
  const { key, stored } = await generateKey({ kind, mode, shard: caller.shard })
  const created = clock.now()
  const issued = {
    ...stored,
    id: ids.uuid(),
    name: request.name ?? null,
    scopes,
    allowedOrigins: request.allowedOrigins ?? null,
    created,
  }
  await apiKeys.insert(issued, {
    at: created,
    action: 'apikey.issued',
    detail: {
      id: issued.id,
      mode,
      changes: createdValues({
        kind: request.kind,
        name: issued.name,
        scopes,
        allowedOrigins: issued.allowedOrigins,
      }),
    },
  })
  return {
    apiKey: toApiKey({ ...issued, mode, expires: null, revoked: null, lastUsed: null }),
    key: key.reveal(),
    warning: liveWarning({ mode, rules: account.settings.routing, connections: accountConnections }),
    errors: null,
  }
}
