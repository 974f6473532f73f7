import type { OperationState } from '#contract/transactions/transactions'
import type { Capabilities } from '../../../processors/processor.ts'
import type { AcquirerEntry } from '../../acquirer/line.ts'
import { assertInvariant, InvariantViolation } from '../kernel/invariant.ts'
import type { ComparedLedger } from '../kernel/otherSide.ts'
import {
  amountsOf,
  applyApproval,
  fromWire,
  isCapturedAtOnce,
  isFinalCapture,
  isKnownToProcessor,
  stateOf,
} from './model.ts'
import type { Operation, Payment } from './model.ts'
import type { SentRequest } from './requests.ts'
import type { PaymentResource } from './snapshot.ts'
import type { State } from './state.ts'

/** Allowed status changes of an operation. */
const transitions: Readonly<Partial<Record<OperationState, readonly OperationState[]>>> = {
  pending: ['approved', 'declined', 'failed', 'reversed', 'settled', 'voided'],
  approved: ['settled', 'voided'],
}

/** Whether the ledger's entry of an operation that is no longer pending agrees with its new status. */
const matchesLedger = (status: OperationState, entry: AcquirerEntry | undefined, amount: number): boolean => {
  switch (status) {
    case 'declined':
      return entry?.effects === 0
    case 'failed':
    case 'reversed':
      return (entry?.effects ?? 0) === 0 || entry?.state === 'reversed'
    default:
      return entry?.effects === 1 && entry.approved === String(amount)
  }
}

/** Updates the model to the snapshot. Throws if the sent requests cannot explain the changes. */
export const reconcile = ({ payments, snapshot, sent, system }: State): void => {
  const { can, ledger } = system
  const now = system.now()
  for (const resource of snapshot.payments) {
    const payment =
      payments.find(({ id }) => id === resource.transactionId) ?? addPayment(payments, resource, snapshot.tags, sent)
    payment.expires = resource.expires === null ? null : Date.parse(resource.expires)
    addOperations(payment, resource, snapshot.tags, sent, { can, now })
    // In the order in which each may have enabled the next. A hold may expire between any two.
    const [charges, singleVoids, others] = byOrder(payment)
    const afterVoids: Operation[] = []
    for (const operation of charges)
      if (waitsForVoid(payment, operation, resource)) afterVoids.push(operation)
      else applyStatus(payment, operation, resource, ledger)
    applyLapse(payment, resource, now)
    for (const operation of singleVoids.concat(afterVoids)) applyStatus(payment, operation, resource, ledger)
    applyLapse(payment, resource, now)
    for (const operation of others) applyStatus(payment, operation, resource, ledger)
    applyLapse(payment, resource, now)
    assertInvariant(
      unexplainedReleases(payment, resource).length === 0,
      'every effect belongs to a request',
      () =>
        `an amount was released without a reason: ${JSON.stringify(resource)} of ${JSON.stringify(payment)} at ${now}`,
    )
  }
}

const unrequested = (detail: string): InvariantViolation =>
  new InvariantViolation('every effect belongs to a request', detail)

const requestBehind = (id: string, tags: ReadonlyMap<string, number>, sent: readonly SentRequest[]): SentRequest => {
  const found = sent[tags.get(id) ?? -1]
  if (found === undefined) throw unrequested(`operation ${id}`)
  return found
}

const addPayment = (
  payments: Payment[],
  resource: PaymentResource,
  tags: ReadonlyMap<string, number>,
  sent: readonly SentRequest[],
): Payment => {
  const { newPayment } = requestBehind(resource.transactionId, tags, sent)
  if (newPayment === null) throw unrequested(`payment ${resource.transactionId}`)
  const payment: Payment = {
    id: resource.transactionId,
    kind: newPayment.kind,
    currency: newPayment.currency,
    operations: [],
    lapses: [],
    expires: null,
  }
  payments.push(payment)
  return payment
}

