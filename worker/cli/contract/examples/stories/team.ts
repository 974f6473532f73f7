import type { Story } from '../step.ts'
import { unknownId } from './shared.ts'

const large = 'search=amount%3A%3E100+status%3Acaptured'

/** The team, its invitations and sessions, and saved views. */
export const team: Story = {
  name: 'team',
  begin: '2026-11-20T19:00:00.000Z',
  steps: [
    { change: 'team' },
    { example: 'list-members', title: 'People of the team', operation: 'listMembers', key: 'team' },
    {
      example: 'invite-member',
      title: 'Colleague who may refund up to 50',
      operation: 'inviteMember',
      key: 'team',
      body: { email: 'alan@shop.example', role: 'support', refundLimit: 50 },
    },
    {
      example: 'invite-member-invalid',
      title: 'Unknown role',
      operation: 'inviteMember',
      key: 'team',
      body: { email: 'alan@shop.example', role: 'admin' },
    },
    { example: 'list-invitations', title: 'Open invitations', operation: 'listInvitations', key: 'team' },
    {
      example: 'cancel-invitation',
      title: 'Invitation',
      operation: 'cancelInvitation',
      key: 'team',
      path: { Invitation: '{{invite-member.invitation.id}}' },
    },
    {
      example: 'cancel-invitation-again',
      title: 'Canceled invitation',
      operation: 'cancelInvitation',
      key: 'team',
      path: { Invitation: '{{invite-member.invitation.id}}' },
    },
    {
      example: 'update-member',
      title: 'Other role',
      operation: 'updateMember',
      key: 'team',
      path: { Member: '{{list-members.members.0.id}}' },
      body: { role: 'developer' },
    },
    {
      example: 'update-last-owner',
      title: 'Last owner',
      operation: 'updateMember',
      key: 'team',
      path: { Member: '{{list-members.members.1.id}}' },
      body: { role: 'viewer' },
    },
    { example: 'list-sessions', title: 'Signed-in browsers', operation: 'listSessions', key: 'team' },
    {
      example: 'end-session',
      title: 'Session',
      operation: 'endSession',
      key: 'team',
      path: { Session: '{{list-sessions.sessions.0.id}}' },
    },
    {
      example: 'end-unknown-session',
      title: 'Unknown session',
      operation: 'endSession',
      key: 'team',
      path: { Session: unknownId },
    },
    {
      example: 'remove-member',
      title: 'Member',
      operation: 'removeMember',
      key: 'team',
      path: { Member: '{{list-members.members.0.id}}' },
    },
    {
      example: 'remove-last-owner',
      title: 'Last owner',
      operation: 'removeMember',
      key: 'team',
      path: { Member: '{{list-members.members.1.id}}' },
    },
    {
      example: 'save-view',
      title: 'Captured payments above 100',
      operation: 'createView',
      body: { list: 'payments', name: 'Large payments', query: large },
    },
    {
      example: 'save-view-again',
      title: 'Name that another view has',
      operation: 'createView',
      body: { list: 'payments', name: 'Large payments', query: large },
    },
    { example: 'list-views', title: 'Views of payments', operation: 'listViews', query: { list: 'payments' } },
    { example: 'list-views-invalid', title: 'Unknown list', operation: 'listViews', query: { list: 'passwords' } },
    {
      example: 'rename-view',
      title: 'Other name',
      operation: 'updateView',
      path: { View: '{{save-view.view.id}}' },
      body: { name: 'Above 100' },
    },
    {
      example: 'rename-view-invalid',
      title: 'Empty name',
      operation: 'updateView',
      path: { View: '{{save-view.view.id}}' },
      body: { name: '' },
    },
    {
      example: 'delete-view',
      title: 'View',
      operation: 'deleteView',
      path: { View: '{{save-view.view.id}}' },
    },
    {
      example: 'delete-unknown-view',
      title: 'Unknown view',
      operation: 'deleteView',
      path: { View: unknownId },
    },
  ],
}
