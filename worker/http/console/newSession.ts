import type { Secret } from '#contract/schema/secret'
import type { Gateway } from '../../app/gateway.ts'
import { sessionLimits } from '../../domain/team/sessionLimits.ts'
import { hashTeamSecret } from '../../domain/team/teamSecret.ts'
import { toSession } from '../../domain/team/toSession.ts'
import { Database } from '../../store/sql/database.ts'
import { findSession } from '../../store/team/consoleSessions.ts'
import type { RequestContext } from '../handleRequest.ts'

/** One round trip: a session that has just begun, as the console's page reads it. @throws Error if it is gone already */
export const newSession = async (secret: Secret, shard: string, context: RequestContext, gateway: Gateway) => {
  const database = new Database(gateway.environment.shards.get(shard)!, context.meter, gateway.patience)
  const hash = await hashTeamSecret(secret.reveal())
  const session = await findSession({ database }, hash, 'test', sessionLimits, gateway.clock.now())
  if (session === null) throw new Error('A new session has ended.')
  return toSession(session)
}
