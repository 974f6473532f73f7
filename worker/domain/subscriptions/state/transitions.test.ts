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

/** What becomes of a subscription and its bill, without a database. */

const hour = 3_600_000
const day = 24 * hour

const moment = (now: number, more: Partial<Moment> = {}): Moment => ({
  now,
  timeZone: fixtureTimeZone,
  retryDays: [1, 3, 5, 7],
  ...more,
})

/** The bill of a period that has passed is no longer the subscription's. */
const current = ({ subscription, bill }: SubscriptionWithBill): SubscriptionWithBill => ({
  subscription,
  bill: bill?.period === subscription.period ? bill : null,
})

let transactions = 0
const ask = (state: SubscriptionWithBill, now: number): SubscriptionWithBill =>
  withBillAttempt(current(state), nextBillAttempt(current(state), { at: now, again: now + 45_000 }), ++transactions)

const approval: ChargeOutcome = { result: 'paid', responseCode: '00' }
const soft: ChargeOutcome = { result: 'declined', responseCode: '51', kind: 'soft' }
const hard: ChargeOutcome = { result: 'declined', responseCode: '41', kind: 'hard' }
const failure: ChargeOutcome = { result: 'declined', responseCode: '96', kind: 'processor' }

/** Charges when it is due, and says when it is due next. */
const charge = (
  state: SubscriptionWithBill,
  outcome: ChargeOutcome,
  now = state.subscription.due ?? NaN,
  more: Partial<Moment> = {},
) => withOutcome(ask(state, now), outcome, moment(now, more))

const dueDate = ({ subscription: { due } }: SubscriptionWithBill) =>
  due === null ? null : localDate(due, fixtureTimeZone)
const statusOf = ({ subscription, bill }: SubscriptionWithBill) => [subscription.status, bill?.status]

test('bills the 31st on the last day of shorter months, and comes back to the 31st', () => {
  const dates = []
  for (let state = fresh(), n = 0; n < 5; n++, state = charge(state, approval)) dates.push(dueDate(state))
  expect(dates).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
})

describe('a declined bill', () => {
  test('is tried again 1, 3, 5 and 7 days after its first try, at the same hour, and is given up then', () => {
    let state = fresh({ firstDate: '2027-03-10', anchorDay: 10, due: at('2027-03-10') })
    const tries = []
    for (; state.subscription.due !== null; state = charge(state, soft)) tries.push(state.subscription.due)
    expect(tries).toEqual(['2027-03-10', '2027-03-11', '2027-03-13', '2027-03-15', '2027-03-17'].map(at))
    expect(statusOf(state)).toEqual(['unpaid', 'unpaid'])
    expect(state.bill).toMatchObject({ attempts: 5, declines: 5 })
  })

  test('is tried on the days that the account says', () => {
    const settings = { retryDays: [2, 10] }
    const first = charge(fresh(), soft, undefined, settings)
    const second = charge(first, soft, undefined, settings)
    expect([dueDate(first), dueDate(second)]).toEqual(['2027-02-02', '2027-02-10'])
    expect(statusOf(charge(second, soft, undefined, settings))).toEqual(['unpaid', 'unpaid'])
    expect(statusOf(charge(fresh(), soft, undefined, { retryDays: [] }))).toEqual(['unpaid', 'unpaid'])
  })

  test('is given up at once where the card is gone', () => {
    const gone = charge(fresh(), hard)
    expect(statusOf(gone)).toEqual(['unpaid', 'unpaid'])
    expect(gone.subscription.due).toBeNull()
    expect(statusOf(charge(charge(fresh(), soft), hard))).toEqual(['unpaid', 'unpaid'])
  })

  test('keeps a day between tries that nobody could make in time', () => {
    const late = charge(fresh(), soft)
    const muchLater = at('2027-02-20')
    expect(dueDate(charge(late, soft, muchLater))).toBe('2027-02-21')
  })

  test('paid in time leaves nothing behind: the next period is billed on its date', () => {
    const paid = charge(charge(fresh(), soft), approval)
    expect(statusOf(paid)).toEqual(['active', 'paid'])
    expect(dueDate(paid)).toBe('2027-02-28')
    expect(paid.subscription.charges).toBe(1)
  })
})

