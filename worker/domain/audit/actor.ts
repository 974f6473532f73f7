import type { AuditActor } from '#contract/audit/audit'
import type { AuditRow } from '../../store/audit/entries.ts'

/** Who made the change of an audit entry. An entry stores the id of an API key, or the name of a part of the gateway. */
export const toActor = ({ key, keyName }: Pick<AuditRow, 'key' | 'keyName'>): AuditActor =>
  keyName === null
    ? { kind: 'system', id: key, name: key }
    : { kind: 'key', id: key, name: keyName === '' ? null : keyName }
