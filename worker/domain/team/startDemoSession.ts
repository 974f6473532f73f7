import { apiError } from '#contract/errors/apiError'
import type { Secret } from '#contract/schema/secret'
import type { TeamStore } from '../../store/team/teamStore.ts'
import { mintSession } from './mintSession.ts'
import type { SignInNeeds } from './signIn.ts'

type Needs = Pick<SignInNeeds, 'ids' | 'realClock' | 'shard'> & { readonly team: Pick<TeamStore, 'insertDemoSession'> }

/** Signs the demo owner of a local run in, without a passkey. Error: passkey_invalid (401) if the demo account has no such member. */
export const startDemoSession = async (
  member: string,
  browser: string,
  needs: Needs,
): Promise<{ readonly secret: Secret }> => {
  const { secret, session, started } = await mintSession({ member, browser, at: needs.realClock.now() }, needs)
  if (!(await needs.team.insertDemoSession(member, session, started))) throw apiError('passkey_invalid')
  return { secret }
}
