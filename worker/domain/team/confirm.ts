import { apiError } from '#contract/errors/apiError'
import type { Assertion } from '#contract/team/credentials'
import type { TeamStore } from '../../store/team/teamStore.ts'
import { sessionLimits } from './sessionLimits.ts'
import { readUse } from './signIn.ts'
import type { SignInNeeds } from './signIn.ts'

/** The session of a request. */
export interface CurrentSession {
  readonly sessionId: string
  readonly memberId: string
  /** The last signature of a passkey, milliseconds since 1970. */
  readonly confirmed: number
}

/** Whether the member has signed with a passkey a moment ago. */
export const isFresh = ({ confirmed }: Pick<CurrentSession, 'confirmed'>, nowMs: number): boolean =>
  nowMs - confirmed < sessionLimits.fresh

type ConfirmNeeds = Pick<SignInNeeds, 'challenges' | 'realClock' | 'relyingParty'> & {
  readonly team: Pick<TeamStore, 'findPasskey' | 'confirmSession' | 'rejectPasskey'>
}

/**
 * Confirms with a passkey of the same member that the person at the browser is still the one who signed in.
 *
 * Error: passkey_invalid (401).
 *
 * @returns when it was confirmed, in milliseconds since 1970
 */
export const confirm = async (
  credential: Assertion,
  { sessionId, memberId }: CurrentSession,
  needs: ConfirmNeeds,
): Promise<number> => {
  const { realClock, team } = needs
  const passkey = await team.findPasskey(credential.id)
  if (passkey === null || passkey.member !== memberId) throw apiError('passkey_invalid')
  const detail = { member: memberId, session: sessionId }
  const use = await readUse(credential, passkey, `confirm/${sessionId}`, needs)
  if (use === null) {
    await team.rejectPasskey(passkey, { at: realClock.now(), action: 'passkey.rejected', detail })
    throw apiError('passkey_invalid')
  }
  const isConfirmed = await team.confirmSession(passkey, use, sessionId, {
    at: use.at,
    action: 'session.confirmed',
    detail,
  })
  if (!isConfirmed) throw apiError('passkey_invalid')
  return use.at
}
