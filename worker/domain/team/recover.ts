import { apiError } from '#contract/errors/apiError'
import type { Secret } from '#contract/schema/secret'
import type { Registration } from '#contract/team/credentials'
import type { RecoverableMember } from '../../store/team/recovery.ts'
import type { TeamStore } from '../../store/team/teamStore.ts'
import { mintSession } from './mintSession.ts'
import { readNewPasskey } from './passkeys/readNewPasskey.ts'
import { mintRecoveryCode } from './recoveryCode.ts'
import type { SignInNeeds } from './signIn.ts'
import { hashTeamSecret } from './teamSecret.ts'

type RecoveryNeeds = Omit<SignInNeeds, 'team'> & {
  readonly team: Pick<TeamStore, 'findRecoverable' | 'recoverMember'>
}

/** The member that a recovery code belongs to. Error: recovery_code_invalid (401). */
export const openRecovery = async (
  code: string,
  { team }: { readonly team: Pick<TeamStore, 'findRecoverable'> },
): Promise<RecoverableMember> => {
  const member = await team.findRecoverable(await hashTeamSecret(code))
  if (member === null) throw apiError('recovery_code_invalid')
  return member
}

/**
 * Registers a new passkey of a member who has lost the others, which no longer sign in, and signs in. The code is used up.
 *
 * Errors: recovery_code_invalid (401), passkey_invalid (401), passkey_exists (409).
 *
 * @returns the session's secret, for the cookie, and the next recovery code, which is shown once
 */
export const recover = async (
  { code, credential, browser }: { readonly code: string; readonly credential: Registration; readonly browser: string },
  needs: RecoveryNeeds,
): Promise<{ readonly session: Secret; readonly recoveryCode: Secret }> => {
  const { realClock, shard, team } = needs
  const member = await openRecovery(code, needs)
  const at = realClock.now()
  const passkey = await readNewPasskey(credential, { of: member.id, at, name: browser }, needs)
  const recoveryCode = mintRecoveryCode(shard)
  const minted = await mintSession({ member: member.id, browser, at }, needs)
  const recovery = {
    usedHash: await hashTeamSecret(code),
    newHash: await hashTeamSecret(recoveryCode.reveal()),
    passkey,
    session: minted.session,
  }
  const isRecovered = await team.recoverMember(member, recovery, {
    recovered: { at, action: 'member.recovered', detail: { member: member.id, browser } },
    started: minted.started,
  })
  if (isRecovered === 'passkey_exists') throw apiError('passkey_exists')
  if (!isRecovered) throw apiError('recovery_code_invalid')
  return { session: minted.secret, recoveryCode }
}
