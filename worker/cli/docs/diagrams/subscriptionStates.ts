import type { SubscriptionState } from '#contract/subscriptions/subscriptions'
import { billedState } from '../../../domain/subscriptions/state/state.fixture.ts'
import {
  canceled,
  chargedStatuses,
  type Moment,
  paused,
  resumed,
  type SubscriptionWithBill,
  withOutcome,
} from '../../../domain/subscriptions/state/transitions.ts'
import { type Edge, stateDiagram } from './states.ts'

type StoredState = SubscriptionWithBill['subscription']['status']

const before: readonly StoredState[] = ['active', 'past_due', 'unpaid', 'paused']

const during = (status: StoredState): SubscriptionWithBill =>
  // A charge of an unpaid subscription is an extra one, by a new payment method.
  billedState({ status, installments: 2 }, { extra: status === 'unpaid' })

const moment = (retryDays: readonly number[]): Moment => ({
  now: during('active').bill!.created,
  timeZone: 'UTC',
  retryDays,
})

const isCharged = (status: StoredState): boolean => chargedStatuses.has(status)

interface Cause {
  readonly cause: string
  /** The states in which it can happen; all by default. */
  readonly in?: (status: StoredState) => boolean
  readonly after: (status: StoredState) => SubscriptionWithBill
}

const causes: readonly Cause[] = [
  {
    cause: 'declined',
    in: isCharged,
    after: (status) =>
      withOutcome(during(status), { result: 'declined', responseCode: '51', kind: 'soft' }, moment([1, 3])),
  },
  {
    cause: 'last attempt declined',
    in: (status) => status === 'past_due',
    after: (status) =>
      withOutcome(during(status), { result: 'declined', responseCode: '51', kind: 'soft' }, moment([])),
  },
  {
    cause: 'permanent decline',
    in: isCharged,
    after: (status) =>
      withOutcome(during(status), { result: 'declined', responseCode: '43', kind: 'hard' }, moment([1])),
  },
  {
    cause: 'paid',
    in: isCharged,
    after: (status) => withOutcome(during(status), { result: 'paid', responseCode: '00' }, moment([1])),
  },
  {
    cause: 'last installment paid',
    in: isCharged,
    after: (status) => {
      const { subscription, bill } = during(status)
      return withOutcome(
        { subscription: { ...subscription, charges: 1 }, bill },
        { result: 'paid', responseCode: '00' },
        moment([1]),
      )
    },
  },
  { cause: 'pause', in: isCharged, after: (status) => paused(during(status), null, moment([1])) },
  { cause: 'resume', in: (status) => status === 'paused', after: (status) => resumed(during(status), moment([1])) },
  { cause: 'cancel', after: (status) => canceled(during(status), moment([1])) },
]

/** The changes of state, found by trying every cause in every state. */
const edges = before.flatMap((from) =>
  causes
    .filter((cause) => cause.in?.(from) ?? true)
    .map(({ cause, after }): Edge<SubscriptionState> => [from, after(from).subscription.status, cause])
    .filter(([, to]) => to !== from),
)

/** A subscription can be canceled in every state, and the last installment paid in each that is charged. The drawing has both once. */
const isRepeated = ([from, to]: Edge<SubscriptionState>): boolean =>
  from !== 'active' && (to === 'canceled' || to === 'completed')

export const subscriptionStates = stateDiagram<SubscriptionState>(
  [
    [null, 'pending', 'starts later'],
    [null, 'active', 'starts today'],
    ['pending', 'active', 'start date'],
    ...edges.filter((edge) => !isRepeated(edge)),
  ],
  { active: 'success', past_due: 'alert', unpaid: 'alert', completed: 'success' },
)
