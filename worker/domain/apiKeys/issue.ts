import type { IssueApiKey } from '#contract/apiKeys'
import type { RequestServices } from '../../app/compose.ts'
import { freshKey } from './freshKey.ts'
import { kindCodes, scopesOf } from './kinds.ts'
import { liveWarning } from './liveWarning.ts'
import { requireScopes } from './scopes.ts'
import { shownKey } from './shown.ts'

/**
 * A new key of the account, in the mode of the key that asks. Its text is in this answer and nowhere else.
 *
 * Refusal: scope_missing (403), where the new key could do what the one that asks cannot.
 */
export const issueKey = async (wanted: IssueApiKey, { account, caller, apiKeys, clock, ids }: RequestServices) => {
  const { mode } = account
  const kind = kindCodes[wanted.kind]
  const scopes = wanted.scopes ?? scopesOf(kind)
  requireScopes(scopes, caller)
  const { key, stored } = await freshKey({ kind, mode, shard: caller.shard })
  const created = clock.now()
  const issued = {
    ...stored,
    id: ids.uuid(),
    name: wanted.name ?? null,
    scopes,
    allowedOrigins: wanted.allowedOrigins ?? null,
    created,
  }
  await apiKeys.insert(issued, {
    at: created,
    action: 'apikey.issued',
    detail: { id: issued.id, kind: wanted.kind, mode, scopes, allowedOrigins: issued.allowedOrigins },
  })
  return {
    apiKey: shownKey({ ...issued, mode, expires: null, revoked: null, lastUsed: null }),
    key: key.reveal(),
    warning: liveWarning(mode),
    errors: null,
  }
}
