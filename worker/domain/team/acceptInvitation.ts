import { apiError } from '#contract/errors/apiError'
import type { Secret } from '#contract/schema/secret'
import type { Registration } from '#contract/team/credentials'
import type { OpenInvitation } from '../../store/team/invitations.ts'
import type { TeamStore } from '../../store/team/teamStore.ts'
import { mintSession } from './mintSession.ts'
import { mintRecoveryCode } from './recoveryCode.ts'
import type { SignInNeeds } from './signIn.ts'
import { readNewPasskey } from './passkeys/readNewPasskey.ts'
import { hashTeamSecret } from './teamSecret.ts'

type InvitationNeeds = Omit<SignInNeeds, 'team'> & {
  readonly team: Pick<TeamStore, 'findInvitation' | 'insertMember'>
}

/** The invitation that a link opens. Error: invitation_invalid (409). */
export const openInvitation = async (
  secret: string,
  { realClock, team }: Pick<InvitationNeeds, 'realClock'> & { readonly team: Pick<TeamStore, 'findInvitation'> },
): Promise<OpenInvitation> => {
  const invitation = await team.findInvitation(await hashTeamSecret(secret), realClock.now())
  if (invitation === null) throw apiError('invitation_invalid')
  return invitation
}

/** What an invitation's holder registers. */
export interface Joining {
  readonly secret: string
  readonly name: string
  readonly credential: Registration
  readonly browser: string
}

/** The id of the member that an invitation makes: it is in the passkey before the member exists. */
export const invitedMember = async (secret: string): Promise<string> => {
  const hash = await hashTeamSecret(`member/${secret}`)
  // A UUID of version 8 (RFC 9562), made from a hash.
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/**
 * Makes the holder of an invitation a member with a first passkey, and signs in.
 *
 * Errors: invitation_invalid (409), passkey_invalid (401), passkey_exists (409).
 *
 * @returns the session's secret, for the cookie, and the recovery code, which is shown once
 */
export const acceptInvitation = async (
  { secret, name, credential, browser }: Joining,
  needs: InvitationNeeds,
): Promise<{ readonly session: Secret; readonly recoveryCode: Secret }> => {
  const { realClock, shard, team } = needs
  const invitation = await openInvitation(secret, needs)
  const at = realClock.now()
  const passkey = await readNewPasskey(credential, { of: invitation.id, at, name: browser }, needs)
  const id = await invitedMember(secret)
  const recoveryCode = mintRecoveryCode(shard)
  const minted = await mintSession({ member: id, browser, at }, needs)
  const recoveryHash = await hashTeamSecret(recoveryCode.reveal())
  const member = { id, name, recoveryHash, passkey, session: minted.session }
  const { email, role, refundLimit } = invitation
  const isMember = await team.insertMember(invitation, member, {
    joined: { at, action: 'member.joined', detail: { member: id, name, email, role, refundLimit } },
    started: minted.started,
  })
  if (isMember === 'passkey_exists') throw apiError('passkey_exists')
  if (!isMember) throw apiError('invitation_invalid')
  return { session: minted.secret, recoveryCode }
}
