import { expect, test } from 'vitest'
import type { Processor } from '../../processors/processor.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { errorItem } from './fixtures/errorItem.ts'

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)

const post = (operation: string, body: object) => call('POST', `/v1/transactions/${operation}`, { body })
const capture = (transactionId: string, amount?: unknown, more: object = {}) =>
  post('capture', { transactionId, ...(amount === undefined ? {} : { amount }), ...more })
const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

/** Authorizes an amount and returns the id of the payment. */
const authorize = async (value: number, currency?: number): Promise<string> => {
  const { json } = await post('authorize', cardPayment(undefined, { amount: { value, currency } }))
  expect(json.errors).toBeNull()
  return json.transactionId
}

/** Captures of a payment in the ledger of the acquirer. */
const ledgerCaptures = (id: string) =>
  acquirer.ledger.entries().filter((entry) => entry.root === id && entry.type === 'capture')

/** Field 4 of the ISO 8583 message of each capture: the amount in minor units with twelve digits. */
const field4 = (root: string) => ledgerCaptures(root).map(({ approved }) => approved.padStart(12, '0'))

const count = (responses: readonly { status: number }[], status: number) =>
  responses.filter((response) => response.status === status).length

test('two captures of 6.00 at once of a 10.00 authorization: one is approved, the other returns 400 amount_exceeds_authorized', async () => {
  const id = await authorize(10)
  const responses = await Promise.all([capture(id, 6), capture(id, 6)])
  expect(count(responses, 200)).toBe(1)
  const rejected = responses.find(({ status }) => status === 400)!
  expect(errorItem(rejected)).toMatchObject({
    type: 'amount_exceeds_authorized',
    message: { field: 'amount', details: { capturable: 4 } },
  })
  expect(ledgerCaptures(id)).toHaveLength(1)
  expect(await getTransaction(id)).toMatchObject({
    status: 'partially_captured',
    amountCaptured: 6,
    amountCapturable: 4,
  })
})

test('20 captures of 1.00 at once of a 10.00 authorization: 10 are approved, 10 return 400 amount_exceeds_authorized', async () => {
  const id = await authorize(10)
  const responses = await Promise.all(Array.from({ length: 20 }, () => capture(id, 1)))
  expect(count(responses, 200)).toBe(10)
  expect(responses.filter((response) => errorItem(response)?.type === 'amount_exceeds_authorized')).toHaveLength(10)
  expect(ledgerCaptures(id)).toHaveLength(10)
  expect(await getTransaction(id)).toMatchObject({ status: 'captured', amountCaptured: 10, amountCapturable: 0 })
})

test('captures of 4.00, 3.50 and the rest capture 10.00, and a further capture returns 400 amount_exceeds_authorized', async () => {
  const id = await authorize(10)
  expect((await capture(id, 4)).json.amount).toBe(4)
  const second = (await capture(id, 3.5)).json
  expect((await getTransaction(id)).status).toBe('partially_captured')
  // The id of any operation identifies the payment.
  expect((await capture(second.transactionId)).json).toMatchObject({
    amount: 2.5,
    responseCode: '00',
    avs: null,
    cvv: null,
  })
  expect(await getTransaction(id)).toMatchObject({ status: 'captured', amountCaptured: 10, amountCapturable: 0 })
  const late = await capture(id, 0.01)
  expect(late.status).toBe(400)
  expect(errorItem(late)).toMatchObject({ type: 'amount_exceeds_authorized', message: { details: { capturable: 0 } } })
  const rest = await capture(id, null)
  expect(rest.status).toBe(409)
  expect(errorItem(rest)).toMatchObject({
    type: 'already_captured',
    message: { details: { state: 'captured', allowed: ['void', 'credit'] } },
  })
  expect(ledgerCaptures(id).map(({ approved }) => approved)).toEqual(['400', '350', '250'])
})

test('thirty captures of 0.10 capture an authorization of 3.00 completely', async () => {
  const id = await authorize(3)
  for (let n = 0; n < 30; n++) expect((await capture(id, 0.1)).status).toBe(200)
  expect(await getTransaction(id)).toMatchObject({ status: 'captured', amountCaptured: 3, amountCapturable: 0 })
})

