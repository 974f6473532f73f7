import type { AuditAction } from '#contract/accounts/audit'
import type { Role } from '#contract/team/roles'
import { invitationLifetimeMs } from '../../domain/team/invitationLink.ts'
import { hashTeamSecret } from '../../domain/team/teamSecret.ts'
import { insert } from './insertSql.ts'

export interface NewMember {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly email: string
  readonly role: Role
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Stores a member without a passkey. An existing member is left unchanged. */
export const memberSql = ({ now, ...member }: NewMember): string => insert('members', { ...member, created: now })

export interface NewInvitation {
  readonly id: string
  readonly account: string
  /** The secret of the link. Only its hash is stored. */
  readonly secret: string
  readonly email: string
  readonly role: Role
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Stores an invitation by the operator, with its audit entry. */
export const invitationSql = async ({ id, account, secret, email, role, now }: NewInvitation): Promise<string> => {
  const action: AuditAction = 'invitation.created'
  const detail = JSON.stringify({ invitation: id, email, role, refundLimit: null })
  const row = { id, account, hash: await hashTeamSecret(secret), email, role, invitedBy: 'operator', created: now }
  return [
    insert('invitations', { ...row, expires: now + invitationLifetimeMs }),
    insert('audit', { account, at: now, key: 'operator', requestId: '', action, detail }),
  ].join('\n')
}
