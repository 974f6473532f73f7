import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { email, identifier, nullable } from '../schema/fields.ts'
import { decimal } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'
import { roleRules, roles } from './roles.ts'

const tag = 'Team'

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
  scope: 'team:admin',
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
  scope: 'team:admin',
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
  scope: 'team:admin',
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
  scope: 'team:admin',
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
  scope: 'team:admin',
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
  scope: 'team:admin',
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
  scope: 'team:admin',
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
  scope: 'team:admin',
  errorFormat: 'envelope',
  params: object({ Session: identifier() }),
  response: envelope({}),
  extension: true,
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

const bothModes =
  'The team belongs to the account, in both modes. With an API key, a live one is required to change it. In the console, a passkey must have signed within five minutes.'

export const teamDocumentation = (): Documentation => ({
  listMembers: {
    summary: 'List members',
    description: 'Returns the people who use the console, newest first, without those who were removed.',
    parameters: pagingParameters,
  },
  updateMember: {
    summary: 'Change a member',
    description: `Sets role and refund limit. ${bothModes} The last owner keeps the role: 409 \`last_owner\`.\n\nRoles:\n\n${roles
      .map((role) => `- \`${role}\`: ${roleRules[role].text}.`)
      .join(
        '\n',
      )}\n\n\`refundLimit\` is the largest amount of one refund or void, in the payment's currency. Null means no limit. An owner with a limit confirms larger amounts with a passkey; others cannot refund them.`,
  },
  removeMember: {
    summary: 'Remove a member',
    description: `Ends all sessions of the member at once. ${bothModes} The last owner cannot be removed: 409 \`last_owner\`.`,
  },
  inviteMember: {
    summary: 'Invite a person',
    description: `Returns a \`link\` once, which you send to the person. It can be used once, within 24 hours, to register a passkey. ${bothModes}`,
  },
  listInvitations: {
    summary: 'List open invitations',
    description: 'Returns invitations that can still be accepted, newest first.',
    parameters: pagingParameters,
  },
  cancelInvitation: { summary: 'Cancel an invitation', description: 'Its link stops working at once.' },
  listSessions: {
    summary: 'List sessions',
    description:
      'Returns the sessions of people who are signed in, newest first: their browser, when they began and when they were last used. In the console, members other than owners see their own.',
    parameters: pagingParameters,
  },
  endSession: {
    summary: 'End a session',
    description: 'Signs a person out at once. In the console, members other than owners end their own.',
  },
})
