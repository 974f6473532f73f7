import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { changing, email, identifier, nullable } from '../schema/fields.ts'
import { decimal } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'
import { roles } from './roles.ts'

const tag = 'Team'

/** The team belongs to the account, not to a mode, so a key of test mode never reaches it. */
const common = { tag, errorFormat: 'envelope', liveOnly: true, extension: true } as const
const reading = { ...common, scope: 'team:read' } as const
const writing = { ...common, scope: 'team:write' } as const

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
  ...reading,
  list: { counted: false },
  query: paging(),
  response: envelope({ members: v.array(member()) }),
})

export const updateMember = endpoint({
  name: 'updateMember',
  method: 'PUT',
  path: '/v1/team/members/{Member}',
  ...writing,
  freshPasskey: true,
  quotas: [],
  params: memberParams(),
  body: object(changing(member(), { role: v.optional(v.picklist(roles)), refundLimit: refundLimit() })),
  response: envelope({ member: member() }),
})
export type UpdateMember = v.InferOutput<NonNullable<typeof updateMember.body>>

export const removeMember = endpoint({
  name: 'removeMember',
  method: 'DELETE',
  path: '/v1/team/members/{Member}',
  ...writing,
  freshPasskey: true,
  params: memberParams(),
  response: envelope({}),
})

export const inviteMember = endpoint({
  name: 'inviteMember',
  method: 'POST',
  path: '/v1/team/invitations',
  ...writing,
  freshPasskey: true,
  body: object({ email: email(), role: v.picklist(roles), refundLimit: refundLimit() }),
  response: envelope({ invitation: invitation(), link: v.nullable(v.string()) }),
  returnedOnce: ['link'],
})
export type InviteMember = v.InferOutput<NonNullable<typeof inviteMember.body>>

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/v1/team/invitations',
  ...reading,
  list: { counted: false },
  query: paging(),
  response: envelope({ invitations: v.array(invitation()) }),
})

export const cancelInvitation = endpoint({
  name: 'cancelInvitation',
  method: 'DELETE',
  path: '/v1/team/invitations/{Invitation}',
  ...writing,
  params: object({ Invitation: identifier() }),
  response: envelope({}),
})

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/v1/team/sessions',
  ...reading,
  list: { counted: false },
  query: paging(),
  response: envelope({ sessions: v.array(consoleSession()) }),
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/v1/team/sessions/{Session}',
  ...writing,
  params: object({ Session: identifier() }),
  response: envelope({}),
})

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

const stepUp = 'In the console, a passkey must have signed in the last five minutes (403 `passkey_required`).'

export const teamDocumentation = (): Documentation => ({
  listMembers: {
    summary: 'List members',
    description: 'Returns the people of the team, newest first. They belong to the account, in both modes.',
    parameters: pagingParameters,
  },
  updateMember: {
    summary: 'Change a member',
    description: `Changes role or refund limit of a member, from the member's next request on. Absent members keep their values. The last owner keeps the role (409 \`last_owner\`). ${stepUp}`,
  },
  removeMember: {
    summary: 'Remove a member',
    description: `Removes a person from the team, and ends the person's sessions at once. Own saved views are deleted. The last owner stays (409 \`last_owner\`). ${stepUp}`,
  },
  inviteMember: {
    summary: 'Invite a member',
    description: `Creates a link with which one person joins the team, within 24 hours. \`link\` is returned only once: send it to the person alone, since the first who opens it has the role. A gateway without a console returns 409 \`invalid_state\`. ${stepUp}`,
  },
  listInvitations: {
    summary: 'List invitations',
    description: 'Returns the invitations that can be accepted, newest first, without their links.',
    parameters: pagingParameters,
  },
  cancelInvitation: {
    summary: 'Cancel an invitation',
    description: 'The link of the invitation opens nothing from then on.',
  },
  listSessions: {
    summary: 'List sessions',
    description:
      'Returns the sessions of the console that have neither ended nor expired, newest first. An API key and an owner read those of the whole team, other members their own.',
    parameters: pagingParameters,
  },
  endSession: {
    summary: 'End a session',
    description:
      'Signs a browser out of the console at once. An API key and an owner end any session of the team, other members their own.',
  },
})
