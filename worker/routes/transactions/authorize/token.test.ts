import { afterAll, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import type { ApiResponse } from '../../../testing/merchant.ts'
import { tokenPayment, card, createMerchant, countRows, startWorker, testClock } from '../../../testing/merchant.ts'

// A sweep logs its results.
vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { processor, ledger } = inMemoryAcquirer()
const worker = startWorker({ processor })
const simulated = startWorker()
const merchant = await createMerchant()
const withSecretKey = worker.as(merchant.secretKey)
const withPublishableKey = worker.as(merchant.publishableKey)

const createToken = async (creditCard: object = card(), call = withPublishableKey): Promise<string> =>
  (await call('POST', '/v1/tokens', { body: { creditCard } })).json.token
const authorize = (token: string, more: object = {}, call = withSecretKey): Promise<ApiResponse> =>
  call('POST', '/v1/transactions/authorize', { body: tokenPayment(token, more) })
const getTransaction = async (id: string) =>
  (await simulated.as(merchant.secretKey)('GET', `/v1/transactions/${id}`)).json

/** The row of a token. Its id is the first half of the token. */
const tokenRow = async (token: string) =>
  (await merchant.rows('SELECT * FROM tokens WHERE id = ?', token.slice(0, 22)))[0]

const fifteenMinutes = 15 * 60_000

test('authorize by token returns the outcome and the payment of its card', async () => {
  const call = simulated.as(merchant.secretKey)
  const token = await createToken(card('378282246310005', { verificationValue: '0901', postalCode: '46205' }))
  const { json } = await authorize(token, { order: { billTo: { line1: '1 Main St' } } }, call)
  expect(json).toMatchObject({ responseCode: '00', avs: { code: 'N' }, cvv: { code: 'N' } })
  expect((await getTransaction(json.transactionId)).payment).toMatchObject({
    network: 'amex',
    accountNumber: '***********0005',
    expiry: '1230',
  })
  expect((await authorize(await createToken(card('4000000000009995')), {}, call)).json.responseCode).toBe('51')
})

test('authorize by a token of a card without CVV returns CVV result P', async () => {
  expect(
    (await authorize(await createToken({ accountNumber: '4242424242424242', expires: '1230' }))).json,
  ).toMatchObject({
    responseCode: '00',
    cvv: { code: 'P' },
  })
})

test.each([
  ['test-visa-4242', '00', '************4242', 'visa'],
  ['test-mastercard-4444', '00', '************4444', 'mastercard'],
  ['test-declined-0002', '05', '************0002', 'visa'],
  ['test-insufficient-9995', '51', '************9995', 'visa'],
])('authorize by test token %s returns %s each time', async (token, responseCode, accountNumber, network) => {
  const call = simulated.as(merchant.secretKey)
  for (const { json } of [await authorize(token, {}, call), await authorize(token, {}, call)]) {
    expect(json.responseCode).toBe(responseCode)
    expect((await getTransaction(json.transactionId)).payment).toMatchObject({ accountNumber, network })
  }
})

test('authorize by a test token in live mode returns 400 token_not_found', async () => {
  const liveMerchant = await createMerchant({ mode: 'live' })
  const response = await worker.as(liveMerchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: tokenPayment('test-visa-4242'),
  })
  expect(response.status).toBe(400)
  expect(response.json.errors).toMatchObject([{ type: 'token_not_found' }])
})

test.each(['test-visa-4243', 'constructor', 'test-visa-4242x', 'toString'])(
  'authorize by unknown test token %s returns 400 token_not_found',
  async (token) => {
    expect((await authorize(token)).json.errors).toMatchObject([{ type: 'token_not_found' }])
  },
)

test('authorize by a used token returns 400 token_used after an approval and after a decline', async () => {
  const token = await createToken()
  expect((await authorize(token)).json.responseCode).toBe('00')
  const again = await authorize(token)
  expect(again.status).toBe(400)
  expect(again.json.errors).toMatchObject([{ type: 'token_used', message: { field: 'payment.token' } }])
  const declined = await createToken(card('4000000000009995'))
  const call = simulated.as(merchant.secretKey)
  expect((await authorize(declined, {}, call)).json.responseCode).toBe('51')
  expect((await authorize(declined, {}, call)).json.errors).toMatchObject([{ type: 'token_used' }])
})

test('twenty authorizes at once by one token: one is approved, the others return 400 token_used', async () => {
  const token = await createToken()
  const before = await countRows(merchant)
  const sent = ledger.entries().length
  const responses = await Promise.all(Array.from({ length: 20 }, () => authorize(token)))
  const paid = responses.filter(({ status }) => status === 200)
  expect(paid).toHaveLength(1)
  expect(paid[0]?.json.responseCode).toBe('00')
  for (const { status, json } of responses.filter((response) => response !== paid[0])) {
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ type: 'token_used' }])
  }
  expect(ledger.entries()).toHaveLength(sent + 1)
  const after = await countRows(merchant)
  expect(after.transactions - before.transactions).toBe(1)
  expect(after.operations - before.operations).toBe(1)
})

test('authorize by token deletes the row of the token and moves its sealed number to the transaction', async () => {
  const token = await createToken()
  expect(await tokenRow(token)).toMatchObject({
    sealedPan: expect.any(String),
    sealedCvv: expect.any(String),
  })
  const { json } = await authorize(token)
  expect(await tokenRow(token)).toBeUndefined()
  const [stored] = await merchant.rows(
    'SELECT sealedPan, wrappedPanKey, cardId FROM transactions WHERE id = ?',
    Number(json.transactionId),
  )
  expect(stored).toMatchObject({
    sealedPan: expect.any(String),
    wrappedPanKey: expect.any(String),
    cardId: token.slice(0, 22),
  })
})

