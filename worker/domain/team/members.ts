import { apiError } from '#contract/errors/apiError'
import type { Paging } from '#contract/schema/paging'
import type { InviteMember, UpdateMember } from '#contract/team/team'
import type { InvitationRow } from '../../store/team/invitations.ts'
import type { MemberRow } from '../../store/team/members.ts'
import type { MembersStore, SessionRow } from '../../store/team/membersStore.ts'
import type { Caller } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { notFound } from '../notFound.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { invitationLifetimeMs, invitationLink } from './invitationLink.ts'
import { sessionLimits } from './sessionLimits.ts'
import { hashTeamSecret, mintTeamSecret } from './teamSecret.ts'

interface Needs {
  readonly caller: Pick<Caller, 'member' | 'shard'>
  readonly ids: Pick<Ids, 'uuid'>
  readonly members: MembersStore
  /** Real time: the team has no test clock. */
  readonly realClock: Clock
  /** Scheme, host and port of the console. Null if there is none. */
  readonly consoleOrigin: string | null
}

const time = (ms: number): string => new Date(ms).toISOString()
const toLimit = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / 100)
/** @param limit a decimal with at most two places */
const toHundredths = (limit: string | null | undefined): number | null =>
  limit == null ? null : Math.round(Number(limit) * 100)

const toMember = ({ id, name, email, role, refundLimit, created }: MemberRow) => ({
  id,
  name,
  email,
  role,
  refundLimit: toLimit(refundLimit),
  created: time(created),
})

const toInvitation = ({ id, email, role, refundLimit, created, expires }: InvitationRow) => ({
  id,
  email,
  role,
  refundLimit: toLimit(refundLimit),
  created: time(created),
  expires: time(expires),
})

const toConsoleSession = ({ id, member, browser, created, seen }: SessionRow) => ({
  id,
  member,
  browser,
  created: time(created),
  lastSeen: time(seen),
  expires: time(Math.min(created + sessionLimits.longest, seen + sessionLimits.idle)),
})

const require = <T>(list: T | 'cursor_not_found'): T => {
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return list
}

/** Lists the members of the team, newest first. Error: query_invalid, for a cursor that is no member. */
export const listMembers = async (page: Paging, { members }: Pick<Needs, 'members'>) => {
  const list = require(await members.list(page))
  return { members: list.entries.map(toMember), headers: pageHeaders('/v1/team/members', page, list), errors: null }
}

/** Sets role and refund limit. Absent ones stay. Errors: not_found (404), last_owner (409). */
export const updateMember = async (
  id: string,
  { role, refundLimit }: UpdateMember,
  needs: Pick<Needs, 'caller' | 'members' | 'realClock'>,
) => {
  const change = {
    ...(role !== undefined && { role }),
    ...(refundLimit !== undefined && { refundLimit: toHundredths(refundLimit) }),
  }
  const note = { at: needs.realClock.now(), action: 'member.changed', detail: { member: id } } as const
  const { isChanged, member } = await needs.members.change(id, change, note)
  if (member === null) throw notFound('member')
  if (!isChanged) throw apiError('last_owner')
  return { member: toMember(member), errors: null }
}

/** Removes a member, and ends the member's sessions. Errors: not_found (404), last_owner (409). */
export const removeMember = async (id: string, needs: Pick<Needs, 'caller' | 'members' | 'realClock'>) => {
  const note = { at: needs.realClock.now(), action: 'member.removed', detail: { member: id } } as const
  const { isMember, isRemoved } = await needs.members.remove(id, note)
  if (!isMember) throw notFound('member')
  if (!isRemoved) throw apiError('last_owner')
  return { errors: null }
}

/** Invites a person. The link is returned once. Errors: invalid_state (409) without a console. */
export const inviteMember = async ({ email, role, refundLimit }: InviteMember, needs: Needs) => {
  const { caller, consoleOrigin, ids, members, realClock } = needs
  if (consoleOrigin === null) throw apiError('invalid_state', { details: { state: 'without_console', allowed: [] } })
  const created = realClock.now()
  const secret = mintTeamSecret(caller.shard)
  const row = {
    id: ids.uuid(),
    email,
    role,
    refundLimit: toHundredths(refundLimit),
    created,
    expires: created + invitationLifetimeMs,
  }
  const detail = { invitation: row.id, email, role, refundLimit: row.refundLimit }
  const hash = await hashTeamSecret(secret.reveal())
  await members.invite({ ...row, hash }, { at: created, action: 'invitation.created', detail })
  return { invitation: toInvitation(row), link: invitationLink(consoleOrigin, secret.reveal()), errors: null }
}

/** Lists invitations that can be accepted, newest first. Error: query_invalid. */
export const listInvitations = async (page: Paging, { members, realClock }: Pick<Needs, 'members' | 'realClock'>) => {
  const list = require(await members.listInvitations(page, realClock.now()))
  const headers = pageHeaders('/v1/team/invitations', page, list)
  return { invitations: list.entries.map(toInvitation), headers, errors: null }
}

/** Cancels an open invitation. Errors: not_found (404). */
export const cancelInvitation = async (id: string, needs: Pick<Needs, 'caller' | 'members' | 'realClock'>) => {
  const note = { at: needs.realClock.now(), action: 'invitation.canceled', detail: { invitation: id } } as const
  if (!(await needs.members.cancelInvitation(id, note))) throw notFound('invitation')
  return { errors: null }
}

/** The member whose sessions a caller sees. Null for all: for owners, and for keys, which have the scope. */
const ownSessions = ({ member }: Needs['caller']): string | null =>
  member === null || member.role === 'owner' ? null : member.id

/** Lists running sessions, newest first: all for owners and keys, else the member's own. Error: query_invalid. */
export const listSessions = async (
  page: Paging,
  { caller, members, realClock }: Pick<Needs, 'caller' | 'members' | 'realClock'>,
) => {
  const now = realClock.now()
  const running = { createdAfter: now - sessionLimits.longest, seenAfter: now - sessionLimits.idle }
  const list = require(await members.listSessions(page, { member: ownSessions(caller), ...running }))
  const headers = pageHeaders('/v1/team/sessions', page, list)
  return { sessions: list.entries.map(toConsoleSession), headers, errors: null }
}

/** Ends a session. Errors: not_found (404). */
export const endSession = async (id: string, needs: Pick<Needs, 'caller' | 'members' | 'realClock'>) => {
  const note = { at: needs.realClock.now(), action: 'session.ended', detail: { session: id } } as const
  if (!(await needs.members.endSession(id, ownSessions(needs.caller), note))) throw notFound('session')
  return { errors: null }
}
