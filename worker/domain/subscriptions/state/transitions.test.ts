import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextBillAttempt, withBillAttempt } from '../billing/attempt.ts'
import { localDate } from '../billing/calendar.ts'
import { startOfLocalDay as at, fixtureTimeZone, monthlyState as fresh } from './state.fixture.ts'
import {
  canceled,
  withOutcome,
  hasChargeInProgress,
  isEnded,
  withPaymentMethod,
  paused,
  withPrice,
  rescheduled,
  resumed,
  withoutPaymentMethod,
} from './transitions.ts'
import type { ChargeOutcome, Moment, SubscriptionWithBill } from './transitions.ts'

const hour = 3_600_000
const day = 24 * hour

const moment = (now: number, more: Partial<Moment> = {}): Moment => ({
  now,
  timeZone: fixtureTimeZone,
  retryDays: [1, 3, 5, 7],
  ...more,
})

/** Drops the bill of a past period, which the store does not read. */
const current = ({ subscription, bill }: SubscriptionWithBill): SubscriptionWithBill => ({
  subscription,
  bill: bill?.period === subscription.period ? bill : null,
})

let transactions = 0
const startCharge = (state: SubscriptionWithBill, now: number): SubscriptionWithBill =>
  withBillAttempt(current(state), nextBillAttempt(current(state), { at: now, again: now + 45_000 }), ++transactions)

const approval: ChargeOutcome = { result: 'paid', responseCode: '00' }
const soft: ChargeOutcome = { result: 'declined', responseCode: '51', kind: 'soft' }
const hard: ChargeOutcome = { result: 'declined', responseCode: '41', kind: 'hard' }
const failure: ChargeOutcome = { result: 'declined', responseCode: '96', kind: 'processor' }

/** Charges at the due time unless `now` is given. */
const charge = (
  state: SubscriptionWithBill,
  outcome: ChargeOutcome,
  now = state.subscription.due ?? NaN,
  more: Partial<Moment> = {},
) => withOutcome(startCharge(state, now), outcome, moment(now, more))

const dueDate = ({ subscription: { due } }: SubscriptionWithBill) =>
  due === null ? null : localDate(due, fixtureTimeZone)
const statusOf = ({ subscription, bill }: SubscriptionWithBill) => [subscription.status, bill?.status]

test('a bill of the 31st falls on the last day of shorter months, and on the 31st again afterwards', () => {
  const dates = []
  for (let state = fresh(), n = 0; n < 5; n++, state = charge(state, approval)) dates.push(dueDate(state))
  expect(dates).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
})

describe('declined bill', () => {
  test('a declined bill is retried 1, 3, 5 and 7 days after its first attempt, at the same hour, then it is unpaid', () => {
    let state = fresh({ firstDate: '2027-03-10', anchorDay: 10, due: at('2027-03-10') })
    const attempts = []
    for (; state.subscription.due !== null; state = charge(state, soft)) attempts.push(state.subscription.due)
    expect(attempts).toEqual(['2027-03-10', '2027-03-11', '2027-03-13', '2027-03-15', '2027-03-17'].map(at))
    expect(statusOf(state)).toEqual(['unpaid', 'unpaid'])
    expect(state.bill).toMatchObject({ attempts: 5, declines: 5 })
  })

  test('a declined bill is retried on the retry days of the account', () => {
    const settings = { retryDays: [2, 10] }
    const first = charge(fresh(), soft, undefined, settings)
    const second = charge(first, soft, undefined, settings)
    expect([dueDate(first), dueDate(second)]).toEqual(['2027-02-02', '2027-02-10'])
    expect(statusOf(charge(second, soft, undefined, settings))).toEqual(['unpaid', 'unpaid'])
    expect(statusOf(charge(fresh(), soft, undefined, { retryDays: [] }))).toEqual(['unpaid', 'unpaid'])
  })

  test('a hard decline makes a bill unpaid at once', () => {
    const unpaid = charge(fresh(), hard)
    expect(statusOf(unpaid)).toEqual(['unpaid', 'unpaid'])
    expect(unpaid.subscription.due).toBeNull()
    expect(statusOf(charge(charge(fresh(), soft), hard))).toEqual(['unpaid', 'unpaid'])
  })

  test('a late retry of a declined bill is at least a day before the next retry', () => {
    const late = charge(fresh(), soft)
    const muchLater = at('2027-02-20')
    expect(dueDate(charge(late, soft, muchLater))).toBe('2027-02-21')
  })

  test('a paid retry makes the subscription active, and the next period is billed on its date', () => {
    const paid = charge(charge(fresh(), soft), approval)
    expect(statusOf(paid)).toEqual(['active', 'paid'])
    expect(dueDate(paid)).toBe('2027-02-28')
    expect(paid.subscription.charges).toBe(1)
  })
})

