import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { errorsOf } from '../../testing/domainCalls.ts'
import { listSubscriptions } from './list.ts'
import { listBills } from './billing/listBills.ts'
import { shownBill, shownSubscription } from './toApi.ts'
import { billedState, monthlyState, startOfLocalDay } from './state/state.fixture.ts'

const page = { pageNumber: 1, pageSize: 10, cursor: null }
const unknownId = '01890000-0000-7000-8000-000000000000'

describe('the subscriptions of a customer', () => {
  test('the newest is first, canceled ones stay, and a cursor leads on', async () => {
    const { newCustomer, newEntry, newPlan, subscribe, services, clock } = await billingFixture()
    const customer = await newCustomer()
    await newEntry(customer)
    const plan = await newPlan()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      clock.advance(1000)
      ids.unshift((await subscribe(customer, { plan })).customerSubscriptions[0]!.customerSubscriptionId)
    }
    const listed = await listSubscriptions(customer, { ...page, pageSize: 2 }, services())
    expect(listed.customerId).toBe(customer)
    expect(listed.customerSubscriptions.map((one) => one.customerSubscriptionId)).toEqual(ids.slice(0, 2))
    expect(listed.headers['x-total-count']).toBe('3')
    expect(listed.headers['link']).toContain(`/v1/customers/${customer}/subscriptions?`)
    const rest = await listSubscriptions(customer, { ...page, cursor: ids[1]! }, services())
    expect(rest.customerSubscriptions.map((one) => one.customerSubscriptionId)).toEqual([ids[2]])
  })

  test('an unknown customer returns 404, a cursor of another customer query_invalid', async () => {
    const { newSubscription, services } = await billingFixture()
    const [first, second] = [await newSubscription(), await newSubscription()]
    expect(await errorsOf(listSubscriptions(unknownId, page, services()))).toEqual([
      { type: 'not_found', details: { resource: 'customer' } },
    ])
    expect(await errorsOf(listSubscriptions(first.customer, { ...page, cursor: second.id }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })
})

describe('the bills of a subscription', () => {
  test('the newest period is first, and its number is the cursor', async () => {
    const { newSubscription, billDue, midnight, advanceTo, services } = await billingFixture()
    const { of, customer, id } = await newSubscription()
    for (let count = 0; count < 3; count++) {
      await billDue()
      advanceTo(midnight(1))
    }
    const listed = await listBills(of, { ...page, pageSize: 2 }, services())
    expect(listed.bills.map(({ period }) => period)).toEqual([2, 1])
    expect(listed.headers['x-total-count']).toBe('3')
    expect(listed.headers['link']).toContain(`/v1/customers/${customer}/subscriptions/${id}/bills?`)
    expect((await listBills(of, { ...page, cursor: '1' }, services())).bills.map(({ period }) => period)).toEqual([0])
    expect(await errorsOf(listBills(of, { ...page, cursor: '7' }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('those of an unknown subscription, and of one of another customer, return 404', async () => {
    const { newSubscription, services } = await billingFixture()
    const [first, second] = [await newSubscription(), await newSubscription()]
    for (const of of [
      { Customer: first.customer, Subscription: second.id },
      { Customer: first.customer, Subscription: unknownId },
    ])
      expect(await errorsOf(listBills(of, page, services()))).toEqual([
        { type: 'not_found', details: { resource: 'subscription' } },
      ])
  })
})

describe('a subscription as the API shows it', () => {
  const now = startOfLocalDay('2027-01-20')
  const due = new Date(startOfLocalDay('2027-01-31')).toISOString()

  test.each([
    ['active', due],
    ['past_due', due],
    ['unpaid', due],
    ['paused', null],
    ['completed', null],
    ['canceled', null],
  ] as const)('%s shows the next charge %s', (status, nextCharge) => {
    expect(shownSubscription(monthlyState({ status }).subscription, now)).toMatchObject({ status, nextCharge })
  })

  test('an active one that starts later is pending until its start', () => {
    const { subscription } = monthlyState({ starts: now + 1 })
    expect(shownSubscription(subscription, now).status).toBe('pending')
    expect(shownSubscription(subscription, now + 1).status).toBe('active')
    expect(shownSubscription({ ...subscription, status: 'paused' }, now).status).toBe('paused')
  })

  test('a due time of null and an end of a pause are shown', () => {
    const { subscription } = monthlyState({ due: null, resumesAt: now })
    expect(shownSubscription(subscription, now)).toMatchObject({
      nextCharge: null,
      resumesAt: new Date(now).toISOString(),
    })
  })

  test('a bill shows its total in units and its transaction as text', () => {
    const { bill } = billedState({}, { total: 1234, responseCode: '51', status: 'unpaid', attempts: 3 })
    expect(JSON.parse(JSON.stringify(shownBill(bill!)))).toEqual({
      period: 0,
      date: '2027-01-31',
      amount: 12.34,
      currency: 840,
      status: 'unpaid',
      attempts: 3,
      transactionId: '91000000000001',
      responseCode: '51',
      created: due,
      updated: due,
    })
  })
})
