import type { OperationState } from '#contract/transactions/transactions'
import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { ReportedOperation } from '../../processors/processor.ts'
import type { ComparedOperation } from '../../store/reconciliation/comparedRows.ts'

/** Captures and voids of which a processor does not keep our reference: its report names their original alone. */

/** The id of the captured, voided or credited operation. Below 0 if it is none of the gateway. */
export const originalId = ({ originalOp }: ReportedOperation): number =>
  originalOp === null ? -1 : parseTransactionId(originalOp)

/** The operation whose captures and voids the report names by it. Null if the operation has our reference. */
export const unnamedOriginalId = (theirs: ReportedOperation): number | null => {
  const { op, type } = theirs
  const id = op === null && (type === 'capture' || type === 'void') ? originalId(theirs) : -1
  return id < 0 ? null : id
}

/** Whether a stored operation has the type and the original of a reported one. */
const hasOriginal = (theirs: ReportedOperation, { operation, payment }: ComparedOperation): boolean => {
  const original = unnamedOriginalId(theirs)
  if (original === null || operation.type !== theirs.type) return false
  return (operation.type === 'void' ? operation.target : payment.id) === original
}

const inEffect = ['settled', 'returned', 'approved', 'pending', 'voided'] as const

/** Our states that a state of theirs can be, the likeliest first. */
const statesHere: Readonly<Record<ReportedOperation['state'], readonly OperationState[]>> = {
  pending: inEffect,
  approved: inEffect,
  settled: inEffect,
  returned: inEffect,
  voided: ['voided', ...inEffect],
  reversed: ['reversed', 'voided', ...inEffect],
  declined: ['declined', 'failed', 'pending'],
}

/**
 * Our operation that a report shows without our reference. Null if we have none. A payment has one capture in effect, so the state decides
 * between it and declined attempts.
 */
export const findUnnamed = (
  theirs: ReportedOperation,
  operations: Iterable<ComparedOperation>,
): ComparedOperation | null => {
  const found = [...operations].filter((ours) => hasOriginal(theirs, ours))
  for (const state of statesHere[theirs.state]) {
    const ours = found.find(({ operation }) => operation.status === state)
    if (ours !== undefined) return ours
  }
  return null
}

/** Whether a reported operation is this stored one, and holds or moved money. */
export const isShown = (ours: ComparedOperation, theirs: ReportedOperation): boolean =>
  theirs.op === null
    ? theirs.state !== 'declined' && hasOriginal(theirs, ours)
    : parseTransactionId(theirs.op) === ours.operation.id