describe('processor failure', () => {
  test('a processor failure is retried after 5 minutes and twice as long each time, and the subscription stays active', () => {
    let state = fresh()
    const pauses = []
    for (let n = 0; n < 8; n++) {
      const before = state.subscription.due!
      state = charge(state, failure)
      pauses.push((state.subscription.due! - before) / 60_000)
      expect(state.subscription.status).toBe('active')
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640])
  })

  test('the ninth processor failure counts as a decline', () => {
    let state = fresh()
    for (let n = 0; n < 9; n++) state = charge(state, failure)
    expect(state.subscription.status).toBe('past_due')
    expect(state.bill).toMatchObject({ declines: 1, errors: 0 })
    expect(dueDate(state)).toBe('2027-02-01')
  })
})

const withNewMethod = (state: SubscriptionWithBill, now: number): SubscriptionWithBill => ({
  ...state,
  subscription: { ...state.subscription, newMethod: true, wallet: null, due: now },
})

describe('new payment method', () => {
  test('a new default payment method is charged at once, and an approval makes the subscription active', () => {
    const declined = charge(fresh(), soft)
    const now = declined.subscription.due! - hour
    const paid = charge(withNewMethod(declined, now), approval, now)
    expect(statusOf(paid)).toEqual(['active', 'paid'])
    expect(paid.subscription.newMethod).toBe(false)
  })

  test('a new default payment method during a charge is charged after a decline and not after an approval', () => {
    const declined = charge(fresh(), soft)
    const now = declined.subscription.due!
    const charging = withNewMethod(startCharge(declined, now), now + 1000)
    const paid = withOutcome(charging, approval, moment(now + 2000))
    expect(paid.subscription).toMatchObject({ status: 'active', newMethod: false, period: 1 })
    expect(dueDate(paid)).toBe('2027-02-28')
    expect(withOutcome(charging, soft, moment(now + 2000)).subscription.due).toBe(now + 2000)
  })

  test.each([
    ['past_due', () => charge(fresh(), soft)],
    ['unpaid', () => charge(fresh(), hard)],
  ])(
    'a new payment method of a %s subscription is charged at once, and the retry schedule stays',
    (_status, declined) => {
      const before = current(declined())
      const now = at('2027-02-01') - hour
      const after = withPaymentMethod(before, 'other', moment(now))
      expect(after.subscription).toMatchObject({ wallet: 'other', due: now, status: before.subscription.status })
      const again = charge(after, soft, now)
      expect(again.subscription).toMatchObject({ due: before.subscription.due, status: before.subscription.status })
      expect(statusOf(charge(after, approval, now))).toEqual(['active', 'paid'])
    },
  )

  test('a new payment method of an active subscription does not change the due time', () => {
    expect(withPaymentMethod(fresh(), null, moment(at('2027-01-20'))).subscription).toMatchObject({
      wallet: null,
      newMethod: false,
      due: at('2027-01-31'),
    })
  })

  test('a declined new default payment method does not change the retry schedule', () => {
    const declined = charge(fresh(), soft)
    const now = declined.subscription.due! - hour
    const again = charge(withNewMethod(declined, now), soft, now)
    expect(again.subscription).toMatchObject({ status: 'past_due', due: declined.subscription.due })
    expect(again.bill).toMatchObject({ declines: 1, attempts: 2 })
  })

  test('a new default payment method is retried after a processor failure, outside the retry schedule', () => {
    const declined = charge(fresh(), soft)
    const now = declined.subscription.due! - 6 * hour
    const failed = charge(withNewMethod(declined, now), failure, now)
    expect(failed.subscription.due).toBe(now + 5 * 60_000)
    expect(charge(failed, soft).subscription.due).toBe(declined.subscription.due)
  })

  test('a new default payment method of an unpaid subscription gets one attempt, and periods that passed are not billed', () => {
    const unpaid = charge(fresh(), hard)
    const now = at('2027-04-10')
    const again = charge(withNewMethod(unpaid, now), soft, now)
    expect(statusOf(again)).toEqual(['unpaid', 'unpaid'])
    expect(again.subscription.due).toBeNull()
    const paid = charge(withNewMethod(again, now + day), approval, now + day)
    expect(statusOf(paid)).toEqual(['active', 'paid'])
    expect(paid.subscription.charges).toBe(1)
    expect(dueDate(paid)).toBe('2027-04-30')
  })
})

