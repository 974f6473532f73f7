import { expect, test } from 'vitest'
import { startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createShopper } from '../../testing/shopper.ts'
import { cardPayment, createMerchant } from '../../testing/merchant.ts'

const { worker, join } = startConsole()

const setUp = async () => {
  const merchant = await createMerchant()
  const call = worker.as(merchant.secretKey)
  const post = async (path: string, body: object): Promise<any> => {
    const { status, json } = await call('POST', path, { body })
    expect([status, json.errors]).toEqual([200, null])
    return json
  }
  /** The operations of a payment, as `type by kind name`. */
  const actorsOf = async (id: string): Promise<string[]> =>
    (await call('GET', `/v1/transactions/${id}`)).json.operations.map(
      ({ type, actor }: any) => `${type} by ${actor === null ? 'nobody' : `${actor.kind} ${actor.name}`}`,
    )
  return { merchant, call, post, actorsOf }
}

test('operations of a payment name the key or the member of the team that made them', async () => {
  const { merchant, post, actorsOf } = await setUp()
  const named = await post('/v1/apikeys', { kind: 'restricted', name: 'Till', scopes: ['transactions:write'] })
  const { json } = await worker.as(named.key)('POST', '/v1/transactions/sale', { body: cardPayment() })
  const owner = await join(merchant.id, 'owner')
  const refund = await owner.send('POST', '/v1/transactions/credit', {
    referenceTransactionId: json.transactionId,
    amount: { value: 1 },
  })
  expect(refund.status).toBe(200)
  await post('/v1/transactions/void', { transactionId: refund.json.transactionId })
  const [sale, capture, credit, ...rest] = await actorsOf(json.transactionId)
  expect([sale, capture, credit]).toEqual(['authorize by key Till', 'capture by key Till', 'credit by member Ada'])
  expect(rest).toEqual([expect.stringMatching(/^void by key /)])
})

test('a reversal names nobody, and a charge of a subscription billing', async () => {
  const { post, actorsOf, call } = await setUp()
  const strict = await createMerchant({ settings: { cvvReject: ['M'] } })
  const declined = (await worker.as(strict.secretKey)('POST', '/v1/transactions/authorize', { body: cardPayment() }))
    .json.transactionId
  const { operations } = (await worker.as(strict.secretKey)('GET', `/v1/transactions/${declined}`)).json
  expect(operations.map(({ type, actor }: any) => [type, actor?.kind ?? null])).toEqual([
    ['authorize', 'key'],
    ['reversal', null],
  ])
  const customer = (await post('/v1/customers', {})).customers[0].id
  await post(`/v1/customers/${customer}/wallet`, { token: 'test-visa-4242' })
  const plan = (await post('/v1/subscriptions', { label: 'Tea', cycle: { unit: 'month' }, amount: { value: 5 } }))
    .subscriptions[0].id
  await post(`/v1/customers/${customer}/subscriptions`, { plan })
  await post('/v1/testclock/advance', { seconds: 40 * 86_400 })
  await worker.sweep()
  const { transactions } = (await call('GET', `/v1/transactions?customer=${customer}`)).json
  expect(transactions.length).toBeGreaterThan(1)
  expect(await actorsOf(transactions[0].transactionId)).toEqual([
    'authorize by system billing',
    'capture by system billing',
  ])
  await call('DELETE', '/v1/testclock')
})

test('a payment names the checkout in which it was made', async () => {
  const { call, post } = await setUp()
  const { id } = await post('/v1/dynamiccheckout', { total: 5 })
  await createShopper(worker).openAndPay(id)
  const { transactionId } = (await call('GET', `/v1/dynamiccheckout/${id}`)).json
  const paid = (await call('GET', `/v1/transactions/${transactionId}`)).json
  expect(paid.checkout).toBe(id)
  const other = await post('/v1/transactions/sale', cardPayment())
  expect((await call('GET', `/v1/transactions/${other.transactionId}`)).json.checkout).toBeNull()
})
