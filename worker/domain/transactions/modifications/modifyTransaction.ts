import { inProgressCode } from '#contract/transactions/responseCodes'
import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { Outcome, Pending, Processor, Ref } from '../../../processors/processor.ts'
import type { IdempotentRequest } from '../../../store/sql/idempotency.ts'
import type { OperationRow, PaymentRow, OperationResource } from '../../../store/transactions/columns.ts'
import type { ConnectionLimits, ModificationInsertion } from '../../../store/transactions/modifications.ts'
import type { ModificationContext } from '../../../store/transactions/modificationOutcomes.ts'
import type { TransactionStore } from '../../../store/transactions/transactionStore.ts'
import { moneyOf } from '../../money.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import type { TransactionResponse } from '../responses/transactionResponse.ts'
import { callProcessor, requestReversal } from '../callProcessor.ts'
import type { CallProcessorNeeds, ProcessorResponse, RequestReversalNeeds } from '../callProcessor.ts'
import { cancelAtTerminal } from '../atTerminal/cancelAtTerminal.ts'
import type { CurrentRoutingNeeds } from '../../connections/connection.ts'
import { connectionLimits } from '../../connections/limits.ts'
import type { CancelAtTerminalNeeds } from '../atTerminal/cancelAtTerminal.ts'
import type { ModificationRequest } from './modificationRequest.ts'
import { toResponseOrTimeout } from '../responses/operationResponse.ts'
import { modificationError } from './modificationErrors.ts'
import { replay } from '../responses/replay.ts'
import type { ReplayNeeds } from '../responses/replay.ts'
import { orderReference, toStoredOrder } from '../orderColumns.ts'
import { newRef } from '../newRef.ts'
import type { NewRefNeeds } from '../newRef.ts'
import { limitByExponent } from '../refundLimit.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'
import { toDeferral, toPollDeferral } from '../recovery/attention.ts'
import type { ReportAttentionNeeds } from '../recovery/attention.ts'
import { toModificationVerdict, unknownOutcome } from '../verdict.ts'
import { toModificationOutcome } from './modificationOutcome.ts'

export type SendModificationNeeds = CallProcessorNeeds &
  RequestReversalNeeds & { readonly processor: Pick<Processor, 'capture' | 'credit' | 'void'> }

export interface RecordModificationNeeds extends TransactionIdNeeds, ReportAttentionNeeds {
  readonly transactions: Pick<
    TransactionStore,
    'recordAcceptedOperation' | 'recordModificationOutcome' | 'recordUnknownModification'
  >
}

interface ReserveNeeds extends TransactionIdNeeds, NewRefNeeds, CurrentRoutingNeeds {
  readonly idempotent: IdempotentRequest | null
  readonly limits: Pick<TimeLimits, 'abandonAfterMs'>
  readonly requestId: string
  readonly transactions: Pick<TransactionStore, 'insertPendingModification'>
}

export type ModifyTransactionNeeds = CancelAtTerminalNeeds &
  RecordModificationNeeds &
  ReplayNeeds &
  ReserveNeeds &
  SendModificationNeeds

/**
 * Reserves the amount, calls the processor, records the outcome, in this order, so that a crash never hides a movement of money.
 * An operation that a crash or timeout leaves pending keeps its reservation, and a sweep repeats it under the same references
 * until its outcome is known. One that the processor accepts and decides later keeps it as well, and its outcome is looked up.
 *
 * Errors: those of `modificationError`, and processor_timeout while the outcome is unknown.
 */
export const modifyTransaction = async (
  request: ModificationRequest,
  needs: ModifyTransactionNeeds,
): Promise<TransactionResponse> => {
  const limits = connectionLimits(needs)
  const insertion = await reserve(request, limits, needs)
  return isOfNewerConnection(insertion, limits)
    ? withCurrentConnections(request, needs)
    : modify(request, insertion, needs)
}

