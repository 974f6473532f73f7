import type { OperationState } from '#contract/transactions'
import { amountsOf, stateOf } from './ledger.ts'
import type { Operation, Payment } from './ledger.ts'
import type { Sent } from './requests.ts'
import type { Seen, Told } from './underTest.ts'
import { holds } from './violation.ts'

const nameOf = ({ resource, cause }: Told): string => `${resource} ${cause}`

/** Everything that was told so far, in its order: the gateway itself keeps an event for thirty days. */
export const everTold = (before: readonly Told[], now: readonly Told[]): readonly Told[] => {
  const isKept = new Set(now.map(nameOf))
  return [...before.filter((event) => !isKept.has(nameOf(event))), ...now]
}

/** What must have been told of everything that is seen: each change once, and nothing else. */
export const checkTold = (
  payments: readonly Payment[],
  { events, closed }: Pick<Seen, 'events' | 'closed'>,
  sent: readonly Sent[],
): void => {
  const expected = [
    ...payments.flatMap((payment) => causesOf(payment, sent).map((cause) => `${payment.id} ${cause}`)),
    ...closed.map((batch) => `${batch} batch.closed:`),
  ].toSorted()
  const told = events.map(nameOf).toSorted()
  holds(
    JSON.stringify(told) === JSON.stringify(expected),
    'every change is told once',
    () => `told ${told.join()} instead of ${expected.join()}`,
  )
  for (const own of Map.groupBy(events, ({ resource }) => resource).values())
    holds(own.every(isCounted), 'every change is told once', () => JSON.stringify(own))
}

/** The events of a resource count from 1. */
const isCounted = ({ sequence }: Told, index: number): boolean => sequence === index + 1

const failed = (name: string) => ({ declined: [`${name}_failed`], failed: [`${name}_failed`] })

/** What is told of an operation that is, or was, in a state. What was approved may since have been settled or undone. */
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
