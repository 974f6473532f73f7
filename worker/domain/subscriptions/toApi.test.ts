import { describe, expect, test } from 'vitest'
import { toBill, toSubscription } from './toApi.ts'
import { billedState, monthlyState, startOfLocalDay } from './state/state.fixture.ts'

describe('subscription and bill resources', () => {
  const now = startOfLocalDay('2027-01-20')
  const due = new Date(startOfLocalDay('2027-01-31')).toISOString()

  test.each([
    ['active', due],
    ['past_due', due],
    ['unpaid', due],
    ['paused', null],
    ['completed', null],
    ['canceled', null],
  ] as const)('a subscription with status %s has nextCharge %s', (status, nextCharge) => {
    expect(toSubscription(monthlyState({ status }).subscription, now)).toMatchObject({ status, nextCharge })
  })

  test('an active subscription with a later start is pending until its start', () => {
    const { subscription } = monthlyState({ starts: now + 1 })
    expect(toSubscription(subscription, now).status).toBe('pending')
    expect(toSubscription(subscription, now + 1).status).toBe('active')
    expect(toSubscription({ ...subscription, status: 'paused' }, now).status).toBe('paused')
  })

  test('a subscription without a due time has nextCharge null, and the end of its pause is resumesAt', () => {
    const { subscription } = monthlyState({ due: null, resumesAt: now })
    expect(toSubscription(subscription, now)).toMatchObject({
      nextCharge: null,
      resumesAt: new Date(now).toISOString(),
    })
  })

  test('a bill has its total in currency units and its transaction id as text', () => {
    const { bill } = billedState({}, { total: 1234, responseCode: '51', status: 'unpaid', attempts: 3 })
    expect(JSON.parse(JSON.stringify(toBill(bill!)))).toEqual({
      period: 0,
      date: '2027-01-31',
      amount: 12.34,
      currency: 840,
      status: 'unpaid',
      attempts: 3,
      transactionId: '91000000000001',
      approved: false,
      responseCode: '51',
      created: due,
      updated: due,
    })
  })
})
