import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { createAuthorizedPayment, sevenDaysMs } from './fixtures/authorizedPayment.ts'
import { errorItem } from './fixtures/errorItem.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so transactions of earlier tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
  await bindings.DB_00.prepare('UPDATE transactions SET expires = NULL').run()
})

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

test('capture of an authorized payment returns 200 and captures the whole amount', async () => {
  const id = await authorize(10)
  expect((await capture(id)).json).toMatchObject({ responseCode: '00', amount: 10, avs: null, cvv: null, errors: null })
  expect(await getTransaction(id)).toMatchObject({ status: 'captured', amountCaptured: 10, amountCapturable: 0 })
})

const unknownId = { type: 'reference_not_found', message: { field: 'transactionId' } }

test.each(['91119118634486', '1', '007', '9007199254740993', '9223372036854775807'])(
  'capture of unknown transaction %s returns 400 reference_not_found',
  async (id) => {
    const response = await capture(id)
    expect(response.status).toBe(400)
    expect(errorItem(response)).toMatchObject(unknownId)
  },
)

test('capture of a payment of another account or mode returns the same response as of an unknown transaction', async () => {
  const id = await authorize(10)
  const otherMerchant = await createMerchant()
  const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  const getResponse = async (by: typeof call, transactionId: string) => {
    const { status, text } = await by('POST', '/v1/transactions/capture', { body: { transactionId } })
    return [status, text.replace(/"requestId":"[0-9a-f]{32}"/, '')]
  }
  const unknown = await getResponse(call, '91119118634486')
  expect(await getResponse(worker.as(otherMerchant.secretKey), id)).toEqual(unknown)
  expect(await getResponse(live, id)).toEqual(unknown)
  expect((await getTransaction(id)).status).toBe('authorized')
})

test('capture with an unknown referenceTransactionId returns 400 reference_not_found', async () => {
  const id = await authorize(10)
  const response = await capture(id, 1, { referenceTransactionId: 4711 })
  expect(errorItem(response)).toMatchObject({
    type: 'reference_not_found',
    message: { field: 'referenceTransactionId' },
  })
  expect((await getTransaction(id)).amountCaptured).toBe(0)
  const other = await authorize(1)
  expect((await capture(id, 1, { referenceTransactionId: Number(other), initiatedByUserId: 7 })).status).toBe(200)
})

test('capture with several invalid members returns 400 with an error item for each', async () => {
  const response = await capture('12x', 'much', { initiatedByUserId: 'me', final: 1 })
  expect(response.status).toBe(400)
  expect(response.json.errors.map(({ message }: any) => message.field)).toEqual([
    'amount',
    'final',
    'initiatedByUserId',
    'transactionId',
  ])
})

test.each(['check', 'cash'])('capture of a %s payment returns 409 already_captured', async (method) => {
  const payment =
    method === 'cash' ? { cash: true } : { check: { accountNumber: '123456789', routingNumber: '021000021' } }
  const { transactionId } = (await post('authorize', { payment, amount: { value: 5 } })).json
  expect(await getTransaction(transactionId)).toMatchObject({ status: 'captured', amountCaptured: 5 })
  for (const amount of [undefined, 1]) {
    const response = await capture(transactionId, amount)
    expect([response.status, errorItem(response).type]).toEqual([409, 'already_captured'])
  }
})

test('capture of an expired authorization returns 409 authorization_expired before the sweep', async () => {
  const payment = await createAuthorizedPayment()
  payment.setClock(payment.start + sevenDaysMs)
  for (const amount of [undefined, 1]) {
    const late = await payment.capture(amount)
    expect([late.status, late.json.errors[0].type]).toEqual([409, 'authorization_expired'])
  }
  expect(payment.ledger.entries()).toHaveLength(1)
})

test('capture in the millisecond of expiry returns 409, and in the millisecond before 200', async () => {
  for (let round = 0; round < 4; round++) {
    const payment = await createAuthorizedPayment()
    payment.setClock(payment.start + sevenDaysMs - (round % 2))
    const [response] = await Promise.all([payment.capture(), payment.worker.sweep()])
    await payment.worker.sweep()
    const { status, amountCaptured } = await payment.getTransaction()
    if (response.status === 200) expect([['captured', 'settled'].includes(status), amountCaptured]).toEqual([true, 10])
    else expect([response.json.errors[0].type, status, amountCaptured]).toEqual(['authorization_expired', 'expired', 0])
    expect(response.status).toBe(round % 2 === 1 ? 200 : 409)
  }
})

test('capture that the processor declines captures nothing and leaves the amount capturable', async () => {
  const id = await authorize(10)
  acquirer.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'capture' })
  const declined = await capture(id, 4)
  expect(declined.json).toMatchObject({ responseCode: '51', errors: [{ type: 'card_declined' }], amount: 4 })
  expect(await getTransaction(id)).toMatchObject({ status: 'authorized', amountCaptured: 0, amountCapturable: 10 })
})
