import { transactionKey } from '#contract/transactionKey'
import type { Outcome, Ref } from '../../processors/processor.ts'
import type { RequestServices } from '../../app/compose.ts'
import type { ModificationContext } from '../../store/transactions/modificationOutcomes.ts'
import type { NewModification } from '../../store/transactions/modifications.ts'
import type { OperationRow } from '../../store/transactions/operations.ts'
import type { TransactionRow } from '../../store/transactions/transactions.ts'
import { moneyOf } from '../money.ts'
import { abortAtReader } from './abort.ts'
import type { TransactionAnswer } from './answer.ts'
import { callProcessor, requestReversal } from './callProcessor.ts'
import type { ProcessorResponse } from './callProcessor.ts'
import { operationAnswer } from './operationAnswer.ts'
import { refusalOf } from './refusals.ts'
import type { Asked } from './refusals.ts'
import { replay } from './replay.ts'
import { nextAttempt } from './reverse.ts'
import { modificationVerdict, unknownOutcome } from './states.ts'
import { retryOnIdCollision } from './retryOnIdCollision.ts'

/** A capture, void or credit as a client asks for it. */
export interface ModificationRequest extends Asked {
  /** The id of any operation of the payment. */
  readonly named: string
  readonly initiatedByUserId: string | null
  readonly referenceTransactionId: string | null
}

/**
 * Reserves, asks the processor, records: in that order, as an authorize does, so that a crash never hides a movement of money. What a crash
 * or silence leaves pending keeps its reservation, and is repeated by the sweep under the same references until its outcome is known.
 *
 * Refusals: those of `refusalOf`, and processor_timeout where the outcome is not known yet.
 */
export const modifyTransaction = async (
  asked: ModificationRequest,
  services: RequestServices,
): Promise<TransactionAnswer> => {
  const opening = await reserve(asked, services)
  if (opening.result === 'claimed') return replay(opening.claimed, services)
  if (opening.result === 'refused') {
    const aborted =
      asked.request.type === 'void' && opening.found !== null
        ? await abortAtReader(asked, opening.found, services)
        : null
    if (aborted !== null) return aborted
    throw refusalOf(asked, opening.found, services.clock.now())
  }
  const { operation, found, rootRef } = opening
  const { payment, named } = found
  // Who names a void or a reversal means the whole payment, and not what that one undid.
  const targetRef = operation.target === payment.id ? rootRef : named.processorRef
  const context = { payment, rootRef, targetRef }
  const answered = await sendModification(operation, context, services)
  return operationAnswer(await recordModification(operation, answered, services), payment)
}

const reserve = (asked: ModificationRequest, services: RequestServices) =>
  retryOnIdCollision(services, async (id) => {
    const { processor, transactions, clock, limits, requestId, accountContext, idempotent } = services
    const ref = await processor.prepare({ type: asked.request.type, op: String(id), account: accountContext })
    const row: NewModification = {
      id,
      named: transactionKey(asked.named),
      request: asked.request,
      processorRef: JSON.stringify(ref),
      requestId,
      initiatedByUserId: asked.initiatedByUserId,
      referenceTransactionId: asked.referenceTransactionId,
      created: clock.now(),
      due: clock.now() + limits.abandonAfterMs,
    }
    return transactions.createPendingModification(row, idempotent)
  })

type Sender = Pick<RequestServices, 'processor' | 'limits' | 'clock'>

/** Asks the processor for an operation that is written down. The same operation asks the same, however often. */
export const sendModification = async (
  operation: OperationRow,
  context: ModificationContext,
  services: Sender,
): Promise<ProcessorResponse> => {
  const { payment } = context
  const ref = JSON.parse(operation.processorRef ?? '') as Ref
  if (isRelease(operation, payment)) return giveRestBack(ref, operation, context, services)
  return callProcessor(
    ({ deadline, signal }) => {
      const op = {
        op: ref.op,
        account: { id: payment.account, mode: payment.mode, strictTestPans: false },
        amount: moneyOf(operation.amount, payment.currency),
        original: JSON.parse((operation.type === 'void' ? context.targetRef : null) ?? context.rootRef) as Ref,
        deadline,
        signal,
        final: operation.final === 1,
        settled: payment.settled > 0,
      }
      switch (operation.type) {
        case 'capture':
          return services.processor.capture(op, ref)
        case 'void':
          return services.processor.void(op, ref)
        default:
          return services.processor.credit(op, ref)
      }
    },
    ref,
    services,
  )
}

/** A void of a payment of which something has settled undoes nothing: it gives back what was held and not taken. */
const isRelease = ({ type, target }: OperationRow, payment: TransactionRow): boolean =>
  type === 'void' && target === payment.id && payment.type === 'payment' && payment.settled > 0

const giveRestBack = async (
  ref: Ref,
  operation: OperationRow,
  { payment, rootRef }: ModificationContext,
  services: Sender,
): Promise<ProcessorResponse> => {
  const started = services.clock.now()
  const given = moneyOf(operation.amount, payment.currency)
  const rest = moneyOf(payment.released + operation.amount, payment.currency)
  const answer = await requestReversal(JSON.parse(rootRef) as Ref, operation.attempts + 1, services, rest)
  const outcome: Outcome =
    answer === 'done'
      ? { result: 'approved', ref, approved: given, code: '00' }
      : answer === 'notFound'
        ? { result: 'declined', ref, code: '25' }
        : { result: 'unknown', ref, reason: 'timeout' }
  return { outcome, latency: services.clock.now() - started }
}

type Recorder = Pick<RequestServices, 'clock' | 'ids'> & {
  readonly transactions: Pick<
    RequestServices['transactions'],
    'recordModificationOutcome' | 'recordUnknownModification'
  >
}

/** Writes down what the processor said. Answers the operation as its row has it. */
export const recordModification = (
  operation: OperationRow,
  { outcome, latency }: ProcessorResponse,
  services: Recorder,
): Promise<OperationRow> => {
  const { transactions, clock } = services
  const at = clock.now()
  const verdict = modificationVerdict(outcome)
  if (verdict === null) return stillUnknown(operation, latency, services)
  return retryOnIdCollision(services, (releaseId) =>
    transactions.recordModificationOutcome({
      id: operation.id,
      type: operation.type,
      status: verdict.status,
      // A processor that approves less has moved less.
      amount:
        outcome.result === 'approved' ? Math.min(operation.amount, Number(outcome.approved.minor)) : operation.amount,
      responseCode: verdict.responseCode,
      authCode: outcome.result === 'approved' ? (outcome.authCode ?? null) : null,
      latency,
      processorRef: JSON.stringify(outcome.ref),
      at,
      releaseId,
      releaseDue: at,
      due: operation.due,
    }),
  )
}

const dayMs = 86_400_000

const stillUnknown = async (
  operation: OperationRow,
  latency: number,
  { transactions, clock }: Recorder,
): Promise<OperationRow> => {
  const at = clock.now()
  const attempts = operation.attempts + 1
  const { responseCode } = unknownOutcome
  // It never ends by itself: what was reserved stays so until the other side has spoken.
  const due = nextAttempt(attempts, at) ?? at + dayMs
  await transactions.recordUnknownModification({ id: operation.id, due, latency, responseCode, at })
  return { ...operation, attempts, responseCode, latency, due, updated: at }
}
