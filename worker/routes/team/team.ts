import {
  cancelInvitation as cancelInvitationEndpoint,
  endSession as endSessionEndpoint,
  inviteMember as inviteMemberEndpoint,
  listInvitations as listInvitationsEndpoint,
  listMembers as listMembersEndpoint,
  listSessions as listSessionsEndpoint,
  removeMember as removeMemberEndpoint,
  updateMember as updateMemberEndpoint,
} from '#contract/team/team'
import {
  cancelInvitation,
  endSession,
  inviteMember,
  listInvitations,
  listMembers,
  listSessions,
  removeMember,
  updateMember,
} from '../../domain/team/members.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const team = (app: App): void => {
  serve(app, listMembersEndpoint, ({ query }, services) => listMembers(query, services))
  serve(app, updateMemberEndpoint, ({ params, body }, services) => updateMember(params.Member, body, services))
  serve(app, removeMemberEndpoint, ({ params }, services) => removeMember(params.Member, services))
  serve(app, inviteMemberEndpoint, ({ body }, services) => inviteMember(body, services))
  serve(app, listInvitationsEndpoint, ({ query }, services) => listInvitations(query, services))
  serve(app, cancelInvitationEndpoint, ({ params }, services) => cancelInvitation(params.Invitation, services))
  serve(app, listSessionsEndpoint, ({ query }, services) => listSessions(query, services))
  serve(app, endSessionEndpoint, ({ params }, services) => endSession(params.Session, services))
}
