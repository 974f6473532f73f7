import type { Actor } from '#contract/audit/actor'
import type { ActorRow } from '../../store/audit/actorColumns.ts'

/** Who made a change. A row stores the id of an API key or of a member, or the name of a part of the gateway. */
export const toActor = ({ key, keyName, memberName }: ActorRow): Actor => {
  if (memberName !== null) return { kind: 'member', id: key, name: memberName }
  if (keyName !== null) return { kind: 'key', id: key, name: keyName === '' ? null : keyName }
  return { kind: 'system', id: key, name: key }
}