const addOperations = (
  payment: Payment,
  resource: PaymentResource,
  tags: ReadonlyMap<string, number>,
  sent: readonly SentRequest[],
  { can, now }: { readonly can: Capabilities; readonly now: number },
) => {
  for (const { transactionId: id, type, amount, status } of resource.operations) {
    if (type === 'reversal' || payment.operations.some((operation) => operation.id === id)) continue
    const request = requestBehind(id, tags, sent)
    const isImmediateCapture = isCapturedAtOnce(payment.kind) && type === 'capture' && request.newPayment !== null
    if (request.type !== type && !isImmediateCapture) throw unrequested(`${type} ${id}`)
    payment.operations.push({
      id,
      type,
      tag: request.tag,
      firstSeen: now,
      status: 'pending',
      // The requested amount: once it is not pending, the processor may have approved less.
      amount:
        status === 'pending'
          ? fromWire(amount, payment.currency)
          : (request.requested ?? fromWire(amount, payment.currency)),
      code: null,
      target: type === 'void' ? request.target : null,
      final: type === 'capture' && !isImmediateCapture && isFinalCapture(request.request?.final === true, can),
      released: 0,
    })
  }
}

const applyStatus = (
  payment: Payment,
  operation: Operation,
  { operations }: PaymentResource,
  ledger: ComparedLedger,
): void => {
  const row = operations.find(({ transactionId }) => transactionId === operation.id)
  assertInvariant(row !== undefined, 'a final status never changes', () => `${operation.id} is missing`)
  const { status, amount, responseCode } = row!
  const minor = fromWire(amount, payment.currency)
  operation.code = responseCode
  if (status === operation.status) return
  const { status: from } = operation
  assertInvariant(
    transitions[from]?.includes(status) === true,
    'a final status never changes',
    () => `${operation.type} ${operation.id} changed from ${from} to ${status}`,
  )
  if (from !== 'pending') {
    if (status === 'settled') operation.status = 'settled'
    // Voided: `applyApproval` of the void sets it.
    return
  }
  assertInvariant(
    !isKnownToProcessor(payment, operation) || matchesLedger(status, ledger.find(operation.id), minor),
    'an unknown outcome stays pending until it is known',
    () =>
      `${operation.type} ${operation.id} is ${status} ${minor}; ledger: ${JSON.stringify(ledger.find(operation.id))}`,
  )
  if (status === 'approved' || status === 'settled' || status === 'voided') {
    operation.status = 'approved'
    operation.amount = minor
    applyApproval(payment, operation)
    if (status === 'settled') operation.status = 'settled'
  } else operation.status = status
}

type OperationsByOrder = readonly [charges: Operation[], singleVoids: Operation[], others: Operation[]]

const isCharge = ({ type }: Operation): boolean => type === 'authorize' || type === 'capture'

const byOrder = ({ id, operations }: Payment): OperationsByOrder => {
  const isSingleVoid = ({ type, target }: Operation) => type === 'void' && target !== id
  return [
    operations.filter(isCharge),
    operations.filter(isSingleVoid),
    operations.filter((operation) => !isCharge(operation) && !isSingleVoid(operation)),
  ]
}

/** A final capture of more than the model has left: it began after the void of an earlier capture. */
const waitsForVoid = (payment: Payment, { id, final, status }: Operation, { operations }: PaymentResource): boolean => {
  const amount = operations.find(({ transactionId }) => transactionId === id)?.amount ?? 0
  return final && status === 'pending' && fromWire(amount, payment.currency) > amountsOf(payment).uncaptured
}

/** Releases of a hold that neither a credit nor an earlier expiry explains. */
const unexplainedReleases = (payment: Payment, { operations }: PaymentResource): PaymentResource['operations'] => {
  if (payment.kind === 'unreferencedCredit' || !['approved', 'voided'].includes(payment.operations[0]!.status))
    return []
  // A failed reversal has released nothing: a person found that the payment stands.
  const releases = operations.filter(({ type, status }) => type === 'reversal' && status !== 'failed')
  const byCredits = payment.operations.filter(({ type, released }) => type === 'credit' && released > 0)
  return releases.slice(byCredits.length + payment.lapses.length)
}

/** Records the release of an expired hold. */
const applyLapse = (payment: Payment, resource: PaymentResource, now: number): void => {
  for (const { amount } of unexplainedReleases(payment, resource)) {
    const minor = fromWire(amount, payment.currency)
    const isExpired = payment.expires !== null && payment.expires <= now
    const isHeld = ['authorized', 'partially_captured'].includes(stateOf(payment))
    if (isExpired && isHeld && minor === amountsOf(payment).uncaptured) payment.lapses.push(minor)
  }
}
