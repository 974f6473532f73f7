import type { Secret } from '#contract/schema/secret'
import type { AuditNote } from '../../store/sql/audit.ts'
import type { NewSession } from '../../store/team/consoleSessions.ts'
import type { Ids } from '../ids.ts'
import { hashTeamSecret, mintTeamSecret } from './teamSecret.ts'

/** A session to be stored, its secret for the cookie, and its audit entry. */
export interface MintedSession {
  readonly secret: Secret
  readonly session: NewSession
  readonly started: AuditNote
}

/**
 * @param browser for the list of sessions
 * @param at when it begins, milliseconds since 1970
 */
export const mintSession = async (
  { member, browser, at }: { readonly member: string; readonly browser: string; readonly at: number },
  { ids, shard }: { readonly ids: Pick<Ids, 'uuid'>; readonly shard: string },
): Promise<MintedSession> => {
  const secret = mintTeamSecret(shard)
  const session = { id: ids.uuid(), hash: await hashTeamSecret(secret.reveal()), browser, created: at }
  const detail = { member, session: session.id, browser }
  return { secret, session, started: { at, action: 'session.started', detail } }
}
