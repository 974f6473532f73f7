import type { AuditEntry, AuditNote } from '../sql/audit.ts'
import type { ShardScope } from '../sql/scope.ts'

/** One shard, and the request that changes it. Sign-in begins before an account is known. */
export interface TeamScope extends ShardScope {
  readonly requestId: string
}

/** What stands in the place of a key in the audit entries of a member. */
export const memberActor = (member: string): string => `member:${member}`

/** The entry of what a member does. */
export const signedBy = (member: string, note: AuditNote, { requestId }: TeamScope): AuditEntry => ({
  ...note,
  key: memberActor(member),
  requestId,
})
