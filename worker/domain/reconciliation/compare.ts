import type { DifferenceKind, RepairKind } from '#contract/connections/reconciliation'
import type { OperationState, TransactionState } from '#contract/transactions/transactions'
import type { ReportedOperation } from '../../processors/processor.ts'
import type { ComparedOperation, ComparedPayment } from '../../store/reconciliation/comparedRows.ts'
import { unnamedOriginalId } from './unnamed.ts'

/** The comparison of one operation, as tables. It reads nothing and sends nothing. */

export interface ComparisonFinding {
  readonly kind: DifferenceKind
  readonly repair: RepairKind
}

type Verdict = 'same' | RepairKind

/** States of the other side that can be compared. An operation that waits for its outcome there is compared later. */
type TheirState = Exclude<ReportedOperation['state'], 'pending'>

type Verdicts = Readonly<Record<OperationState, Readonly<Record<TheirState, Verdict>>>>

/** Whether it has settled there or not, the amount stands. Whether the bank has returned it differs. */
const standingVerdicts = {
  approved: 'same',
  declined: 'none',
  voided: 'none',
  reversed: 'none',
  settled: 'same',
  returned: 'none',
} as const

const unapprovedVerdicts = {
  approved: 'reverse',
  declined: 'same',
  voided: 'same',
  reversed: 'same',
  settled: 'none',
  returned: 'none',
} as const

/**
 * The first operation of a payment: an authorization, a sale or an unreferenced credit. One that the gateway shows as declined, failed or
 * reversed must not stand. One that it shows as pending belongs to a request that has ended.
 */
const firstVerdicts: Verdicts = {
  pending: {
    approved: 'reverse',
    declined: 'reverse',
    voided: 'reverse',
    reversed: 'reverse',
    settled: 'none',
    returned: 'none',
  },
  approved: standingVerdicts,
  declined: unapprovedVerdicts,
  failed: unapprovedVerdicts,
  reversed: unapprovedVerdicts,
  voided: { ...unapprovedVerdicts, approved: 'none' },
  settled: standingVerdicts,
  returned: { ...standingVerdicts, returned: 'same' },
}

/** A capture, void or credit. A voided one was approved before: its void is an operation of its own. */
const modificationVerdicts: Verdicts = {
  ...firstVerdicts,
  pending: {
    approved: 'record',
    declined: 'record',
    voided: 'record',
    reversed: 'none',
    settled: 'record',
    returned: 'record',
  },
  declined: { ...unapprovedVerdicts, approved: 'none' },
  failed: { ...unapprovedVerdicts, approved: 'none' },
  reversed: { ...unapprovedVerdicts, approved: 'none' },
}

/** Whether it has left the processor's open batch. */
export const hasSettledThere = (state: ReportedOperation['state']): boolean =>
  state === 'settled' || state === 'returned'

const isInEffect = (state: ReportedOperation['state']): boolean => state === 'approved' || hasSettledThere(state)

/** Whether the hold of a payment has ended here without a capture, by its expiry or a void. */
const holdEnded = ({ captured, released, approved }: ComparedPayment): boolean => captured === 0 && released >= approved

/** The states of operations that moved money, or hold it. */
const standing: ReadonlySet<OperationState> = new Set(['approved', 'settled', 'returned'])

const amountDiffers = ({ operation, payment }: ComparedOperation, { money, type }: ReportedOperation): boolean =>
  money.currency !== payment.currency || (type !== 'void' && money.minor !== BigInt(operation.amount))

/**
 * Compares an operation that both sides have.
 *
 * An operation of a payment that changes at this moment is not compared: the report may be older than the change.
 */
export const compareBoth = (ours: ComparedOperation, theirs: ReportedOperation): ComparisonFinding | null => {
  const { operation, payment } = ours
  if (theirs.state === 'pending' || ours.isChanging) return null
  if (operation.type !== theirs.type) return { kind: 'state', repair: 'none' }
  const isFirst = operation.id === payment.id
  // What an authorization took is returned with its payment.
  const status = operation.type === 'authorize' && payment.status === 'returned' ? 'returned' : operation.status
  const verdict = (isFirst ? firstVerdicts : modificationVerdicts)[status][theirs.state]
  if (verdict !== 'same')
    return isFirst && operation.status === 'approved' && theirs.state !== 'declined' && holdEnded(payment)
      ? null
      : { kind: 'state', repair: verdict }
  const bothStand = standing.has(operation.status) && isInEffect(theirs.state)
  return bothStand && amountDiffers(ours, theirs) ? { kind: 'amount', repair: 'none' } : null
}

/** Why an operation that only the other side has cannot be repaired. */
export interface Obstacles {
  /** Another account of this gateway has made it. */
  readonly isOthers: boolean
  /** A capture or credit of the payment has settled. */
  readonly hasSettled: boolean
}

/**
 * Compares an operation that only the other side has. Without effect there is nothing to compare: the amounts agree.
 *
 * @param payment its payment here; null if that is unknown as well
 */
export const compareMissing = (
  theirs: ReportedOperation,
  payment: Pick<ComparedPayment, 'status' | 'isChanging'> | null,
  { isOthers, hasSettled }: Obstacles,
): ComparisonFinding | null => {
  const { op, type, state, money } = theirs
  if (!isInEffect(state) || isOthers) return null
  if (op === null && unnamedOriginalId(theirs) === null) return { kind: 'foreign', repair: 'none' }
  const isFirst = theirs.original === null && type !== 'capture' && type !== 'void'
  if (isFirst) {
    // A verification holds nothing.
    if (money.minor === 0n) return null
    return missingHere(hasSettledThere(state) || hasSettled ? 'none' : 'reverse')
  }
  if (payment?.isChanging === true) return null
  // A void affects its original only, and the original is compared too.
  if (type === 'void' && (payment === null || undone.has(payment.status))) return null
  if (payment === null) return missingHere(hasSettledThere(state) || hasSettled ? 'none' : 'reverse')
  return missingHere(undone.has(payment.status) ? 'none' : 'record')
}

const missingHere = (repair: RepairKind): ComparisonFinding => ({ kind: 'missing_here', repair })

/** The states of payments that took nothing. */
const undone: ReadonlySet<TransactionState> = new Set(['pending', 'declined', 'failed', 'reversed'])

/** Whether an operation of the gateway must be found at the other side: it holds or moved money. */
export const mustBeThere = ({ operation, payment }: ComparedOperation): boolean =>
  standing.has(operation.status) &&
  operation.amount > 0 &&
  // The void of a payment with settled captures is sent as the release of its rest.
  !(operation.type === 'void' && operation.target === payment.id && payment.settled > 0)
