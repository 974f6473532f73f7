import type { Session } from '../../console/api/session.ts'
import type { Invitation, Member, TeamSession } from '../../console/screens/team/team.ts'
import { ownerSession } from './samples.ts'

const teamOperations = [
  'listMembers',
  'updateMember',
  'removeMember',
  'inviteMember',
  'listInvitations',
  'cancelInvitation',
  'listSessions',
  'endSession',
  'getAccount',
  'updateAccount',
]

/** The session of an owner with team and settings. */
export const teamOwner: Session = {
  ...ownerSession,
  operations: [...ownerSession.operations, ...teamOperations],
}

/** The session of a developer: settings, and no team. */
export const developerSession: Session = {
  ...ownerSession,
  member: { ...ownerSession.member, role: 'developer' },
  operations: ['listTransactions', 'getFigures', 'getAccount', 'updateAccount', 'listSessions', 'endSession'],
}

export const sampleMember = (changes: Partial<Member> = {}): Member => ({
  id: 'm2',
  name: 'Grace Hopper',
  email: 'grace@shop.test',
  role: 'support',
  refundLimit: 50,
  created: '2026-11-20T10:00:00.000Z',
  ...changes,
})

/** The signed-in owner as a member. */
export const ownerMember = (): Member =>
  sampleMember({ id: 'm1', name: 'Robin Miller', email: 'robin@shop.test', role: 'owner', refundLimit: null })

export const sampleInvitation = (changes: Partial<Invitation> = {}): Invitation => ({
  id: 'i1',
  email: 'alan@shop.test',
  role: 'developer',
  refundLimit: null,
  created: '2026-11-20T10:00:00.000Z',
  expires: '2026-11-21T10:00:00.000Z',
  ...changes,
})

export const sampleSession = (changes: Partial<TeamSession> = {}): TeamSession => ({
  id: 's1',
  member: 'm1',
  browser: 'Firefox on Linux',
  created: '2026-11-20T10:00:00.000Z',
  lastSeen: '2026-11-20T11:00:00.000Z',
  expires: '2026-11-20T22:00:00.000Z',
  ...changes,
})
