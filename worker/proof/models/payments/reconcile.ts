import type { OperationState } from '#contract/transactions/transactions'
import type { Ledger } from '../../acquirer/ledger.ts'
import type { Entry } from '../../acquirer/line.ts'
import { holds, Violation } from '../kernel/model.ts'
import { amountsOf, applyApproval, fromWire, hasMessage, stateOf } from './model.ts'
import type { Operation, Payment } from './model.ts'
import type { Sent } from './requests.ts'
import type { Shown, Snapshot } from './snapshot.ts'

/** Where an operation may go from where it is: all else would take back what was said. */
const ways: Readonly<Partial<Record<OperationState, readonly OperationState[]>>> = {
  pending: ['approved', 'declined', 'failed', 'reversed', 'settled', 'voided'],
  approved: ['settled', 'voided'],
}

/** Whether what the processor knows of an operation that has left `pending` agrees with where it went. */
const agrees = (status: OperationState, entry: Entry | undefined, amount: number): boolean => {
  switch (status) {
    case 'declined':
      return entry?.effects === 0
    case 'failed':
      return (entry?.effects ?? 0) === 0
    case 'reversed':
      return (entry?.effects ?? 0) === 0 || entry?.state === 'reversed'
    default:
      return entry?.effects === 1 && entry.approved === String(amount)
  }
}

/** Brings the model up to what is seen now, as far as that can have come about. */
export const reconcile = (
  payments: Payment[],
  snapshot: Snapshot,
  sent: readonly Sent[],
  ledger: Ledger,
  now: number,
): void => {
  for (const shown of snapshot.payments) {
    const payment = payments.find(({ id }) => id === shown.transactionId) ?? begun(payments, shown, snapshot.tags, sent)
    payment.expires = shown.expires === null ? null : Date.parse(shown.expires)
    addOperations(payment, shown, snapshot.tags, sent, now)
    // In the order in which one may have let the next begin. A hold that lapses may do so between any two.
    const [takes, singleVoids, others] = byOrder(payment)
    const afterVoids: Operation[] = []
    for (const operation of takes)
      if (waitsForVoid(payment, operation, shown)) afterVoids.push(operation)
      else moveOn(payment, operation, shown, ledger)
    lapse(payment, shown, now)
    for (const operation of singleVoids.concat(afterVoids)) moveOn(payment, operation, shown, ledger)
    lapse(payment, shown, now)
    for (const operation of others) moveOn(payment, operation, shown, ledger)
    lapse(payment, shown, now)
    holds(
      unexplained(payment, shown).length === 0,
      'nothing happens that nobody asked for',
      () => `a rest was given back: ${JSON.stringify(shown)} of ${JSON.stringify(payment)} at ${now}`,
    )
  }
}

const nobodyAsked = (what: string): Violation => new Violation('nothing happens that nobody asked for', what)

const sentBy = (id: string, tags: ReadonlyMap<string, number>, sent: readonly Sent[]): Sent => {
  const found = sent[tags.get(id) ?? -1]
  if (found === undefined) throw nobodyAsked(`operation ${id}`)
  return found
}

const begun = (
  payments: Payment[],
  shown: Shown,
  tags: ReadonlyMap<string, number>,
  sent: readonly Sent[],
): Payment => {
  const { begins } = sentBy(shown.transactionId, tags, sent)
  if (begins === null) throw nobodyAsked(`payment ${shown.transactionId}`)
  const payment: Payment = {
    id: shown.transactionId,
    kind: begins.kind,
    currency: begins.currency,
    operations: [],
    lapses: [],
    expires: null,
  }
  payments.push(payment)
  return payment
}

const addOperations = (
  payment: Payment,
  shown: Shown,
  tags: ReadonlyMap<string, number>,
  sent: readonly Sent[],
  now: number,
) => {
  for (const { transactionId: id, type, amount, status } of shown.operations) {
    if (type === 'reversal' || payment.operations.some((known) => known.id === id)) continue
    const by = sentBy(id, tags, sent)
    const isCaptureAtOnce = payment.kind === 'cash' && type === 'capture' && by.begins !== null
    if (by.type !== type && !isCaptureAtOnce) throw nobodyAsked(`${type} ${id}`)
    payment.operations.push({
      id,
      type,
      tag: by.tag,
      begun: now,
      status: 'pending',
      // What was asked for; where it is not pending any more, the processor may have approved less.
      amount:
        status === 'pending' ? fromWire(amount, payment.currency) : (by.asked ?? fromWire(amount, payment.currency)),
      code: null,
      target: type === 'void' ? by.target : null,
      final: by.request?.final ?? false,
      released: 0,
    })
  }
}

const moveOn = (payment: Payment, operation: Operation, { operations }: Shown, ledger: Ledger): void => {
  const row = operations.find(({ transactionId }) => transactionId === operation.id)
  holds(row !== undefined, 'an operation that has ended stays so', () => `${operation.id} is gone`)
  const { status, amount, responseCode } = row!
  const minor = fromWire(amount, payment.currency)
  operation.code = responseCode
  if (status === operation.status) return
  const [from] = [operation.status]
  holds(
    ways[from]?.includes(status) === true,
    'an operation that has ended stays so',
    () => `${operation.type} ${operation.id} went from ${from} to ${status}`,
  )
  if (from !== 'pending') {
    if (status === 'settled') operation.status = 'settled'
    // A void strikes; `applyApproval` has done so, or will.
    return
  }
  holds(
    !hasMessage(payment, operation) || agrees(status, ledger.find(operation.id), minor),
    'an unknown outcome is not shown as decided before it is',
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

type Three = readonly [takes: Operation[], singleVoids: Operation[], others: Operation[]]

const isTake = ({ type }: Operation): boolean => type === 'authorize' || type === 'capture'

const byOrder = ({ id, operations }: Payment): Three => {
  const isSingleVoid = ({ type, target }: Operation) => type === 'void' && target !== id
  return [
    operations.filter(isTake),
    operations.filter(isSingleVoid),
    operations.filter((operation) => !isTake(operation) && !isSingleVoid(operation)),
  ]
}

/** A last capture that took more than was left: it began when a void had given back what another had taken. */
const waitsForVoid = (payment: Payment, { id, final, status }: Operation, { operations }: Shown): boolean => {
  const taken = operations.find(({ transactionId }) => transactionId === id)?.amount ?? 0
  return final && status === 'pending' && fromWire(taken, payment.currency) > amountsOf(payment).rest
}

/** What was given back of a hold, and not because of a credit. */
const unexplained = (payment: Payment, { operations }: Shown): Shown['operations'] => {
  if (payment.kind === 'payOut' || !['approved', 'voided'].includes(payment.operations[0]!.status)) return []
  const releases = operations.filter(({ type }) => type === 'reversal')
  const byCredits = payment.operations.filter(({ type, released }) => type === 'credit' && released > 0)
  return releases.slice(byCredits.length + payment.lapses.length)
}

/** The hold has been given up because its time was over, if that can be. */
const lapse = (payment: Payment, shown: Shown, now: number): void => {
  for (const { amount } of unexplained(payment, shown)) {
    const minor = fromWire(amount, payment.currency)
    const isOver = payment.expires !== null && payment.expires <= now
    const held = ['authorized', 'partially_captured'].includes(stateOf(payment))
    if (isOver && held && minor === amountsOf(payment).rest) payment.lapses.push(minor)
  }
}
