import { expect, test } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { cardPayment, card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'
import { errorItem } from './fixtures/errorItem.ts'

const clock = testClock()
const acquirer = inMemoryAcquirer({ now: clock.now })
const worker = startWorker({ processor: acquirer.processor, clock })
const merchant = await createMerchant()

const postFor = (merchant: Merchant) => (operation: string, body: object, key?: string) =>
  worker.as(merchant.secretKey)('POST', `/v1/transactions/${operation}`, {
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const post = postFor(merchant)
const authorize = async () => (await post('authorize', cardPayment())).json.transactionId as string
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'
const processorCalls = () => acquirer.ledger.entries().length

/** A valid body for each operation. */
const bodies: Record<string, () => Promise<object>> = {
  authorize: async () => cardPayment(),
  capture: async () => ({ transactionId: await authorize(), amount: 4 }),
  void: async () => ({ transactionId: await authorize() }),
  credit: async () => {
    const transactionId = await authorize()
    await post('capture', { transactionId })
    return { referenceTransactionId: Number(transactionId), amount: { value: 4 } }
  },
}

test.each(Object.keys(bodies))(
  '%s sent 50 times at once with one idempotency key calls the processor once, and the others return 409 or replay its response',
  async (operation) => {
    const body = await bodies[operation]!()
    const key = crypto.randomUUID()
    const before = processorCalls()
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(operation, body, key)))
    expect(processorCalls()).toBe(before + 1)
    const first = responses.find((response) => response.status === 200 && !replayed(response))
    for (const response of responses) {
      if (response.status === 409) {
        expect(errorItem(response).type).toBe('idempotency_in_progress')
        expect(response.headers.get('retry-after')).toBe('1')
      } else expect(response.text).toBe(first!.text)
    }
    const later = await post(operation, body, key)
    expect([later.status, later.text, replayed(later)]).toEqual([200, first!.text, true])
    expect(later.headers.get('x-request-id')).toBe(first!.json.requestId)
    expect(processorCalls()).toBe(before + 1)
  },
)

test.each(Object.keys(bodies))(
  '%s with a used idempotency key and another body returns 422 idempotency_mismatch',
  async (operation) => {
    const key = crypto.randomUUID()
    const body = await bodies[operation]!()
    await post(operation, body, key)
    const before = processorCalls()
    const other = await post(operation, { ...body, initiatedByUserId: 7 }, key)
    expect([other.status, errorItem(other).type]).toEqual([422, 'idempotency_mismatch'])
    expect(processorCalls()).toBe(before)
  },
)

test('an idempotency key is independent of the same key at another endpoint, account or mode', async () => {
  const id = await authorize()
  const key = crypto.randomUUID()
  await post('capture', { transactionId: id, amount: 1 }, key)
  expect((await post('capture', { transactionId: id, amount: 2 }, key)).status).toBe(422)
  expect((await post('void', { transactionId: id }, key)).json.responseCode).toBe('00')
  const one = await post('authorize', cardPayment(), key)
  const other = await postFor(await createMerchant())('authorize', cardPayment(), key)
  expect([one.json.responseCode, other.json.responseCode]).toEqual(['00', '00'])
  expect(one.json.transactionId).not.toBe(other.json.transactionId)
  const live = await merchant.issue('sk', { mode: 'live' })
  const inLive = await worker.as(live.key)('POST', '/v1/transactions/authorize', {
    body: cardPayment(),
    headers: { 'idempotency-key': key },
  })
  expect(replayed(inLive)).toBe(false)
})

test('authorize with an idempotency key older than 24 hours is a new payment', async () => {
  const key = crypto.randomUUID()
  const first = (await post('authorize', cardPayment(), key)).json.transactionId
  clock.advance(24 * 3_600_000 - 1000)
  expect((await post('authorize', cardPayment(), key)).json.transactionId).toBe(first)
  clock.advance(2000)
  const later = await post('authorize', cardPayment(), key)
  expect(later.json.responseCode).toBe('00')
  expect(replayed(later)).toBe(false)
  expect(later.json.transactionId).not.toBe(first)
})

test('capture and authorize rejected with 400 do not consume their idempotency key', async () => {
  const key = crypto.randomUUID()
  const id = await authorize()
  for (const [body, status] of [
    [{ transactionId: id, amount: 'x' }, 400],
    [{ transactionId: id, amount: 10.51 }, 400],
    [{ transactionId: '1' }, 400],
    [{ transactionId: id, referenceTransactionId: 1 }, 400],
  ] as const)
    expect((await post('capture', body, key)).status).toBe(status)
  expect((await post('capture', { transactionId: id }, key)).json.responseCode).toBe('00')
  const token = crypto.randomUUID()
  expect((await post('authorize', { payment: { token: 'a'.repeat(44) }, amount: { value: 1 } }, token)).status).toBe(
    400,
  )
  expect((await post('authorize', cardPayment(), token)).json.responseCode).toBe('00')
})

test('authorize by token with a used idempotency key replays the payment, and with a new key returns 400 token_used', async () => {
  const { token } = (await worker.as(merchant.secretKey)('POST', '/v1/tokens', { body: { creditCard: card() } })).json
  const body = { payment: { token }, amount: { value: 10.5 } }
  const key = crypto.randomUUID()
  const first = await post('authorize', body, key)
  expect(first.json.responseCode).toBe('00')
  expect((await post('authorize', body, key)).text).toBe(first.text)
  expect(errorItem(await post('authorize', body, crypto.randomUUID())).type).toBe('token_used')
})

test('declined authorize is replayed for its idempotency key', async () => {
  const key = crypto.randomUUID()
  acquirer.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
  const first = await post('authorize', cardPayment(undefined, { order: { metadata: { a: 'b' } } }), key)
  expect(first.json).toMatchObject({ responseCode: '51', metadata: { a: 'b' } })
  expect((await post('authorize', cardPayment(undefined, { order: { metadata: { a: 'b' } } }), key)).text).toBe(
    first.text,
  )
})

test('an idempotency key does not depend on the CVV, and its row contains no card number', async () => {
  const key = crypto.randomUUID()
  const first = await post('authorize', cardPayment(), key)
  const { verificationValue: _cvv, ...cardWithoutCvv } = card()
  const second = await post('authorize', { ...cardPayment(), payment: { creditCard: cardWithoutCvv } }, key)
  expect([second.text, replayed(second)]).toEqual([first.text, true])
  const rows = JSON.stringify(await merchant.rows('SELECT * FROM idempotency WHERE account = ?', merchant.id))
  // Ids and times may contain 4242 by chance.
  expect(rows).not.toMatch(/4242424242|"4242"/)
})
