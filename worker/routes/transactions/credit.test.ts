import { afterAll, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { eventResource, readEvents } from '../../testing/events.ts'
import { cardPayment, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { errorItem } from './fixtures/errorItem.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)

const post = (operation: string, body: object, by = call) => by('POST', `/v1/transactions/${operation}`, { body })
const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

const credit = (id: string, value?: number, more: object = {}) =>
  post('credit', { referenceTransactionId: Number(id), ...(value === undefined ? {} : { amount: { value } }), ...more })

/** Authorizes and captures an amount, or captures a part of it, and returns the id of the payment. */
const createCapturedPayment = async (
  value = 10,
  { capture = value, ...more }: { capture?: number; [member: string]: unknown } = {},
) => {
  const { json } = await post('authorize', cardPayment(undefined, { amount: { value }, ...more }))
  await post('capture', { transactionId: json.transactionId, amount: capture })
  return json.transactionId as string
}

/** Credits of a payment in the ledger of the acquirer. */
const ledgerCredits = (id: string) =>
  acquirer.ledger.entries().filter((entry) => entry.root === id && entry.type === 'credit')

test('credit without an amount refunds the rest of the captured amount, and a further credit returns 409 invalid_state', async () => {
  const id = await createCapturedPayment()
  expect((await credit(id, 2.5)).json).toMatchObject({ amount: 2.5, responseCode: '00', errors: null, avs: null })
  expect(await getTransaction(id)).toMatchObject({
    status: 'partially_refunded',
    amountCaptured: 10,
    amountCredited: 2.5,
  })
  const rest = await credit(id)
  expect(rest.json.amount).toBe(7.5)
  expect(await getTransaction(id)).toMatchObject({ status: 'refunded', amountCredited: 10 })
  expect(await getTransaction(rest.json.transactionId)).toMatchObject({
    type: 'credit',
    originalTransactionId: id,
    amount: 7.5,
  })
  const more = await credit(id, 0.01)
  expect([more.status, errorItem(more).type]).toEqual([409, 'invalid_state'])
  expect(errorItem(more).message.details).toEqual({ state: 'refunded', allowed: ['void'] })
})

test('ten credits of 3.00 at once of a captured 10.00: three are approved, seven return 400 amount_exceeds_captured', async () => {
  const id = await createCapturedPayment(10)
  const responses = await Promise.all(Array.from({ length: 10 }, () => credit(id, 3)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(responses.filter((response) => errorItem(response)?.type === 'amount_exceeds_captured')).toHaveLength(7)
  expect(ledgerCredits(id)).toHaveLength(3)
  expect(await getTransaction(id)).toMatchObject({ status: 'partially_refunded', amountCredited: 9 })
})

test('credit above the captured amount returns 400 amount_exceeds_captured, and after a void 409 already_voided', async () => {
  const id = await createCapturedPayment(10, { capture: 6 })
  const above = await credit(id, 6.01)
  expect(above.status).toBe(400)
  expect(errorItem(above)).toMatchObject({
    type: 'amount_exceeds_captured',
    message: { field: 'amount.value', details: { creditable: 6 } },
  })
  await post('void', { transactionId: id })
  const late = await credit(id, 1)
  expect([late.status, errorItem(late).type]).toEqual([409, 'already_voided'])
  expect(ledgerCredits(id)).toEqual([])
})

test('credit stores and shows its own order and metadata, and shows those of the payment without an order', async () => {
  const id = await createCapturedPayment(10, {
    order: { referenceObject: 'Invoice', referenceObjectId: 7, metadata: { cart: 'blue' } },
  })
  const order = {
    referenceObject: 'Return',
    referenceObjectId: JSON.rawJSON('9223372036854775807'),
    total: 2.5,
    metadata: { reason: 'broken' },
  }
  const own = (await credit(id, 2.5, { order: { ...order, id: 9, customerId: 9 } })).json
  expect(own.metadata).toEqual({ reason: 'broken' })
  const read = await call('GET', `/v1/transactions/${own.transactionId}`)
  expect(read.text).toContain(`"order":${JSON.stringify(order)}`)
  expect(read.json).toMatchObject({ type: 'credit', originalTransactionId: id, metadata: { reason: 'broken' } })

  const bare = (await credit(id, 1, { order: { referenceObject: 'Return' } })).json
  expect(bare.metadata).toBeNull()
  const without = (await credit(id, 1)).json
  expect(without.metadata).toEqual({ cart: 'blue' })
  for (const shown of [id, without.transactionId])
    expect((await getTransaction(shown)).order).toMatchObject({ referenceObject: 'Invoice', referenceObjectId: 7 })
})

test('payment is found by the references of its own order and of each credit, once and newest first', async () => {
  const reference = `RMA-${crypto.randomUUID()}`
  const order = (referenceObjectId: number) => ({ order: { referenceObject: reference, referenceObjectId } })
  const first = await createCapturedPayment(10, order(5001))
  const second = await createCapturedPayment(10, order(5002))
  await credit(first, 1, order(5003))
  await credit(first, 1, order(5003))
  await credit(second, 1, order(5001))
  await credit(second, 1, { order: { referenceObject: reference } })
  for (const [filter, ...expected] of [
    [`${reference}:5001`, second, first],
    ['5001', second, first],
    [`${reference}:5002`, second],
    [`${reference}:5003`, first],
    ['5003', first],
    [reference, second],
    ['5004'],
  ] as const) {
    const found = []
    let cursor = ''
    do {
      const { json } = await call('GET', `/v1/transactions?reference=${filter}&pageSize=1${cursor}`)
      found.push(...json.transactions.map(({ transactionId }: { transactionId: string }) => transactionId))
      cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`
    } while (cursor !== '')
    expect([filter, ...found]).toEqual([filter, ...expected])
  }
})

test('event of a credit has the order of the credit, and none for an order above 8 KiB', async () => {
  const id = await createCapturedPayment(10, { order: { referenceObject: 'Invoice', metadata: { cart: 'blue' } } })
  const shownInEvent = async (order?: object) => {
    await credit(id, 1, { order })
    const { order: shown, metadata } = eventResource((await readEvents(merchant)).at(-1)!)
    return [shown, metadata]
  }
  expect(await shownInEvent({ referenceObject: 'Return' })).toEqual([{ referenceObject: 'Return' }, null])
  const lines = Array.from({ length: 100 }, () => ({ description: 'x'.repeat(90) }))
  expect(await shownInEvent({ referenceObject: 'Return', lines })).toEqual([null, null])
  expect(await shownInEvent()).toEqual([{ referenceObject: 'Invoice', metadata: { cart: 'blue' } }, { cart: 'blue' }])
})

test('credit of a partially captured payment releases the uncaptured amount in the next sweep', async () => {
  const id = await createCapturedPayment(10, { capture: 6 })
  await credit(id, 1)
  expect(await getTransaction(id)).toMatchObject({ status: 'partially_refunded', amountCapturable: 0 })
  expect(errorItem(await post('capture', { transactionId: id, amount: 1 })).type).toBe('invalid_state')
  // The reversal may be of the same millisecond as the credit and then sort before it.
  const release = async () =>
    (await getTransaction(id)).operations.find(({ type }: { type: string }) => type === 'reversal')
  expect(await release()).toMatchObject({ status: 'pending', amount: 4 })
  // A sweep processes a limited number of operations of the whole shard, so those of other tests must not be due.
  await merchant.run('UPDATE operations SET due = NULL WHERE account <> ?', merchant.id)
  await worker.sweep()
  expect(await release()).toMatchObject({ status: 'approved' })
  // The captured amount is unchanged.
  expect(acquirer.ledger.entries().find((entry) => entry.root === id && entry.type === 'capture')?.effects).toBe(1)
})

test('credit in another currency than the payment returns 400 currency_mismatch', async () => {
  const id = await createCapturedPayment(100, { amount: { value: 100, currency: 392 } })
  expect(errorItem(await credit(id, 1, { amount: { value: 1, currency: 840 } }))).toMatchObject({
    type: 'currency_mismatch',
    message: { field: 'amount.currency' },
  })
  expect(errorItem(await credit(id, 0.5))).toMatchObject({
    type: 'amount_precision_invalid',
    message: { field: 'amount.value', details: { places: 0 } },
  })
  expect((await credit(id, 40)).json.amount).toBe(40)
  expect((await credit(id, 1, { amount: { value: 60, currency: 392 } })).json.amount).toBe(60)
})

test('credit that the processor declines refunds nothing and can be repeated', async () => {
  const id = await createCapturedPayment()
  acquirer.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'credit' })
  expect((await credit(id)).json).toMatchObject({ responseCode: '51', errors: [{ type: 'card_declined' }] })
  expect(await getTransaction(id)).toMatchObject({ status: 'captured', amountCredited: 0 })
  expect((await credit(id)).json.responseCode).toBe('00')
})

const createToken = async (number: string): Promise<string> =>
  (await call('POST', '/v1/tokens', { body: { creditCard: card(number) } })).json.token

const createCustomer = async () =>
  (await call('POST', '/v1/customers', { body: { firstName: 'A' } })).json.customers[0].id

test('credit with the card of the payment or a token of it is approved', async () => {
  const id = await createCapturedPayment()
  const fresh = await createToken('4242424242424242')
  for (const payment of [{ creditCard: card() }, { token: fresh }, { token: 'test-visa-4242' }])
    expect((await credit(id, 1, { payment })).json).toMatchObject({ responseCode: '00' })
  expect(errorItem(await credit(id, 1, { payment: { token: fresh } })).type).toBe('payment_method_ambiguous')
})

test('credit with another payment method than the payment returns 400 payment_method_ambiguous and does not use the token', async () => {
  const id = await createCapturedPayment()
  const other = await createToken('5555555555554444')
  for (const payment of [{ creditCard: card('5555555555554444') }, { token: other }, { cash: true }]) {
    const response = await credit(id, 1, { payment })
    expect([response.status, errorItem(response)]).toMatchObject([
      400,
      { type: 'payment_method_ambiguous', message: { field: 'payment' } },
    ])
  }
  expect((await getTransaction(id)).amountCredited).toBe(0)
  expect((await post('authorize', { payment: { token: other }, amount: { value: 1 } })).json.responseCode).toBe('00')
})

test('credit with the customer or the wallet entry of the payment is approved', async () => {
  const id = await createCustomer()
  const wallet = (
    await call('POST', `/v1/customers/${id}/wallet`, { body: { token: await createToken('4242424242424242') } })
  ).json.wallet[0].id
  const { transactionId } = (await post('authorize', { payment: { stored: { wallet } }, amount: { value: 5 } })).json
  await post('capture', { transactionId })
  expect((await credit(transactionId, 1, { payment: { stored: { wallet } } })).json.responseCode).toBe('00')
  expect((await credit(transactionId, 1, { payment: { stored: { customer: id } } })).json.responseCode).toBe('00')
  const otherCustomer = await createCustomer()
  expect(errorItem(await credit(transactionId, 1, { payment: { stored: { customer: otherCustomer } } })).type).toBe(
    'payment_method_ambiguous',
  )
})

test.each(['91119118634486', '9007199254740993'])(
  'credit of unknown transaction %s returns 400 reference_not_found',
  async (id) => {
    const body = `{"referenceTransactionId":${id}}`
    const response = await call('POST', '/v1/transactions/credit', {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([response.status, errorItem(response)]).toMatchObject([
      400,
      { type: 'reference_not_found', message: { field: 'referenceTransactionId' } },
    ])
  },
)
