import { apiError } from '#contract/errors/apiError'
import type { Gateway } from '../../app/gateway.ts'
import { Database } from '../../store/sql/database.ts'
import { teamStore } from '../../store/team/teamStore.ts'
import type { RequestContext } from '../handleRequest.ts'
import { relyingPartyOf } from './consoleHost.ts'

/** What the verbs of sign-in need, on a shard. Error: passkey_invalid (401), if there is no such shard. */
export const teamNeeds = (shard: string, context: RequestContext, gateway: Gateway) => {
  const d1 = gateway.environment.shards.get(shard)
  if (d1 === undefined) throw apiError('passkey_invalid')
  const database = new Database(d1, context.meter, gateway.patience)
  return {
    challenges: gateway.challenges,
    realClock: gateway.clock,
    ids: gateway.ids,
    relyingParty: relyingPartyOf(context.request),
    shard,
    team: teamStore({ database, requestId: context.requestId }),
  }
}
