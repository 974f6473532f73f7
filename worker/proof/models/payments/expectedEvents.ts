import type { OperationState } from '#contract/transactions/transactions'
import { nameOf } from '../kernel/storedEvents.ts'
import { holds } from '../kernel/model.ts'
import { amountsOf, stateOf } from './model.ts'
import type { Operation, Payment } from './model.ts'
import type { Sent } from './requests.ts'
import type { Snapshot } from './snapshot.ts'

/** Each change has one event, and there is no other event; those of a resource are numbered from 1. */
export const checkEvents = (
  payments: readonly Payment[],
  { events, closed }: Snapshot,
  sent: readonly Sent[],
): void => {
  const expected = [
    ...payments.flatMap((payment) => causesOf(payment, sent).map((cause) => `${payment.id} ${cause}`)),
    ...closed.map((batch) => `${batch} batch.closed:`),
  ].toSorted()
  const stored = events.map(nameOf).toSorted()
  holds(
    JSON.stringify(stored) === JSON.stringify(expected),
    'every change has one event',
    () => `events ${stored.join()} instead of ${expected.join()}`,
  )
  for (const own of Map.groupBy(events, ({ resource }) => resource).values())
    holds(
      own.every(({ sequence }, index) => sequence === index + 1),
      'every change has one event',
      () => JSON.stringify(own),
    )
}

const failed = (name: string) => ({ declined: [`${name}_failed`], failed: [`${name}_failed`] })

/** The events of an operation in a state. An approved one may since have been settled or voided. */
export const outcomes: Readonly<
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

const causesOf = (payment: Payment, sent: readonly Sent[]): string[] => {
  const ofOperations = payment.operations.flatMap((operation) => {
    const words = outcomes[operation.type][operation.status] ?? []
    return words.map((word) => {
      const isPartial = word === 'authorized' && amountsOf(payment).approved < (sent[operation.tag]?.asked ?? 0)
      return `transaction.${isPartial ? 'partially_authorized' : word}:${operation.id}`
    })
  })
  return stateOf(payment) === 'expired' ? [...ofOperations, `transaction.expired:${payment.id}`] : ofOperations
}
