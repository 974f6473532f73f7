import { afterAll, expect, test } from 'vitest'
import { ok, pathOf, subscriptionRequests } from '../../testing/fixtures/subscriptionRequests.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { nextLink } from '../../testing/nextLink.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import { resetTestClocks } from '../../testing/resetTestClocks.ts'

const { call, newCustomer, customer, newPath, list, fiveSubscriptions } = await subscriptionRequests()

afterAll(resetTestClocks)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

const ids = (response: ApiResponse): string[] =>
  response.json.customerSubscriptions.map(({ customerSubscriptionId }: any) => customerSubscriptionId)

test('pages of subscriptions are the same by number and by link, newest first, with the canceled ones', async () => {
  const { customer, newest } = await fiveSubscriptions()
  let url: string | undefined = `${pathOf(customer)}?pageSize=2`
  for (const [at, page] of [newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)].entries()) {
    const response: ApiResponse = await call('GET', url!)
    expect([ids(response), response.headers.get('x-total-count')]).toEqual([page, '5'])
    expect(ids(await list(customer, `?page=${at + 1}&limit=2`))).toEqual(page)
    url = nextLink(response)
  }
  expect(url).toBeUndefined()
  await ok(call('DELETE', `${pathOf(customer)}/${newest[0]}`))
  expect(ids(await list(customer))).toEqual(newest)
  expect(ids(await list(customer, '?pageNumber=2147483647'))).toEqual([])
  for (const cursor of [unknownId, (await fiveSubscriptions()).newest[0]])
    expect(listErrors(await list(customer, `?cursor=${cursor}`))).toEqual([['query_invalid', 'cursor']])
})

test('the subscriptions of a new customer and the bills of a new subscription are empty', async () => {
  const customer = await newCustomer()
  const response = await list(customer)
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    customerId: customer,
    customerSubscriptions: [],
    errors: null,
  })
  const bills = await call('GET', `${await newPath({ startDate: '2027-03-01' })}/bills`)
  expect(bills.json).toEqual({ requestId: bills.headers.get('x-request-id'), bills: [], errors: null })
  expect([response, bills].map(({ headers }) => headers.get('x-total-count'))).toEqual(['0', '0'])
})

test.each([
  ['?page=1&pageNumber=1', 'page'],
  ['?limit=5&pageSize=5', 'limit'],
  ['?pageNumber=0', 'pageNumber'],
  ['?pageNumber=2147483648', 'pageNumber'],
  ['?page=0', 'page'],
  ['?page=1.0', 'page'],
  ['?pageSize=0', 'pageSize'],
  ['?pageSize=101', 'pageSize'],
  ['?pageSize=', 'pageSize'],
  ['?limit=101', 'limit'],
  ['?cursor=', 'cursor'],
])('%s returns 400 query_invalid of %s in lists of plans, subscriptions and bills', async (query, field) => {
  for (const path of ['/v1/subscriptions', pathOf(customer), `${pathOf(customer)}/${unknownId}/bills`]) {
    const response = await call('GET', path + query)
    expect([response.status, listErrors(response)], path).toEqual([400, [['query_invalid', field]]])
  }
})