/** Whether a modification was refused because the payment's connection is newer than the account's cached record. */
const isOfNewerConnection = (insertion: ModificationInsertion, { known }: ConnectionLimits): boolean =>
  insertion.result === 'refused' &&
  insertion.found !== null &&
  insertion.found.payment.connection !== null &&
  known?.includes(insertion.found.payment.connection) === false

const withCurrentConnections = async (request: ModificationRequest, needs: ModifyTransactionNeeds) => {
  const current = { ...needs, accountConnections: (await needs.readRouting()).connections }
  return modify(request, await reserve(request, { ...connectionLimits(current), known: null }, current), current)
}

const modify = async (
  request: ModificationRequest,
  insertion: ModificationInsertion,
  needs: ModifyTransactionNeeds,
): Promise<TransactionResponse> => {
  if (insertion.result === 'claimed') return replay(insertion.claimed, needs)
  if (insertion.result === 'refused') {
    const canceled =
      request.request.type === 'void' && insertion.found !== null
        ? await cancelAtTerminal(request, insertion.found, needs)
        : null
    if (canceled !== null) return canceled
    throw modificationError(request, insertion.found, needs)
  }
  const { operation, found, rootRef } = insertion
  const { payment, named } = found
  // A void of a void or of a reversal voids the whole payment, not the operation that was voided.
  const targetRef = operation.target === payment.id ? rootRef : named.processorRef
  const response = await sendModification(operation, { payment, rootRef, targetRef }, needs)
  return toResponseOrTimeout(await recordModification(operation, response, needs), payment)
}

const reserve = (request: ModificationRequest, connections: ConnectionLimits, needs: ReserveNeeds) =>
  retryOnIdCollision(needs, async (id) => {
    const { transactions, clock, limits, requestId, idempotent } = needs
    const ref = newRef(id, needs)
    const modification = {
      id,
      named: parseTransactionId(request.transactionId),
      request: request.request,
      processorRef: ref,
      requestId,
      initiatedByUserId: request.initiatedByUserId,
      referenceTransactionId: request.referenceTransactionId,
      order:
        request.order === undefined
          ? null
          : { data: toStoredOrder(request.order), reference: orderReference(request.order) },
      refundLimit: request.refundLimit && limitByExponent(request.refundLimit.hundredths),
      created: ref.created,
      due: clock.now() + limits.abandonAfterMs,
      isOnRealTime: needs.clockOffsetMs === 0,
    }
    return transactions.insertPendingModification(modification, connections, idempotent)
  })

/** @throws Error for an operation that was never prepared at a processor */
const requireRef = (ref: Ref | null): Ref => {
  if (ref === null) throw new Error('The operation has no processor reference.')
  return ref
}

/** What a capture, void or credit names at the processor: a void the operation to undo, others the payment. */
export const originalOf = ({ type }: Pick<OperationRow, 'type'>, { targetRef, rootRef }: ModificationContext): Ref =>
  requireRef((type === 'void' ? targetRef : null) ?? rootRef)

/** Calls the processor for a pending operation. A repeated call sends the same request. */
export const sendModification = async (
  operation: OperationRow,
  context: ModificationContext,
  needs: SendModificationNeeds,
): Promise<ProcessorResponse> => {
  const { payment } = context
  const ref = requireRef(operation.processorRef)
  if (isRelease(operation, payment)) return sendRelease(ref, operation, context, needs)
  return needs.callSlots.run(() =>
    callProcessor(
      ({ deadline, signal }) => {
        const op = {
          op: ref.op,
          account: { id: payment.account, mode: payment.mode, strictTestPans: false },
          amount: moneyOf(operation.amount, payment.currency),
          original: originalOf(operation, context),
          deadline,
          signal,
          final: operation.final,
          // An accepted operation has been sent, although no attempt without an outcome is counted.
          attempt: operation.attempts + (isAccepted(operation) ? 2 : 1),
          settled: payment.settled > 0,
        }
        switch (operation.type) {
          case 'capture':
            return needs.processor.capture(op, ref)
          case 'void':
            return needs.processor.void(op, ref)
          default:
            return needs.processor.credit(op, ref)
        }
      },
      ref,
      needs,
    ),
  )
}

