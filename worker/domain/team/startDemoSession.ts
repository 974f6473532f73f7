import { apiError } from '#contract/errors/apiError'
import type { Secret } from '#contract/schema/secret'
import type { TeamStore } from '../../store/team/teamStore.ts'
import type { SignInNeeds } from './signIn.ts'
import { hashTeamSecret, mintTeamSecret } from './teamSecret.ts'

/** Signs the demo owner of a local run in, without a passkey. Error: passkey_invalid (401) if the demo account has no such member. */
export const startDemoSession = async (
  member: string,
  browser: string,
  {
    ids,
    realClock,
    shard,
    team,
  }: Pick<SignInNeeds, 'ids' | 'realClock' | 'shard'> & {
    readonly team: Pick<TeamStore, 'insertDemoSession'>
  },
): Promise<{ readonly secret: Secret }> => {
  const secret = mintTeamSecret(shard)
  const at = realClock.now()
  const session = { id: ids.uuid(), hash: await hashTeamSecret(secret.reveal()), browser, created: at }
  const detail = { member, session: session.id, browser }
  if (!(await team.insertDemoSession(member, session, { at, action: 'session.started', detail })))
    throw apiError('passkey_invalid')
  return { secret }
}
