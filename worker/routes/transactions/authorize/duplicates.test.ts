import { expect, test } from 'vitest'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import type { Merchant } from '../../../testing/merchant.ts'
import { cardPayment, card, createMerchant, startWorker, testClock } from '../../../testing/merchant.ts'

const clock = testClock()
const acquirer = inMemoryAcquirer({ now: clock.now })
const worker = startWorker({ processor: acquirer.processor, clock })

const postFor = (merchant: Merchant) => (operation: string, body: object, key?: string) =>
  worker.as(merchant.secretKey)('POST', `/v1/transactions/${operation}`, {
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const createMerchantWithWindow = () => createMerchant({ settings: { duplicateWindowSeconds: 60 } })
const processorCalls = () => acquirer.ledger.entries().length

test('second of two equal authorizes is approved without a duplicate window and declined with G01 within it', async () => {
  const postWithoutWindow = postFor(await createMerchant())
  expect((await postWithoutWindow('authorize', cardPayment())).json.responseCode).toBe('00')
  expect((await postWithoutWindow('authorize', cardPayment())).json.responseCode).toBe('00')

  const post = postFor(await createMerchantWithWindow())
  const first = (await post('authorize', cardPayment())).json
  const sent = processorCalls()
  const key = crypto.randomUUID()
  const second = await post('authorize', cardPayment(), key)
  expect(second.status).toBe(200)
  expect(second.json).toMatchObject({
    responseCode: 'G01',
    responseText: 'Duplicate transaction',
    authCode: null,
    errors: [
      { type: 'gateway_rejected', message: { details: { retry: 'never', transactionId: first.transactionId } } },
    ],
  })
  expect(processorCalls()).toBe(sent)
  expect((await post('authorize', cardPayment(), key)).text).toBe(second.text)
  clock.advance(61_000)
  expect((await post('authorize', cardPayment())).json.responseCode).toBe('00')
})

test.each([
  ['another amount', { amount: { value: 10.51 } }],
  ['another currency', { amount: { value: 10.5, currency: 978 } }],
  ['another card', { payment: { creditCard: card('5555555555554444') } }],
  ['another order', { order: { referenceObject: 'Invoice', referenceObjectId: 8 } }],
  ['no order', { order: undefined }],
])('authorize with %s within the duplicate window is approved', async (_difference, more) => {
  const post = postFor(await createMerchantWithWindow())
  const body = { ...cardPayment(), order: { referenceObject: 'Invoice', referenceObjectId: 7 } }
  await post('authorize', body)
  expect((await post('authorize', body)).json.responseCode).toBe('G01')
  expect((await post('authorize', { ...body, ...more })).json.responseCode).toBe('00')
})

test('authorize by a token of the same card within the duplicate window is declined with G01, and approved after a void of the first payment', async () => {
  const merchant = await createMerchantWithWindow()
  const post = postFor(merchant)
  const first = (await post('authorize', cardPayment())).json.transactionId
  const { token } = (await worker.as(merchant.secretKey)('POST', '/v1/tokens', { body: { creditCard: card() } })).json
  expect((await post('authorize', { payment: { token }, amount: { value: 10.5 } })).json.responseCode).toBe('G01')
  await post('void', { transactionId: first })
  expect((await post('authorize', cardPayment())).json.responseCode).toBe('00')
})

test('ten equal authorizes at once within the duplicate window: one is approved, nine are declined with G01', async () => {
  const post = postFor(await createMerchantWithWindow())
  const responses = await Promise.all(Array.from({ length: 10 }, () => post('authorize', cardPayment())))
  expect(responses.filter(({ json }) => json.responseCode === '00')).toHaveLength(1)
  expect(responses.filter(({ json }) => json.responseCode === 'G01')).toHaveLength(9)
})