/** Whether the processor has accepted a pending operation and decides later. */
export const isAccepted = ({ status, responseCode }: Pick<OperationRow, 'responseCode' | 'status'>): boolean =>
  status === 'pending' && responseCode === inProgressCode

/** Whether a void releases the rest of a hold: part of the payment has settled, so that part cannot be voided. */
export const isRelease = ({ type, target }: OperationRow, payment: PaymentRow): boolean =>
  type === 'void' && target === payment.id && payment.type === 'payment' && payment.settled > 0

const sendRelease = async (
  ref: Ref,
  operation: OperationRow,
  { payment, rootRef }: ModificationContext,
  needs: SendModificationNeeds,
): Promise<ProcessorResponse> => {
  const started = needs.clock.now()
  const released = moneyOf(operation.amount, payment.currency)
  const rest = moneyOf(payment.released + operation.amount, payment.currency)
  const reversal = await requestReversal(requireRef(rootRef), operation.attempts + 1, needs, rest)
  const outcome: Outcome =
    reversal === 'done'
      ? { result: 'approved', ref, approved: released, code: '00' }
      : reversal === 'notFound'
        ? { result: 'declined', ref, code: '25' }
        : { result: 'unknown', ref, reason: 'timeout' }
  return { outcome, latency: needs.clock.now() - started }
}

/** Records the outcome of a modification. Returns the operation as its row is afterwards. */
export const recordModification = (
  operation: OperationRow,
  { outcome, latency }: ProcessorResponse,
  needs: RecordModificationNeeds,
): Promise<OperationResource> => {
  const { transactions, clock } = needs
  const at = clock.now()
  const verdict = toModificationVerdict(outcome)
  if (outcome.result === 'pending') return recordAccepted(operation, outcome, latency, needs)
  // What the processor has accepted is not lost, so that a look-up without a result changes nothing but its time.
  if (verdict === null && isAccepted(operation))
    return recordAccepted(operation, { result: 'pending', ref: outcome.ref, pollAfterMs: 0 }, latency, needs)
  if (verdict === null) return recordUnknown(operation, latency, needs)
  return retryOnIdCollision(needs, (releaseId) =>
    transactions.recordModificationOutcome(
      toModificationOutcome(operation, { outcome, latency }, verdict, { releaseId, at }),
    ),
  )
}

/** Records that the processor has accepted an operation. Returns the operation as its row is afterwards. */
export const recordAccepted = async (
  { id, created }: Pick<OperationRow, 'created' | 'id'>,
  { ref, pollAfterMs }: Pending,
  latency: number,
  {
    transactions,
    clock,
    reportAttention,
  }: Pick<RecordModificationNeeds, 'clock' | 'reportAttention'> & {
    readonly transactions: Pick<TransactionStore, 'recordAcceptedOperation'>
  },
): Promise<OperationResource> => {
  const { operation, attention } = await transactions.recordAcceptedOperation({
    id,
    latency,
    responseCode: inProgressCode,
    processorRef: ref,
    ...toPollDeferral(created, pollAfterMs, clock.now()),
  })
  if (attention !== null) reportAttention(attention)
  return operation
}

const recordUnknown = async (
  operation: OperationRow,
  latency: number,
  { transactions, clock, reportAttention }: RecordModificationNeeds,
): Promise<OperationResource> => {
  const { responseCode } = unknownOutcome
  // Repeated until the processor returns an outcome, since the reservation has no expiry.
  const deferral = toDeferral(operation.attempts + 1, clock.now(), 'outcome_unknown')
  const { operation: recorded, attention } = await transactions.recordUnknownModification({
    id: operation.id,
    latency,
    responseCode,
    ...deferral,
  })
  if (attention !== null) reportAttention(attention)
  return recorded
}
