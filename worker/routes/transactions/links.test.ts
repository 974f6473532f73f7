import { expect, test } from 'vitest'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'

/** initiatedByUserId and referenceTransactionId, which each operation of a payment has of its own. */

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const post = async (operation: string, body: object) => {
  const { status, json } = await call('POST', `/v1/transactions/${operation}`, { body })
  expect([operation, status, json.errors]).toEqual([operation, 200, null])
  return json.transactionId as string
}
const read = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

const listOutcomes = async () =>
  (await call('GET', '/v1/events?type=transaction.authorized,transaction.captured')).json.events

const links = ({ initiatedByUserId, referenceTransactionId }: any) => ({ initiatedByUserId, referenceTransactionId })

test('each operation of a payment shows its own initiatedByUserId and referenceTransactionId, in the list and when it is read', async () => {
  const other = await post('authorize', cardPayment())
  const id = await post('authorize', cardPayment(undefined, { initiatedByUserId: 1 }))
  const more = { transactionId: id, referenceTransactionId: Number(other) }
  const first = await post('capture', { ...more, amount: 4, initiatedByUserId: 2 })
  const second = await post('capture', { transactionId: id, amount: 3, initiatedByUserId: 3 })
  const voided = await post('void', { ...more, transactionId: second, initiatedByUserId: 4 })
  const credited = await post('credit', {
    referenceTransactionId: Number(id),
    amount: { value: 1 },
    initiatedByUserId: 5,
  })
  const expected = [
    [id, { initiatedByUserId: 1, referenceTransactionId: null }],
    [first, { initiatedByUserId: 2, referenceTransactionId: Number(other) }],
    [second, { initiatedByUserId: 3, referenceTransactionId: null }],
    [voided, { initiatedByUserId: 4, referenceTransactionId: Number(other) }],
    [credited, { initiatedByUserId: 5, referenceTransactionId: Number(id) }],
  ] as const
  for (const [operation, own] of expected) {
    const resource = await read(operation)
    expect(links(resource), resource.type).toEqual(own)
    const listed = resource.operations.filter((one: any) => one.type !== 'reversal')
    expect(Object.fromEntries(listed.map((one: any) => [one.transactionId, links(one)]))).toEqual(
      Object.fromEntries(expected),
    )
  }
})

test('digits of initiatedByUserId of a capture are kept beyond the range of a double', async () => {
  const id = await post('authorize', cardPayment())
  const body = `{"transactionId":"${id}","initiatedByUserId":9007199254740993}`
  const { json } = await call('POST', '/v1/transactions/capture', { body })
  const { text } = await call('GET', `/v1/transactions/${json.transactionId}`)
  expect(text.match(/"initiatedByUserId":9007199254740993,/g)).toHaveLength(2)
})

test('an event of an operation shows its links', async () => {
  const id = await post('authorize', cardPayment(undefined, { initiatedByUserId: 1 }))
  const captured = await post('capture', { transactionId: id, initiatedByUserId: 2 })
  const [capture, authorization] = await listOutcomes()
  expect(links(authorization.data.transaction)).toEqual({ initiatedByUserId: 1, referenceTransactionId: null })
  expect(links(capture.data.transaction)).toEqual({ initiatedByUserId: 2, referenceTransactionId: null })
  expect(capture.data.transaction.transactionId).toBe(captured)
})

test('referenceTransactionId sent as a string is stored and shown as the integer that it is', async () => {
  const other = await post('authorize', cardPayment())
  const id = await post('authorize', cardPayment(undefined, { initiatedByUserId: 9, referenceTransactionId: other }))
  const more = { referenceTransactionId: other, initiatedByUserId: 9 }
  const captured = await post('capture', { transactionId: id, amount: 4, ...more })
  const voided = await post('void', { transactionId: captured, ...more })
  await post('capture', { transactionId: id, ...more })
  for (const operation of [id, captured, voided])
    expect(links(await read(operation))).toEqual({ initiatedByUserId: 9, referenceTransactionId: Number(other) })
  const credited = await post('credit', { referenceTransactionId: id, amount: { value: 1 } })
  expect(await read(credited)).toMatchObject({ originalTransactionId: id, referenceTransactionId: Number(id) })
})

test.each(['WC-1001', '', ' 1', '1.0', '01', '1e3'])(
  'referenceTransactionId %j returns 400 type_invalid',
  async (value) => {
    const body = { transactionId: '1', referenceTransactionId: value }
    const { status, json } = await call('POST', '/v1/transactions/capture', { body })
    expect([status, json.errors[0].type, json.errors[0].message.field]).toEqual([
      400,
      'type_invalid',
      'referenceTransactionId',
    ])
  },
)

test('an unknown referenceTransactionId returns 400 reference_not_found from capture, void and credit', async () => {
  const id = await post('authorize', cardPayment())
  for (const [operation, body] of [
    ['capture', { transactionId: id, referenceTransactionId: 4711 }],
    ['void', { transactionId: id, referenceTransactionId: 4711 }],
    ['credit', { referenceTransactionId: 4711 }],
  ] as const) {
    const { status, json } = await call('POST', `/v1/transactions/${operation}`, { body })
    expect([operation, status, json.errors[0].type, json.errors[0].message.field]).toEqual([
      operation,
      400,
      'reference_not_found',
      'referenceTransactionId',
    ])
  }
  expect((await read(id)).operations).toHaveLength(1)
})

/** The links of the operations of a payment, by type. */
const operationLinks = async (id: string): Promise<object> =>
  Object.fromEntries((await read(id)).operations.map((operation: any) => [operation.type, links(operation)]))

test('a sale shows its links at its authorization and at its capture', async () => {
  const other = await post('authorize', cardPayment())
  const own = { initiatedByUserId: 6, referenceTransactionId: Number(other) }
  const id = await post('sale', cardPayment(undefined, own))
  expect(await operationLinks(id)).toEqual({ authorize: own, capture: own })
})

test('the charge of a subscription has no links of its own, and its credit shows those of the credit', async () => {
  const { makePlan, subscribe } = subscriptionFixture(merchant, call)
  const { customer } = await subscribe(await makePlan())
  const { transactions } = (await call('GET', `/v1/transactions?customer=${customer}`)).json
  const id: string = transactions[0].transactionId
  const none = { initiatedByUserId: null, referenceTransactionId: null }
  expect(await operationLinks(id)).toEqual({ authorize: none, capture: none })
  await post('credit', { referenceTransactionId: Number(id), amount: { value: 1 }, initiatedByUserId: 7 })
  expect(await operationLinks(id)).toMatchObject({
    authorize: none,
    capture: none,
    credit: { initiatedByUserId: 7, referenceTransactionId: Number(id) },
  })
})