test('authorize by token that is rejected with 400 does not use the token', async () => {
  const token = await createToken()
  for (const more of [
    { amount: { value: 0 } },
    { referenceTransactionId: 5 },
    { amount: { value: 1.5, currency: 392 } },
    { extra: 1 },
  ]) {
    const before = await countRows(merchant)
    expect((await authorize(token, more)).status).toBe(400)
    expect(await countRows(merchant)).toEqual(before)
  }
  expect((await authorize(token)).json.responseCode).toBe('00')
})

test('authorize by token that is declined for its currency uses the token', async () => {
  const token = await createToken()
  expect((await authorize(token, { amount: { value: 1, currency: 960 } })).json.responseCode).toBe('G07')
  expect(await tokenRow(token)).toBeUndefined()
  expect((await authorize(token)).json.errors).toMatchObject([{ type: 'token_used' }])
})

test('authorize by token deletes its CVV and then returns token_used, and after 15 minutes token_expired', async () => {
  const clock = testClock()
  const timed = startWorker({ processor, clock })
  const secret = timed.as(merchant.secretKey)
  const publishable = timed.as(merchant.publishableKey)
  const [used, late] = [await createToken(card(), publishable), await createToken(card(), publishable)]
  expect((await tokenRow(used))?.['sealedCvv']).toEqual(expect.any(String))
  expect((await authorize(used, {}, secret)).json.responseCode).toBe('00')
  expect(await tokenRow(used)).toBeUndefined()
  const second = await authorize(used, {}, secret)
  expect([second.status, second.json.errors[0].type]).toEqual([400, 'token_used'])
  clock.advance(fifteenMinutes + 1)
  const expired = await authorize(late, {}, secret)
  expect([expired.status, expired.json.errors[0].type]).toEqual([400, 'token_expired'])
})

test.each([
  ['with another second half', (token: string) => token.slice(0, 22) + token.slice(22).split('').toReversed().join('')],
  ['with another first half', (token: string) => token.slice(0, 22).split('').toReversed().join('') + token.slice(22)],
  ['without its last character', (token: string) => token.slice(0, 43)],
  ['with an additional character', (token: string) => `${token}a`],
  ['with a hyphen', (token: string) => `${token.slice(0, 43)}-`],
  ['that was never created', () => 'a'.repeat(44)],
  ['of eight characters', () => '01234567'],
])('authorize by a token %s returns 400 token_not_found', async (_difference, change) => {
  const token = await createToken()
  const before = await countRows(merchant)
  const response = await authorize(change(token))
  expect(response.status).toBe(400)
  expect(response.json.errors).toMatchObject([{ type: 'token_not_found', message: { field: 'payment.token' } }])
  expect(await countRows(merchant)).toEqual(before)
  expect((await authorize(token)).json.responseCode).toBe('00')
})

test('authorize by an unused token of another account returns 400 token_not_found', async () => {
  const callOfOtherMerchant = worker.as((await createMerchant()).secretKey)
  const token = await createToken()
  expect((await authorize(token, {}, callOfOtherMerchant)).json.errors).toMatchObject([{ type: 'token_not_found' }])
  expect((await authorize(token)).json.responseCode).toBe('00')
})

test('authorize by a token of the other mode returns 400 token_not_found', async () => {
  const callInLiveMode = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  const testToken = await createToken()
  const liveToken = await createToken(card(), callInLiveMode)
  expect((await authorize(testToken, {}, callInLiveMode)).json.errors).toMatchObject([{ type: 'token_not_found' }])
  expect((await authorize(liveToken)).json.errors).toMatchObject([{ type: 'token_not_found' }])
  expect((await authorize(testToken)).json.responseCode).toBe('00')
})

test('authorize by token is approved within fifteen minutes and then returns 400 token_expired', async () => {
  const now = Date.now()
  let ahead = 0
  const clock = { now: () => now + ahead }
  const timed = startWorker({ clock, processor: inMemoryAcquirer({ now: clock.now }).processor })
  const [last, late] = [
    await createToken(card(), timed.as(merchant.publishableKey)),
    await createToken(card(), timed.as(merchant.publishableKey)),
  ]
  ahead = fifteenMinutes - 1
  expect((await authorize(last, {}, timed.as(merchant.secretKey))).json.responseCode).toBe('00')
  ahead = fifteenMinutes
  const before = await countRows(merchant)
  const response = await authorize(late, {}, timed.as(merchant.secretKey))
  expect(response.status).toBe(400)
  expect(response.json.errors).toMatchObject([{ type: 'token_expired', message: { field: 'payment.token' } }])
  expect(await countRows(merchant)).toEqual(before)
})

test('sweep deletes the sealed card data of an expired token', async () => {
  const clock = testClock()
  const timed = startWorker({ clock, processor })
  const token = await createToken(card(), timed.as(merchant.publishableKey))
  await timed.sweep()
  expect(await tokenRow(token)).toMatchObject({ sealedPan: expect.any(String), sealedCvv: expect.any(String) })
  clock.advance(fifteenMinutes + 1000)
  await timed.sweep()
  expect(await tokenRow(token)).toMatchObject({ sealedPan: null, sealedCvv: null })
  expect((await authorize(token, {}, timed.as(merchant.secretKey))).json.errors).toMatchObject([
    { type: 'token_expired' },
  ])
})
