import type { OperationState } from '#contract/transactions/transactions'
import { eventKey } from '../kernel/storedEvents.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import { amountsOf, stateOf } from './model.ts'
import type { Operation, Payment } from './model.ts'
import type { SentRequest } from './requests.ts'
import type { State } from './state.ts'

/** Each change has exactly one event, and there are no others. Events of a resource are numbered from 1. */
export const checkEvents = ({ payments, sent, attended, snapshot: { events, closedBatches } }: State): void => {
  const expected = [
    ...payments.flatMap((payment) => paymentEvents(payment, sent).map((cause) => `${payment.id} ${cause}`)),
    ...[...attended].map(([id, payment]) => `${payment} transaction.needs_attention:${id}`),
    ...closedBatches.map((batch) => `${batch} batch.closed:`),
  ].toSorted()
  const stored = events.map(eventKey).toSorted()
  assertInvariant(
    JSON.stringify(stored) === JSON.stringify(expected),
    'every change has exactly one event',
    () => `events ${stored.join()} instead of ${expected.join()}`,
  )
  for (const own of Map.groupBy(events, ({ resource }) => resource).values())
    assertInvariant(
      own.every(({ sequence }, index) => sequence === index + 1),
      'every change has exactly one event',
      () => JSON.stringify(own),
    )
}

const failed = (name: string) => ({ declined: [`${name}_failed`], failed: [`${name}_failed`] })

/** Event names for an operation, by its type and status. */
export const eventsByStatus: Readonly<
  Record<Operation['type'], Readonly<Partial<Record<OperationState, readonly string[]>>>>
> = {
  authorize: {
    approved: ['authorized'],
    voided: ['authorized'],
    declined: ['declined'],
    failed: ['failed'],
    reversed: ['reversed'],
  },
  capture: {
    approved: ['captured'],
    voided: ['captured'],
    settled: ['captured', 'settled'],
    ...failed('capture'),
  },
  void: { approved: ['voided'], ...failed('void') },
  credit: {
    approved: ['credited'],
    voided: ['credited'],
    settled: ['credited', 'settled'],
    declined: ['credit_declined'],
    failed: ['credit_failed'],
    reversed: ['reversed'],
  },
}

const paymentEvents = (payment: Payment, sent: readonly SentRequest[]): string[] => {
  const operationEvents = payment.operations.flatMap((operation) => {
    const names = eventsByStatus[operation.type][operation.status] ?? []
    return names.map((name) => {
      const isPartial = name === 'authorized' && amountsOf(payment).approved < (sent[operation.tag]?.requested ?? 0)
      return `transaction.${isPartial ? 'partially_authorized' : name}:${operation.id}`
    })
  })
  return stateOf(payment) === 'expired' ? [...operationEvents, `transaction.expired:${payment.id}`] : operationEvents
}
