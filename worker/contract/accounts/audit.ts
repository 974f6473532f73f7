/** Audited actions of people at the console. Their entries name the member. */
export const teamActions = [
  'invitation.canceled',
  'invitation.created',
  'member.changed',
  'member.joined',
  'member.recovered',
  'member.removed',
  'passkey.added',
  'passkey.rejected',
  'passkey.removed',
  'recoverycode.replaced',
  'session.confirmed',
  'session.ended',
  'session.started',
] as const
export type TeamAction = (typeof teamActions)[number]

/** Audited changes of resources. Each entry has the changed members in `changes`, with their old and new values. */
export const resourceActions = [
  'account.updated',
  'apikey.issued',
  'apikey.revoked',
  'apikey.rotated',
  'checkout.canceled',
  'connection.created',
  'connection.deleted',
  'connection.updated',
  'customer.deleted',
  'customer.erased',
  'dispute.accepted',
  'dispute.recorded',
  'subscription.canceled',
  'subscription.changed',
  'terminal.deleted',
  'terminal.registered',
  'testclock.changed',
  'transaction.reconciled',
  'transaction.resolved',
  'wallet.default',
  'wallet.deleted',
  'webhook.deleted',
  'webhook.registered',
  'webhook.replayed',
  'webhook.rotated',
  'webhook.updated',
] as const
export type ResourceAction = (typeof resourceActions)[number]

/** Every audited action. */
export const auditActions = [...resourceActions, ...teamActions] as const
export type AuditAction = (typeof auditActions)[number]

/** The value of a secret in an audit entry. */
export const redactedSecret = '[redacted]'
