import type { RepairResult } from '#contract/connections/reconciliation'
import type { AuditNote } from '../../store/sql/audit.ts'
import type { Facing } from './facing.ts'
import type { Run } from './run.ts'

/** The changed member of an operation. */
export interface RepairChange {
  readonly member: 'status' | 'reversal'
  /** Null for an operation that is new here. */
  readonly old: string | null
  readonly new: string
}

/** The audit entry of a repair. */
export const auditNote = (
  { id, theirs, ours, original }: Facing,
  repair: Exclude<RepairResult, 'reversing'>,
  change: RepairChange,
  { connection }: Run,
  at: number,
): AuditNote => ({
  at,
  action: 'transaction.reconciled',
  detail: {
    transactionId: String(ours?.payment.id ?? original?.payment.id ?? id),
    operation: String(id),
    type: theirs.type,
    repair,
    connection,
    reference: theirs.theirs,
    found: theirs.state,
    changes: { [change.member]: { old: change.old, new: change.new } },
  },
})
