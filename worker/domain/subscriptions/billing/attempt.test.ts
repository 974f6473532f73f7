import { describe, expect, test } from 'vitest'
import { nextBillAttempt, withBillAttempt } from './attempt.ts'
import { billedState, monthlyState } from '../state/state.fixture.ts'

const times = { at: 1000, again: 46_000 }

describe('next attempt of a bill', () => {
  test('the first attempt of a period has the price of the subscription and its billing date', () => {
    const state = monthlyState({ total: 1200, tax: 100, surcharge: 50, shipping: 25, period: 1, version: 7 })
    expect(nextBillAttempt(state, times)).toEqual({
      subscription: 's',
      version: 7,
      period: 1,
      date: '2027-02-28',
      total: 1200,
      tax: 100,
      surcharge: 50,
      shipping: 25,
      currency: 840,
      extra: false,
      ...times,
    })
  })

  test('a retry of a bill has the price of the bill', () => {
    const state = billedState({ total: 2000, tax: 200 }, { total: 1000, tax: 100, asking: false })
    expect(nextBillAttempt(state, times)).toMatchObject({ total: 1000, tax: 100, surcharge: 0, shipping: 0 })
  })

  test.each([
    ['of the schedule', false, {}, {}],
    ['of a past-due subscription', false, { status: 'past_due' }, {}],
    ['with a new payment method', true, { status: 'past_due', newMethod: true }, {}],
    ['of an unpaid subscription', true, { status: 'unpaid' }, {}],
    ['after a processor failure outside the schedule', true, {}, { extra: true, errors: 1 }],
    ['after a decline outside the schedule', false, {}, { extra: true, errors: 0 }],
    ['after a processor failure in the schedule', false, {}, { extra: false, errors: 3 }],
  ] as const)('an attempt %s is outside the schedule: %s', (_what, extra, subscription, bill) => {
    expect(nextBillAttempt(billedState(subscription, { asking: false, ...bill }), times).extra).toBe(extra)
  })
})

describe('state during an attempt', () => {
  test('the first attempt of a period opens its bill', () => {
    const state = monthlyState({ newMethod: true, version: 3 })
    const attempt = { ...nextBillAttempt(state, times), extra: true }
    expect(withBillAttempt(state, attempt, 77)).toEqual({
      subscription: { ...state.subscription, newMethod: false, version: 4 },
      bill: {
        subscription: 's',
        period: 0,
        date: '2027-01-31',
        total: 1000,
        tax: 0,
        surcharge: 0,
        shipping: 0,
        currency: 840,
        extra: true,
        again: 46_000,
        status: 'open',
        attempts: 1,
        declines: 0,
        errors: 0,
        asking: true,
        transactionId: 77,
        responseCode: null,
        created: 1000,
        updated: 1000,
      },
    })
  })

  test('a retry increments the attempts of a bill and keeps its creation time', () => {
    const state = billedState(
      {},
      { asking: false, attempts: 2, declines: 2, errors: 1, responseCode: '51', created: 5 },
    )
    expect(withBillAttempt(state, nextBillAttempt(state, times), 78).bill).toMatchObject({
      attempts: 3,
      declines: 2,
      errors: 1,
      responseCode: null,
      created: 5,
      updated: 1000,
      asking: true,
      again: 46_000,
      transactionId: 78,
    })
  })
})