describe('pause', () => {
  test('a pause over three billing dates skips them, and the next date is billed', () => {
    const billed = charge(fresh(), approval)
    const pausedState = paused(current(billed), null, moment(at('2027-02-10')))
    expect([pausedState.subscription.status, pausedState.subscription.due]).toEqual(['paused', null])
    const resumedState = resumed(current(pausedState), moment(at('2027-05-10') + 5 * hour))
    expect(dueDate(resumedState)).toBe('2027-05-31')
    expect(resumedState.subscription).toMatchObject({ status: 'active', charges: 1 })
  })

  test('a pause that ends before the next billing date skips no period', () => {
    const billed = charge(fresh(), approval)
    const resumedState = resumed(
      current(paused(current(billed), null, moment(at('2027-02-10')))),
      moment(at('2027-02-11')),
    )
    expect(dueDate(resumedState)).toBe('2027-02-28')
  })

  test('a pause with an end is due at its end', () => {
    const end = at('2027-03-01')
    expect(paused(fresh(), end, moment(at('2027-01-20'))).subscription).toMatchObject({ due: end, resumesAt: end })
  })

  test('a pause that ends at the start of a billing date does not skip it, even if the sweep runs late', () => {
    const billed = charge(fresh(), approval)
    const pausedState = current(paused(current(billed), at('2027-03-31'), moment(at('2027-02-10'))))
    expect(dueDate(resumed(pausedState, moment(at('2027-03-31') + 7000)))).toBe('2027-03-31')
    expect(dueDate(resumed(pausedState, moment(at('2027-05-10'))))).toBe('2027-03-31')
    expect(dueDate(resumed(pausedState, moment(at('2027-02-11'))))).toBe('2027-02-28')
  })

  test('a pause drops a declined bill', () => {
    const pausedState = paused(charge(fresh(), soft), null, moment(at('2027-02-01')))
    expect(statusOf(pausedState)).toEqual(['paused', 'dropped'])
    expect(pausedState.subscription.period).toBe(1)
    expect(dueDate(resumed(current(pausedState), moment(at('2027-02-02'))))).toBe('2027-02-28')
  })

  test('a pause without an open bill skips no period', () => {
    expect(paused(fresh(), null, moment(at('2027-01-01'))).subscription.period).toBe(0)
  })

  test.each([
    ['paid', approval, 'paid', 1],
    ['declined', soft, 'dropped', 0],
  ])('a charge in progress finishes during a pause and is %s', (_what, outcome, bill, charges) => {
    const now = at('2027-01-31')
    const pausedState = paused(startCharge(fresh(), now), null, moment(now + 1000))
    expect(hasChargeInProgress(pausedState)).toBe(true)
    expect(pausedState.subscription.due).toBe(now + 45_000)
    const after = withOutcome(pausedState, outcome, moment(now + 2000))
    expect(statusOf(after)).toEqual(['paused', bill])
    expect(after.subscription).toMatchObject({ due: null, charges, period: 1 })
  })
})

describe('cancellation', () => {
  test('a cancellation drops a declined bill and clears the due time', () => {
    const canceledState = canceled(charge(fresh(), soft), moment(at('2027-02-01')))
    expect(statusOf(canceledState)).toEqual(['canceled', 'dropped'])
    expect(canceledState.subscription.due).toBeNull()
    expect(isEnded(canceledState)).toBe(true)
  })

  test('a canceled subscription stays canceled after a charge in progress ends', () => {
    const now = at('2027-01-31')
    const canceledState = canceled(startCharge(fresh({ installments: 1 }), now), moment(now + 1000))
    for (const [outcome, bill] of [
      [approval, 'paid'],
      [soft, 'dropped'],
    ] as const) {
      const after = withOutcome(canceledState, outcome, moment(now + 2000))
      expect(statusOf(after)).toEqual(['canceled', bill])
      expect(after.subscription.due).toBeNull()
    }
  })
})

test('a new price applies from the next period, also after a decline in the current period', () => {
  const declined = charge(fresh(), soft)
  const repriced = withPrice(declined, { total: 2000, tax: 100, surcharge: 0, shipping: 0 }, moment(at('2027-02-01')))
  expect(nextBillAttempt(repriced, { at: 0, again: 0 })).toMatchObject({ period: 0, total: 1000, tax: 0 })
  const paid = charge(repriced, approval)
  expect(nextBillAttempt(current(paid), { at: 0, again: 0 })).toMatchObject({ period: 1, total: 2000, tax: 100 })
})

