import type { MemberTexts } from '../schema/memberTexts.ts'
import { roleRules, roles } from './roles.ts'

const limit =
  'Largest sum of refunds of one payment, and largest void, in the currency of the payment. Null: no limit. An owner with a limit confirms larger ones with a passkey.'

const role = roles
  .map((name) => `\`${name}\`: ${roleRules[name].text.replace(/^./, (first) => first.toLowerCase())}.`)
  .join(' ')

/** Texts of the team. */
export const teamTexts: MemberTexts = {
  Member: {
    id: 'Id of the member. In the audit log it follows `member:`.',
    name: 'Name that the person gave.',
    email: 'Email address that was invited.',
    role: `What the member may do. ${role}`,
    refundLimit: limit,
    created: 'Time when the person joined, RFC 3339 in UTC.',
  },
  UpdateMemberRequest: {
    $as: 'Member',
    role: `What the member may do. Absent: it stays. ${role}`,
    refundLimit: `${limit} Absent: it stays.`,
  },
  Invitation: {
    id: 'Id of the invitation.',
    email: 'Email address of the person. The gateway sends no mail there.',
    role: `What the person may do. ${role}`,
    refundLimit: limit,
    created: 'Time of the invitation, RFC 3339 in UTC.',
    expires: 'Time until which the link can be opened, RFC 3339 in UTC.',
  },
  InviteMemberRequest: { $as: 'Invitation', refundLimit: `${limit} Absent means no limit.` },
  ConsoleSession: {
    id: 'Id of the session.',
    member: 'Id of the member who signed in.',
    browser: 'Browser and system, such as `Firefox on Linux`.',
    created: 'Time of the sign-in, RFC 3339 in UTC.',
    lastSeen: 'Time of the latest request, to the minute, RFC 3339 in UTC.',
    expires: 'Time when the session ends without a further request, RFC 3339 in UTC.',
  },
  listMembers: { members: 'Members of the team, newest first.' },
  updateMember: { member: 'The member with the changes.' },
  inviteMember: {
    invitation: 'The invitation, without its link.',
    link: 'The link to send to the person, returned only here. Null in the response to a repeated request.',
  },
  listInvitations: { invitations: 'Invitations that can be accepted, newest first.' },
  listSessions: { sessions: 'Running sessions, newest first.' },
}
