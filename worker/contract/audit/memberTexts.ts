import type { MemberTexts } from '../schema/memberTexts.ts'

/** Texts of audit entries. */
export const auditTexts: MemberTexts = {
  AuditEntry: {
    id: 'Id of the entry.',
    at: 'Time of the change, RFC 3339 in UTC.',
    actor: 'Who made the change.',
    'actor.kind':
      '`key` for an API key, `member` for a person at the console, `system` for the gateway itself or its operator.',
    'actor.id':
      'Id of the API key, `member:` and the id of the member, or the name of the part of the gateway, such as `billing`.',
    'actor.name':
      'Name of the API key, null for a key without a name, or of the member. Of the gateway the same as `actor.id`.',
    requestId: 'Id of the request that made the change. Null for a change without a request.',
    action: 'What was done, such as `apikey.issued`.',
    detail:
      'What the change was about, by action. Most have `changes`: each changed member with its `old` and `new` value. Secrets are `[redacted]`.',
  },
  listAuditEntries: { entries: 'Audit entries, newest first.' },
}
