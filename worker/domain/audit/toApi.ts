import type { AuditRow } from '../../store/audit/entries.ts'
import { toActor } from './actor.ts'

/** Converts an audit entry to its API resource. The operator's entries have no request. */
export const toAuditEntry = (row: AuditRow) => ({
  id: row.entryId,
  at: new Date(row.at).toISOString(),
  actor: toActor(row),
  requestId: row.requestId === '' ? null : row.requestId,
  action: row.action,
  detail: row.detail,
})