describe('a failure of the processor', () => {
  test('is tried again after 5 minutes and twice as long each time, without a word to the customer', () => {
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

  test('counts as a decline when it has happened too often', () => {
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

describe('a new default payment method', () => {
  test('is tried at once, and success returns to active', () => {
    const declined = charge(fresh(), soft)
    const now = declined.subscription.due! - hour
    const paid = charge(withNewMethod(declined, now), approval, now)
    expect(statusOf(paid)).toEqual(['active', 'paid'])
    expect(paid.subscription.newMethod).toBe(false)
  })

  test('that comes while a try is under way is tried after it, and for nothing where that succeeds', () => {
    const declined = charge(fresh(), soft)
    const now = declined.subscription.due!
    const asking = withNewMethod(ask(declined, now), now + 1000)
    const paid = withOutcome(asking, approval, moment(now + 2000))
    expect(paid.subscription).toMatchObject({ status: 'active', newMethod: false, period: 1 })
    expect(dueDate(paid)).toBe('2027-02-28')
    expect(withOutcome(asking, soft, moment(now + 2000)).subscription.due).toBe(now + 2000)
  })

  test.each([
    ['past_due', () => charge(fresh(), soft)],
    ['unpaid', () => charge(fresh(), hard)],
  ])('of the subscription itself is tried at once where it is %s, and the schedule stays', (_status, declined) => {
    const before = current(declined())
    const now = at('2027-02-01') - hour
    const after = withPaymentMethod(before, 'other', moment(now))
    expect(after.subscription).toMatchObject({ wallet: 'other', due: now, status: before.subscription.status })
    const again = charge(after, soft, now)
    expect(again.subscription).toMatchObject({ due: before.subscription.due, status: before.subscription.status })
    expect(statusOf(charge(after, approval, now))).toEqual(['active', 'paid'])
  })

  test('of the subscription itself changes nothing of what is due otherwise', () => {
    expect(withPaymentMethod(fresh(), null, moment(at('2027-01-20'))).subscription).toMatchObject({
      wallet: null,
      newMethod: false,
      due: at('2027-01-31'),
    })
  })

  test('that is declined, too, changes nothing of the schedule', () => {
    const declined = charge(fresh(), soft)
    const now = declined.subscription.due! - hour
    const again = charge(withNewMethod(declined, now), soft, now)
    expect(again.subscription).toMatchObject({ status: 'past_due', due: declined.subscription.due })
    expect(again.bill).toMatchObject({ declines: 1, attempts: 2 })
  })

  test('is tried once more after a failure of the processor, still beside the schedule', () => {
    const declined = charge(fresh(), soft)
    const now = declined.subscription.due! - 6 * hour
    const failed = charge(withNewMethod(declined, now), failure, now)
    expect(failed.subscription.due).toBe(now + 5 * 60_000)
    expect(charge(failed, soft).subscription.due).toBe(declined.subscription.due)
  })

  test('gets one try where the others are used up, and what passed meanwhile is not owed', () => {
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

describe('a pause', () => {
  test('between two bills, ended after three, owes one charge on the next date', () => {
    const billed = charge(fresh(), approval)
    const held = paused(current(billed), null, moment(at('2027-02-10')))
    expect([held.subscription.status, held.subscription.due]).toEqual(['paused', null])
    const back = resumed(current(held), moment(at('2027-05-10') + 5 * hour))
    expect(dueDate(back)).toBe('2027-05-31')
    expect(back.subscription).toMatchObject({ status: 'active', charges: 1 })
  })

  test('that ends before the next date skips nothing', () => {
    const billed = charge(fresh(), approval)
    const back = resumed(current(paused(current(billed), null, moment(at('2027-02-10')))), moment(at('2027-02-11')))
    expect(dueDate(back)).toBe('2027-02-28')
  })

  test('with an end is due then', () => {
    const end = at('2027-03-01')
    expect(paused(fresh(), end, moment(at('2027-01-20'))).subscription).toMatchObject({ due: end, resumesAt: end })
  })

  test('that ended as a date begins skips nothing of it, however late somebody comes to resume it', () => {
    const billed = charge(fresh(), approval)
    const held = current(paused(current(billed), at('2027-03-31'), moment(at('2027-02-10'))))
    expect(dueDate(resumed(held, moment(at('2027-03-31') + 7000)))).toBe('2027-03-31')
    expect(dueDate(resumed(held, moment(at('2027-05-10'))))).toBe('2027-03-31')
    expect(dueDate(resumed(held, moment(at('2027-02-11'))))).toBe('2027-02-28')
  })

  test('drops a bill that was declined', () => {
    const held = paused(charge(fresh(), soft), null, moment(at('2027-02-01')))
    expect(statusOf(held)).toEqual(['paused', 'dropped'])
    expect(held.subscription.period).toBe(1)
    expect(dueDate(resumed(current(held), moment(at('2027-02-02'))))).toBe('2027-02-28')
  })

  test('without a bill skips no period', () => {
    expect(paused(fresh(), null, moment(at('2027-01-01'))).subscription.period).toBe(0)
  })

  test.each([
    ['paid', approval, 'paid', 1],
    ['declined', soft, 'dropped', 0],
  ])('lets a charge that is under way finish: %s', (_what, outcome, bill, charges) => {
    const now = at('2027-01-31')
    const held = paused(ask(fresh(), now), null, moment(now + 1000))
    expect(hasChargeInProgress(held)).toBe(true)
    expect(held.subscription.due).toBe(now + 45_000)
    const after = withOutcome(held, outcome, moment(now + 2000))
    expect(statusOf(after)).toEqual(['paused', bill])
    expect(after.subscription).toMatchObject({ due: null, charges, period: 1 })
  })
})

describe('a cancel', () => {
  test('drops what was declined, and is due never more', () => {
    const gone = canceled(charge(fresh(), soft), moment(at('2027-02-01')))
    expect(statusOf(gone)).toEqual(['canceled', 'dropped'])
    expect(gone.subscription.due).toBeNull()
    expect(isEnded(gone)).toBe(true)
  })

  test('stays a cancel when the charge that was under way ends', () => {
    const now = at('2027-01-31')
    const gone = canceled(ask(fresh({ installments: 1 }), now), moment(now + 1000))
    for (const [outcome, bill] of [
      [approval, 'paid'],
      [soft, 'dropped'],
    ] as const) {
      const after = withOutcome(gone, outcome, moment(now + 2000))
      expect(statusOf(after)).toEqual(['canceled', bill])
      expect(after.subscription.due).toBeNull()
    }
  })
})

test('a new price counts from the next period, also where this one was declined', () => {
  const declined = charge(fresh(), soft)
  const dearer = withPrice(declined, { total: 2000, tax: 100, surcharge: 0, shipping: 0 }, moment(at('2027-02-01')))
  expect(nextBillAttempt(dearer, { at: 0, again: 0 })).toMatchObject({ period: 0, total: 1000, tax: 0 })
  const paid = charge(dearer, approval)
  expect(nextBillAttempt(current(paid), { at: 0, again: 0 })).toMatchObject({ period: 1, total: 2000, tax: 100 })
})

test('installments end after so many charges, however many periods were skipped', () => {
  let state = charge(fresh({ installments: 3 }), approval)
  state = resumed(current(paused(state, null, moment(at('2027-02-10')))), moment(at('2027-05-10')))
  state = charge(state, approval)
  expect(state.subscription).toMatchObject({ status: 'active', charges: 2 })
  state = charge(state, approval)
  expect(state.subscription).toMatchObject({ status: 'completed', charges: 3, due: null })
})

test('an outcome that is not known is looked for again: after a minute, later after as long as it is missing, at last each hour', () => {
  const now = at('2027-01-31')
  let state = ask(fresh(), now)
  const looks = []
  for (let time = now + 45_000; looks.length < 12; time = state.subscription.due!) {
    state = withOutcome(state, { result: 'waiting' }, moment(time))
    expect(hasChargeInProgress(state)).toBe(true)
    looks.push(Math.round((state.subscription.due! - time) / 60_000))
  }
  expect(looks.slice(0, 5)).toEqual([1, 2, 4, 7, 14])
  expect(looks.at(-1)).toBe(60)
})

test('a time zone that has changed moves what is due', () => {
  const elsewhere = moment(at('2027-01-20'), { timeZone: 'Asia/Tokyo' })
  expect(rescheduled(fresh(), elsewhere).subscription.due).toBe(Date.UTC(2027, 0, 30, 15))
})

test('without anything to pay with it waits for that, and not for time', () => {
  const now = at('2027-01-31')
  expect(withoutPaymentMethod(fresh(), moment(now)).subscription).toMatchObject({ status: 'unpaid', due: null })
})

test('a declined bill without anything to pay with is unpaid, and no longer retried', () => {
  const state = withoutPaymentMethod(current(charge(fresh(), soft)), moment(at('2027-02-01')))
  expect(statusOf(state)).toEqual(['unpaid', 'unpaid'])
  expect([state.subscription.due, state.bill?.again]).toEqual([null, null])
})

test('an outcome without a charge in progress is an error', () => {
  expect(() => withOutcome(fresh(), approval, moment(0))).toThrow('No charge is in progress.')
})

test('whatever happens in whichever order: a period is paid once at most, never after a cancel, and what is charged is due', () => {
  const outcomes = [approval, soft, hard, failure, { result: 'waiting' } as const]
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ does: fc.constant('charge' as const), with: fc.constantFrom(...outcomes) }) },
    fc.record({ does: fc.constantFrom('pause', 'resume', 'cancel', 'reprice', 'newMethod') }),
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
        if (step.does === 'charge') {
          if (due === null || due > now || status === 'paused' || isEnded(before)) continue
          const under = hasChargeInProgress(before) ? before : ask(before, now)
          state = withOutcome(under, (step as { with: ChargeOutcome }).with, moment(now))
          if (state.bill?.status === 'paid') {
            expect(paidPeriods.has(state.bill.period)).toBe(false)
            paidPeriods.add(state.bill.period)
          }
        } else if (isEnded(before)) continue
        else if (step.does === 'pause') state = paused(before, null, moment(now))
        else if (step.does === 'resume' && status === 'paused' && !hasChargeInProgress(before))
          state = resumed(before, moment(now))
        else if (step.does === 'cancel') state = canceled(before, moment(now))
        else if (step.does === 'reprice')
          state = withPrice(before, { total: 5, tax: 0, surcharge: 0, shipping: 0 }, moment(now))
        else if (
          step.does === 'newMethod' &&
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
