import { apiError } from '#contract/errors/apiError'
import type { Secret } from '#contract/schema/secret'
import type { Assertion } from '#contract/team/credentials'
import type { PasskeyRow, PasskeyUse } from '../../store/team/passkeys.ts'
import type { TeamStore } from '../../store/team/teamStore.ts'
import type { PasskeyChallenges } from '../../vault/passkeyChallenges.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { mintSession } from './mintSession.ts'
import { readAssertion } from './passkeys/readAssertion.ts'
import type { RelyingParty } from './passkeys/relyingParty.ts'

export interface SignInNeeds {
  readonly challenges: PasskeyChallenges
  /** Real time: test clocks of accounts do not move sessions. */
  readonly realClock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly relyingParty: RelyingParty
  readonly shard: string
  readonly team: Pick<TeamStore, 'findPasskey' | 'startSession' | 'rejectPasskey'>
}

/** What a passkey has signed for a purpose. Null if the signature or the challenge is not valid. */
export const readUse = async (
  credential: Assertion,
  passkey: PasskeyRow,
  purpose: Parameters<PasskeyChallenges['mint']>[0],
  { challenges, realClock, relyingParty }: Pick<SignInNeeds, 'challenges' | 'realClock' | 'relyingParty'>,
): Promise<PasskeyUse | null> => {
  const signed = await readAssertion(credential, passkey, relyingParty)
  const at = realClock.now()
  const challengeMs = signed && (await challenges.timeOf(signed.challenge, purpose, at))
  return challengeMs === null ? null : { passkey: passkey.id, signCount: signed!.signCount, challengeMs, at }
}

/**
 * Signs a member in with a passkey.
 *
 * Error: passkey_invalid (401) for an unknown or removed passkey, a wrong or repeated signature.
 *
 * @param member the member that the passkey says it belongs to
 * @param browser for the list of sessions
 * @returns the session's secret, for the cookie
 */
export const signIn = async (
  credential: Assertion,
  { member, browser }: { readonly member: string; readonly browser: string },
  needs: SignInNeeds,
): Promise<{ readonly secret: Secret }> => {
  const { realClock, team } = needs
  const passkey = await team.findPasskey(credential.id)
  if (passkey === null || passkey.member !== member) throw apiError('passkey_invalid')
  const use = await readUse(credential, passkey, 'sign-in', needs)
  if (use === null) {
    await team.rejectPasskey(passkey, { at: realClock.now(), action: 'passkey.rejected', detail: { member, browser } })
    throw apiError('passkey_invalid')
  }
  const { secret, session, started } = await mintSession({ member, browser, at: use.at }, needs)
  if (!(await team.startSession(passkey, use, session, started))) throw apiError('passkey_invalid')
  return { secret }
}
