/** Every audited action. Each entry has the changed members in `changes`, with their old and new values. */
export const auditActions = [
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
  'webhook.rotated',
  'webhook.updated',
] as const
export type AuditAction = (typeof auditActions)[number]

/** The value of a secret in an audit entry. */
export const redactedSecret = '[redacted]'
