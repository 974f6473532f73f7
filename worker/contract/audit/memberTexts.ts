import type { MemberTexts } from '../schema/memberTexts.ts'

/** Texts of audit entries. */
export const auditTexts: MemberTexts = {
  AuditEntry: {
    id: 'Id of the entry.',
    at: 'Time of the change, RFC 3339 in UTC.',
    actor: 'Who made the change.',
    'actor.kind': '`key`: an API key. `member`: a person at the console. `system`: the gateway itself or its operator.',
    'actor.id':
      'Id of the API key, or `member:` and the id of the member. Of the gateway the name of its part, such as `billing`.',
    'actor.name':
      'Name of the API key or member. Null for a key without a name. Of the gateway the same as `actor.id`.',
    requestId: 'Id of the request that made the change. Null for a change without a request.',
    action: 'What was done, such as `apikey.issued`.',
    detail:
      'What the change was about, by action. Most have `changes`: each changed member with its `old` and `new` value. Secrets are `[redacted]`.',
  },
  listAuditEntries: { entries: 'Audit entries, newest first.' },
}