test('final capture releases the rest of the authorization for good', async () => {
  const id = await authorize(10)
  await capture(id, 2)
  const last = (await capture(id, 3, { final: true })).json.transactionId
  expect(await getTransaction(id)).toMatchObject({ status: 'captured', amountCaptured: 5, amountCapturable: 0 })
  expect(errorItem(await capture(id, 0.01)).type).toBe('amount_exceeds_authorized')
  await post('void', { transactionId: last })
  expect(await getTransaction(id)).toMatchObject({
    status: 'partially_captured',
    amountCaptured: 2,
    amountCapturable: 3,
  })
})

test('capture of an invalid amount returns 400 and leaves the payment unchanged', async () => {
  const id = await authorize(50)
  const { requestId: _one, ...before } = await getTransaction(id)
  const amounts = ['10.001', '"10.00"', '1e400', 'NaN', '0', '-1', '1000000000', '0.001', '[]', '{}', 'true']
  for (const amount of amounts) {
    const response = await call('POST', '/v1/transactions/capture', {
      body: `{"transactionId":"${id}","amount":${amount}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([amount, response.status]).toEqual([amount, 400])
    const { requestId: _other, ...after } = await getTransaction(id)
    expect(after).toEqual(before)
  }
  expect(ledgerCaptures(id)).toEqual([])
})

test('authorize, capture and credit of 999999999.99 are exact, and capture of 1000000000 returns 400 out_of_range', async () => {
  const id = await authorize(999999999.99)
  expect((await capture(id, 999999999.99)).text).toContain('"amount":999999999.99,')
  const credited = await post('credit', { referenceTransactionId: Number(id), amount: { value: 999999999.99 } })
  expect(credited.text).toContain('"amount":999999999.99,')
  expect(await getTransaction(id)).toMatchObject({ status: 'refunded', amountCredited: 999999999.99 })
  expect(acquirer.ledger.find(id)?.approved).toBe('99999999999')
  expect(errorItem(await capture(id, 1000000000))).toMatchObject({
    type: 'out_of_range',
    message: { field: 'amount' },
  })
})

test('capture of 100.50 JPY returns 400, and captures of 100 JPY and 1.25 KWD send their minor units in field 4', async () => {
  const yen = await authorize(500, 392)
  expect(errorItem(await capture(yen, 100.5))).toMatchObject({
    type: 'amount_precision_invalid',
    message: { field: 'amount', details: { places: 0 } },
  })
  expect((await capture(yen, 100)).json.amount).toBe(100)
  const dinar = await authorize(2, 414)
  expect((await capture(dinar, 1.25)).json.amount).toBe(1.25)
  expect([yen, dinar].map(field4)).toEqual([['000000000100'], ['000000001250']])
})

test('capture above the partially approved amount returns 400 amount_exceeds_authorized', async () => {
  acquirer.faultPlan.add({ fault: { kind: 'partial', minor: '123' }, on: 'authorize' })
  const { json } = await post('authorize', cardPayment())
  expect(json).toMatchObject({ amount: 1.23, responseCode: '10', errors: null })
  expect(errorItem(await capture(json.transactionId, 1.24))).toMatchObject({
    type: 'amount_exceeds_authorized',
    message: { details: { capturable: 1.23 } },
  })
  expect((await capture(json.transactionId)).json.amount).toBe(1.23)
})

test('capture up to the authorized amount with its tip is approved', async () => {
  const tipping: Processor = {
    ...acquirer.processor,
    authorize: async (operation, reference) => {
      const tip = { ...operation.amount, minor: operation.amount.minor / 5n }
      const total = { ...operation.amount, minor: operation.amount.minor + tip.minor }
      const outcome = await acquirer.processor.authorize({ ...operation, amount: total }, reference)
      return outcome.result === 'approved' ? { ...outcome, tip } : outcome
    },
  }
  const tipped = startWorker({ processor: tipping }).as(merchant.secretKey)
  const { json } = await tipped('POST', '/v1/transactions/authorize', {
    body: cardPayment(undefined, { amount: { value: 10 } }),
  })
  expect(json).toMatchObject({ amount: 12, responseCode: '00' })
  expect(await getTransaction(json.transactionId)).toMatchObject({ amountAuthorized: 12, amountCapturable: 12, tip: 2 })
  expect(errorItem(await capture(json.transactionId, 12.01)).type).toBe('amount_exceeds_authorized')
  expect((await capture(json.transactionId, 12)).json.amount).toBe(12)
})
