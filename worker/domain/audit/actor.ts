import type { AuditActor } from '#contract/audit/audit'
import type { AuditRow } from '../../store/audit/entries.ts'

/** Who made the change of an audit entry. An entry stores the id of an API key or of a member, or the name of a part of the gateway. */
export const toActor = ({ key, keyName, memberName }: Pick<AuditRow, 'key' | 'keyName' | 'memberName'>): AuditActor => {
  if (memberName !== null) return { kind: 'member', id: key, name: memberName }
  if (keyName !== null) return { kind: 'key', id: key, name: keyName === '' ? null : keyName }
  return { kind: 'system', id: key, name: key }
}
