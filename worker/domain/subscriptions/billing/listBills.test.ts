import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../../testing/fixtures/billingFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { listBills } from './listBills.ts'

const page = { pageNumber: 1, pageSize: 10, cursor: null }
const unknownId = '01890000-0000-7000-8000-000000000000'

describe('bills of a subscription', () => {
  test('the bill list has the newest period first, and a period is its cursor', async () => {
    const { newSubscription, billDue, midnight, advanceTo, services } = await billingFixture()
    const { of: path, customer, id } = await newSubscription()
    for (let count = 0; count < 3; count++) {
      await billDue()
      advanceTo(midnight(1))
    }
    const listed = await listBills(path, { ...page, pageSize: 2 }, services())
    expect(listed.bills.map(({ period }) => period)).toEqual([2, 1])
    expect(listed.headers['x-total-count']).toBe('3')
    expect(listed.headers['link']).toContain(`/v1/customers/${customer}/subscriptions/${id}/bills?`)
    expect((await listBills(path, { ...page, cursor: '1' }, services())).bills.map(({ period }) => period)).toEqual([0])
    expect(await thrownErrors(listBills(path, { ...page, cursor: '7' }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('listing bills of an unknown subscription or one of another customer returns not_found', async () => {
    const { newSubscription, services } = await billingFixture()
    const [first, second] = [await newSubscription(), await newSubscription()]
    for (const path of [
      { Customer: first.customer, Subscription: second.id },
      { Customer: first.customer, Subscription: unknownId },
    ])
      expect(await thrownErrors(listBills(path, page, services()))).toEqual([
        { type: 'not_found', details: { resource: 'subscription' } },
      ])
  })
})
