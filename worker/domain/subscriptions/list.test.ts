import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { listSubscriptions } from './list.ts'

const page = { pageNumber: 1, pageSize: 10, cursor: null }
const unknownId = '01890000-0000-7000-8000-000000000000'

describe('subscriptions of a customer', () => {
  test('the subscription list has the newest subscription first and continues after a cursor', async () => {
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
    expect(listed.customerSubscriptions.map((subscription) => subscription.customerSubscriptionId)).toEqual(
      ids.slice(0, 2),
    )
    expect(listed.headers['x-total-count']).toBe('3')
    expect(listed.headers['link']).toContain(`/v1/customers/${customer}/subscriptions?`)
    const rest = await listSubscriptions(customer, { ...page, cursor: ids[1]! }, services())
    expect(rest.customerSubscriptions.map((subscription) => subscription.customerSubscriptionId)).toEqual([ids[2]])
  })

  test('listing subscriptions of an unknown customer returns not_found, a cursor of another customer query_invalid', async () => {
    const { newSubscription, services } = await billingFixture()
    const [first, second] = [await newSubscription(), await newSubscription()]
    expect(await thrownErrors(listSubscriptions(unknownId, page, services()))).toEqual([
      { type: 'not_found', details: { resource: 'customer' } },
    ])
    expect(await thrownErrors(listSubscriptions(first.customer, { ...page, cursor: second.id }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })
})
