import { apiError } from '#contract/errors/apiError'
import type { Registration } from '#contract/team/credentials'
import type { NewPasskey } from '../../../store/team/members.ts'
import type { PasskeyChallenges } from '../../../vault/passkeyChallenges.ts'
import { readRegistration } from './readRegistration.ts'
import type { RelyingParty } from './relyingParty.ts'

interface Needs {
  readonly challenges: Pick<PasskeyChallenges, 'timeOf'>
  readonly relyingParty: RelyingParty
}

/**
 * Reads a passkey that was made for a challenge. Error: passkey_invalid (401).
 *
 * @param of the invitation, member or session that the challenge was made for
 * @param at milliseconds since 1970
 * @param name for the person's list of passkeys
 */
export const readNewPasskey = async (
  credential: Registration,
  { of, at, name }: { readonly of: string; readonly at: number; readonly name: string },
  { challenges, relyingParty }: Needs,
): Promise<NewPasskey> => {
  const registered = readRegistration(credential, relyingParty)
  const challengeMs = registered && (await challenges.timeOf(registered.challenge, `register/${of}`, at))
  if (registered === null || challengeMs === null) throw apiError('passkey_invalid')
  const { id, publicKey, algorithm, signCount } = registered
  return { id, publicKey, algorithm, signCount, challengeMs, name }
}
