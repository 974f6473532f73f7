import { afterAll, expect, test } from 'vitest'
import { ok, subscriptionRequests } from '../../../testing/fixtures/subscriptionRequests.ts'
import { nextLink } from '../../../testing/nextLink.ts'
import { listErrors } from '../../../testing/fixtures/walletFixture.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

const { subscriptionOnTestClock } = await subscriptionRequests()

afterAll(resetTestClocks)

test('a subscription that starts on 31 January is billed on 31 January, 28 February and 31 March', async () => {
  const { by, customer, id, path, setClock, read } = await subscriptionOnTestClock()
  expect(await setClock('2027-04-01T00:00:00Z')).toMatchObject({ complete: true })
  const { transactions } = await ok(by('GET', `/v1/transactions?customer=${customer}`))
  const payments = await Promise.all(
    transactions.map(({ transactionId }: any) => by('GET', `/v1/transactions/${transactionId}`)),
  )
  const billed = payments.map(({ json: { order, amountCaptured } }) => [
    order.referenceObject,
    order.referenceObjectId,
    amountCaptured,
  ])
  expect(billed.toSorted(([, one], [, other]) => one - other)).toEqual(
    [0, 1, 2].map((period) => [`sub:${id}`, period, 10]),
  )
  const { bills } = await ok(by('GET', `${path}/bills`))
  expect(bills.map(({ period, date, status }: any) => [period, date, status])).toEqual([
    [2, '2027-03-31', 'paid'],
    [1, '2027-02-28', 'paid'],
    [0, '2027-01-31', 'paid'],
  ])
  for (const bill of bills) {
    const found = await ok(by('GET', `/v1/transactions?reference=sub:${id}:${bill.period}`))
    expect(found.transactions).toMatchObject([{ transactionId: bill.transactionId, amountCaptured: 10 }])
    expect(bill).toMatchObject({ amount: 10, currency: 840, attempts: 1, responseCode: '00' })
  }
  expect(await read()).toMatchObject({ status: 'active', charges: 3, nextCharge: '2027-04-30T00:00:00.000Z' })
  const page = await by('GET', `${path}/bills?limit=2`)
  expect([page.json.bills, page.headers.get('x-total-count')]).toEqual([bills.slice(0, 2), '3'])
  expect((await ok(by('GET', nextLink(page)!))).bills).toEqual(bills.slice(2))
  expect(listErrors(await by('GET', `${path}/bills?cursor=3`))).toEqual([['query_invalid', 'cursor']])
})