test('a subscription completes after its number of charges, regardless of skipped periods', () => {
  let state = charge(fresh({ installments: 3 }), approval)
  state = resumed(current(paused(state, null, moment(at('2027-02-10')))), moment(at('2027-05-10')))
  state = charge(state, approval)
  expect(state.subscription).toMatchObject({ status: 'active', charges: 2 })
  state = charge(state, approval)
  expect(state.subscription).toMatchObject({ status: 'completed', charges: 3, due: null })
})

test('an unknown outcome is looked up after a minute, then after as long as it has been unknown, at most an hour', () => {
  const now = at('2027-01-31')
  let state = startCharge(fresh(), now)
  const delays = []
  for (let time = now + 45_000; delays.length < 12; time = state.subscription.due!) {
    state = withOutcome(state, { result: 'waiting' }, moment(time))
    expect(hasChargeInProgress(state)).toBe(true)
    delays.push(Math.round((state.subscription.due! - time) / 60_000))
  }
  expect(delays.slice(0, 5)).toEqual([1, 2, 4, 7, 14])
  expect(delays.at(-1)).toBe(60)
})

test('a change of the time zone moves the due time', () => {
  const movedZone = moment(at('2027-01-20'), { timeZone: 'Asia/Tokyo' })
  expect(rescheduled(fresh(), movedZone).subscription.due).toBe(Date.UTC(2027, 0, 30, 15))
})

test('a subscription without a payment method is unpaid and not due', () => {
  const now = at('2027-01-31')
  expect(withoutPaymentMethod(fresh(), moment(now)).subscription).toMatchObject({ status: 'unpaid', due: null })
})

test('a declined bill without a payment method is unpaid and not retried', () => {
  const state = withoutPaymentMethod(current(charge(fresh(), soft)), moment(at('2027-02-01')))
  expect(statusOf(state)).toEqual(['unpaid', 'unpaid'])
  expect([state.subscription.due, state.bill?.again]).toEqual([null, null])
})

test('an outcome without a charge in progress throws', () => {
  expect(() => withOutcome(fresh(), approval, moment(0))).toThrow('No charge is in progress.')
})

test('in random histories a period is paid at most once, never after a cancellation, and a charged subscription is due', () => {
  const outcomes = [approval, soft, hard, failure, { result: 'waiting' } as const]
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ command: fc.constant('charge' as const), with: fc.constantFrom(...outcomes) }),
    },
    fc.record({ command: fc.constantFrom('pause', 'resume', 'cancel', 'reprice', 'newMethod') }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.integer({ min: 0, max: 40 * 24 })), { maxLength: 40 }), (steps) => {
      let state = fresh({ installments: 4 })
      let now = at('2027-01-20')
      const paidPeriods = new Set<number>()
      for (const [step, hours] of steps) {
        now += hours * hour
        const before = current(state)
        const { status, due } = before.subscription
        if (step.command === 'charge') {
          if (due === null || due > now || status === 'paused' || isEnded(before)) continue
          const charging = hasChargeInProgress(before) ? before : startCharge(before, now)
          state = withOutcome(charging, (step as { with: ChargeOutcome }).with, moment(now))
          if (state.bill?.status === 'paid') {
            expect(paidPeriods.has(state.bill.period)).toBe(false)
            paidPeriods.add(state.bill.period)
          }
        } else if (isEnded(before)) continue
        else if (step.command === 'pause') state = paused(before, null, moment(now))
        else if (step.command === 'resume' && status === 'paused' && !hasChargeInProgress(before))
          state = resumed(before, moment(now))
        else if (step.command === 'cancel') state = canceled(before, moment(now))
        else if (step.command === 'reprice')
          state = withPrice(before, { total: 5, tax: 0, surcharge: 0, shipping: 0 }, moment(now))
        else if (
          step.command === 'newMethod' &&
          (status === 'past_due' || status === 'unpaid') &&
          !hasChargeInProgress(before)
        )
          state = { ...before, subscription: { ...before.subscription, newMethod: true, due: now } }
        const { subscription } = state
        expect(subscription.charges).toBe(paidPeriods.size)
        expect(subscription.charges).toBeLessThanOrEqual(4)
        expect(subscription.period).toBeGreaterThanOrEqual(before.subscription.period)
        if (subscription.status === 'active' || subscription.status === 'past_due')
          expect(subscription.due).not.toBeNull()
        if (isEnded(state) && !hasChargeInProgress(current(state))) expect(subscription.due).toBeNull()
      }
    }),
    { numRuns: 500 },
  )
})
