import { expect, test } from 'vitest'
import { cardPayment, card, createMerchant, startWorker } from '../../../testing/merchant.ts'

// Outcomes follow from the test cards of the simulator.

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const authorize = (body: unknown) => call('POST', '/v1/transactions/authorize', { body })
const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

test('approved authorize returns the complete response, and GET returns the same members and more', async () => {
  const before = Date.now()
  const { json } = await authorize({
    payment: { creditCard: card('4242424242424242', { expires: '1/30', postalCode: '46201', nameOnCard: 'A B' }) },
    amount: { value: 10.51 },
    order: { billTo: { line1: '1 Main St' } },
  })
  expect(json).toEqual({
    requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    transactionId: expect.stringMatching(/^[0-9]{14,16}$/),
    authCode: expect.stringMatching(/^[0-9]{6}$/),
    approved: true,
    responseCode: '00',
    responseText: 'Approved',
    latency: expect.any(Number),
    avs: { code: 'A', text: 'Street address matches, but postal code does not match.' },
    cvv: { code: 'M', text: 'CVV matches' },
    amount: 10.51,
    metadata: null,
    errors: null,
  })
  const { requestId, ...outcome } = json
  const transaction = await getTransaction(json.transactionId)
  expect(transaction.requestId).not.toBe(requestId)
  expect(transaction).toMatchObject({
    ...outcome,
    originalTransactionId: json.transactionId,
    type: 'authorize',
    status: 'authorized',
    method: 'creditCard',
    currency: 840,
    amountAuthorized: 10.51,
    amountCapturable: 10.51,
    payment: {
      network: 'visa',
      accountNumber: '************4242',
      expiry: '0130',
      customer: null,
      wallet: null,
      terminal: null,
      initiatedBy: 'customer',
      initial: 'first',
      networkTransactionId: expect.any(String),
    },
    operations: [
      { transactionId: json.transactionId, type: 'authorize', status: 'approved', amount: 10.51, responseCode: '00' },
    ],
    batchId: null,
  })
  const created = Date.parse(transaction.created)
  expect(created).toBeGreaterThanOrEqual(before)
  expect(created).toBeLessThanOrEqual(Date.now())
  expect(Date.parse(transaction.expires) - created).toBeGreaterThanOrEqual(7 * 86_400_000)
  expect(Date.parse(transaction.expires) - created).toBeLessThan(7 * 86_400_000 + 5_000)
})

test.each([
  ['4111111111111111', 'visa', '************1111'],
  ['5555555555554444', 'mastercard', '************4444'],
  ['2223003122003222', 'mastercard', '************3222'],
  ['378282246310005', 'amex', '***********0005'],
  ['6011111111111117', 'discover', '************1117'],
  ['3056930009020004', 'diners', '************0004'],
  ['3566002020360505', 'jcb', '************0505'],
  ['6200000000000005', 'unionpay', '************0005'],
  ['4222222222222', 'visa', '*********2222'],
  ['4444333322221111455', 'visa', '***************1455'],
  ['9999999999999995', 'unknown', '************9995'],
])('approved authorize by card %s is returned as %s with number %s', async (number, network, masked) => {
  const { json } = await authorize(cardPayment(number))
  expect(json.responseCode).toBe('00')
  expect((await getTransaction(json.transactionId)).payment).toMatchObject({ network, accountNumber: masked })
})

test('authorize is approved for any cents of the amount', async () => {
  for (const value of [0.05, 19.99, 12.34, 10.05, 10.51, 10.68])
    expect((await authorize({ ...cardPayment(), amount: { value } })).json).toMatchObject({
      responseCode: '00',
      amount: value,
    })
})

test.each([
  ['a test card for half the amount', { ...cardPayment('4000003900000106'), amount: { value: 10.51 } }, 5.25],
  [
    'a test postal code for 1.23',
    { payment: { creditCard: card(undefined, { postalCode: '46225' }) }, amount: { value: 10.51 } },
    1.23,
  ],
])('authorize with %s returns code 10 and the approved part of the amount', async (_trigger, body, amount) => {
  const { json } = await authorize(body)
  expect(json).toMatchObject({
    responseCode: '10',
    responseText: 'Approved for partial amount',
    amount,
    errors: null,
  })
  expect(json.authCode).toMatch(/^[0-9]{6}$/)
  expect(await getTransaction(json.transactionId)).toMatchObject({
    status: 'authorized',
    amount,
    amountAuthorized: amount,
    amountCapturable: amount,
  })
})
