import { apiError } from '#contract/errors/apiError'
import { roleRules } from '#contract/team/roles'
import type { Gateway } from '../../app/gateway.ts'
import { sessionLimits } from '../../domain/team/sessionLimits.ts'
import { hashTeamSecret, shardOfSecret } from '../../domain/team/teamSecret.ts'
import { Database } from '../../store/sql/database.ts'
import { findSession } from '../../store/team/consoleSessions.ts'
import { memberActor } from '../../store/team/signedBy.ts'
import type { Authenticated } from '../auth/authenticate.ts'
import { findMetAccount, forgetSession, noteSession } from '../rateLimits/metSessions.ts'
import { limitAccount, limitLookup } from '../rateLimits/rateLimit.ts'
import type { LimitedRequest } from '../rateLimits/rateLimit.ts'
import { requireOwnPage } from './requireOwnPage.ts'
import { readSessionCookie } from './sessionCookie.ts'

/** The mode that a page of the console shows. */
const modeOf = ({ headers }: Request): 'test' | 'live' => (headers.get('sluice-mode') === 'live' ? 'live' : 'test')

/** A session with its key, the account in the mode that the page shows, and its database. */
export type SignedIn = Authenticated & {
  readonly key: { readonly session: NonNullable<Authenticated['key']['session']> }
}

/**
 * Authenticates a request by the browser's session, which has the rights of the member's role in the mode that the page shows. One round trip,
 * which is never cached: a session that was ended ends at once.
 *
 * Errors: origin_not_allowed (403), session_missing (401), account_suspended (403), rate_limited (429).
 */
export const authenticateSession = async (context: LimitedRequest, gateway: Gateway): Promise<SignedIn> => {
  const { request } = context
  requireOwnPage(request)
  const cookie = readSessionCookie(request)
  const shard = shardOfSecret(cookie)
  const d1 = shard === null ? undefined : gateway.environment.shards.get(shard)
  if (shard === null || d1 === undefined) throw apiError('session_missing')
  const [mode, hash] = [modeOf(request), await hashTeamSecret(cookie)]
  const name = `${mode}/${hash}`
  const met = findMetAccount(name, gateway)
  await (met === undefined
    ? limitLookup('session', context, gateway)
    : limitAccount({ account: met }, context, gateway))
  const database = new Database(d1, context.meter, gateway.patience)
  const session = await findSession({ database }, hash, mode, sessionLimits, gateway.clock.now())
  if (session === null) {
    forgetSession(name, gateway)
    throw apiError('session_missing')
  }
  const { account, memberId, role, usage } = session
  const key = {
    keyId: memberActor(memberId),
    kind: 'sk',
    scopes: roleRules[role].scopes,
    allowedOrigins: null,
    expires: null,
    revoked: null,
    account,
    usage,
    session,
  } as const
  context.key = key
  noteSession(name, account, gateway)
  if (met === undefined) await limitAccount(key, context, gateway)
  if (account.suspended) throw apiError('account_suspended')
  return { key, database, d1, shard }
}
