import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import { email, identifier, nullable } from '../schema/fields.ts'
import { decimal } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { paging } from '../schema/paging.ts'
import { roles } from './roles.ts'

const tag = 'Team'

/** No API key reaches the team: only sessions of owners do, and of members their own sessions (roles.ts). */
const scope = 'internal'

/** A person who uses the console. Times are RFC 3339 in UTC. */
export const member = () =>
  v.object({
    id: v.string(),
    name: v.string(),
    email: v.string(),
    role: v.picklist(roles),
    refundLimit: v.nullable(v.number()),
    created: v.string(),
  })

export const invitation = () =>
  v.object({
    id: v.string(),
    email: v.string(),
    role: v.picklist(roles),
    refundLimit: v.nullable(v.number()),
    created: v.string(),
    expires: v.string(),
  })

export const consoleSession = () =>
  v.object({
    id: v.string(),
    member: v.string(),
    browser: v.string(),
    created: v.string(),
    lastSeen: v.string(),
    expires: v.string(),
  })

const refundLimit = () => nullable(decimal({ min: '0.01', max: '999999999.99', places: 2 }))
const memberParams = () => object({ Member: identifier() })

export const listMembers = endpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/v1/team/members',
  tag,
  scope,
  errorFormat: 'envelope',
  list: { counted: false },
  query: paging(),
  response: envelope({ members: v.array(member()) }),
  extension: true,
})

export const updateMember = endpoint({
  name: 'updateMember',
  method: 'PUT',
  path: '/v1/team/members/{Member}',
  tag,
  scope,
  freshPasskey: true,
  quotas: [],
  errorFormat: 'envelope',
  params: memberParams(),
  body: object({ role: v.picklist(roles), refundLimit: refundLimit() }),
  response: envelope({ member: member() }),
  extension: true,
})
export type UpdateMember = v.InferOutput<NonNullable<typeof updateMember.body>>

export const removeMember = endpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/v1/team/members/{Member}',
  tag,
  scope,
  freshPasskey: true,
  errorFormat: 'envelope',
  params: memberParams(),
  response: envelope({}),
  extension: true,
})

export const inviteMember = endpoint({
  name: 'inviteMember',
  method: 'POST',
  path: '/v1/team/invitations',
  tag,
  scope,
  freshPasskey: true,
  quotas: [],
  errorFormat: 'envelope',
  body: object({ email: email(), role: v.picklist(roles), refundLimit: refundLimit() }),
  response: envelope({ invitation: invitation(), link: v.nullable(v.string()) }),
  returnedOnce: ['link'],
  extension: true,
})
export type InviteMember = v.InferOutput<NonNullable<typeof inviteMember.body>>

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/v1/team/invitations',
  tag,
  scope,
  errorFormat: 'envelope',
  list: { counted: false },
  query: paging(),
  response: envelope({ invitations: v.array(invitation()) }),
  extension: true,
})

export const cancelInvitation = endpoint({
  name: 'cancelInvitation',
  method: 'DELETE',
  path: '/v1/team/invitations/{Invitation}',
  tag,
  scope,
  errorFormat: 'envelope',
  params: object({ Invitation: identifier() }),
  response: envelope({}),
  extension: true,
})

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/v1/team/sessions',
  tag,
  scope,
  errorFormat: 'envelope',
  list: { counted: false },
  query: paging(),
  response: envelope({ sessions: v.array(consoleSession()) }),
  extension: true,
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/v1/team/sessions/{Session}',
  tag,
  scope,
  errorFormat: 'envelope',
  params: object({ Session: identifier() }),
  response: envelope({}),
  extension: true,
})

/** Served on the console's host alone. */
export const teamEndpoints = [
  listMembers,
  updateMember,
  removeMember,
  inviteMember,
  listInvitations,
  cancelInvitation,
  listSessions,
  endSession,
] as const
