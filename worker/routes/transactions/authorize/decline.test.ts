import { expect, test } from 'vitest'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import { cardPayment, card, createMerchant, gatewayOrigin, startWorker } from '../../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const authorize = (body: unknown) => call('POST', '/v1/transactions/authorize', { body })
const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

test.each([
  ['4000000000000002', '05', 'Do not honor', 'do_not_honor', 'later'],
  ['4000000000009995', '51', 'Insufficient funds', 'insufficient_funds', 'later'],
  ['4000000000009987', '41', 'Lost card', 'lost_card', 'never'],
  ['4000000000009979', '43', 'Stolen card', 'stolen_card', 'never'],
  ['4000000000000069', '54', 'Expired card', 'expired_card', 'other_method'],
  ['4000000000000127', '82', 'CVV incorrect', 'incorrect_cvc', 'other_method'],
  ['4000000000000119', '96', 'System malfunction', 'processing_error', 'later'],
  ['4100000000000019', '59', 'Suspected fraud', 'fraudulent', 'never'],
  ['4000003900000015', '01', 'Refer to card issuer', 'call_issuer', 'contact_issuer'],
  ['4000003900000148', '14', 'Invalid card number', 'invalid_number', 'other_method'],
  ['4000003900000619', '61', 'Exceeds amount limit', 'withdrawal_count_limit_exceeded', 'later'],
  ['4000003900000916', '91', 'Issuer unavailable', 'issuer_not_available', 'later'],
  ['4000002500003155', '65', 'Exceeds frequency limit / SCA needed', 'card_velocity_exceeded', 'authenticate'],
])('authorize by test card %s is declined with %s %s', async (number, responseCode, text, code, retry) => {
  const response = await authorize({ ...cardPayment(number), order: { metadata: { cart: '7' } } })
  expect(response.status).toBe(200)
  const { json } = response
  const errors = [
    {
      type: 'card_declined',
      message: { text, field: null, code, docs: `${gatewayOrigin}/errors#card_declined`, details: { retry } },
    },
  ]
  expect(json).toMatchObject({
    responseCode,
    responseText: text,
    authCode: null,
    amount: 10.5,
    metadata: { cart: '7' },
    errors,
  })
  expect(await getTransaction(json.transactionId)).toMatchObject({
    status: 'declined',
    responseCode,
    errors,
    amount: 10.5,
    amountAuthorized: 0,
    amountCapturable: 0,
    expires: null,
    operations: [{ status: 'declined', responseCode }],
  })
})

test.each([
  ['avsReject', 'Y', { postalCode: '10001' }, 'G04', 'AVS rule of the account', 'incorrect_zip'],
  ['cvvReject', 'P', { verificationValue: null }, 'G05', 'CVV rule of the account', 'incorrect_cvc'],
])(
  'account rule %s declines an approval with result %s and reverses it at the acquirer',
  async (rule, result, more, responseCode, text, code) => {
    const { processor, ledger } = inMemoryAcquirer()
    const strict = await createMerchant({ settings: { [rule]: ['N', result] } })
    const call = startWorker({ processor }).as(strict.secretKey)
    const body = { payment: { creditCard: card(undefined, more) }, amount: { value: 1 } }
    const { json } = await call('POST', '/v1/transactions/authorize', { body })
    expect(json).toMatchObject({
      responseCode,
      responseText: text,
      authCode: null,
      amount: 1,
      errors: [{ type: 'gateway_rejected', message: { code, details: { retry: 'other_method' } } }],
    })
    expect(rule === 'avsReject' ? json.avs.code : json.cvv.code).toBe(result)
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed', effects: 1, reversals: 1 })
    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json).toMatchObject({
      status: 'declined',
      responseCode,
      authCode: null,
      amountAuthorized: 0,
      amountCapturable: 0,
      payment: { networkTransactionId: null },
      operations: [
        { type: 'authorize', status: 'declined' },
        { type: 'reversal', status: 'approved' },
      ],
    })
  },
)

test('account rules for other AVS and CVV results leave an approval unchanged', async () => {
  const { processor, ledger } = inMemoryAcquirer()
  const strict = await createMerchant({ settings: { avsReject: ['N', 'A'], cvvReject: ['N'] } })
  const { json } = await startWorker({ processor }).as(strict.secretKey)('POST', '/v1/transactions/authorize', {
    body: cardPayment(),
  })
  expect(json.responseCode).toBe('00')
  expect(ledger.find(json.transactionId)).toMatchObject({ state: 'approved', reversals: 0 })
})

/** When a card of December 2030 has expired in every time zone. */
const expiresAt = Date.UTC(2031, 0, 1, 12)

test.each([
  ['a card number that fails Luhn', '4242424242424241', '1230', expiresAt - 1_800_000, '14', 'invalid_number'],
  ['a card number of zeros', '0000000000000000', '1230', expiresAt - 1_800_000, '14', 'invalid_number'],
  ['a card number of equal digits', '8888888888888888', '1230', expiresAt - 1_800_000, '14', 'invalid_number'],
  [
    'a card number of 20 digits that fails Luhn',
    '42424242424242424241',
    '1230',
    expiresAt - 1_800_000,
    '14',
    'invalid_number',
  ],
  ['an expiry in the past', '4242424242424242', '1130', expiresAt - 1_800_000, '54', 'expired_card'],
  ['an expiry that has passed in every time zone', '4242424242424242', '1230', expiresAt, '54', 'expired_card'],
])(
  'authorize with %s is declined without a processor call',
  async (_card, number, expires, now, responseCode, code) => {
    const { processor, ledger } = inMemoryAcquirer({ now: () => now })
    const call = startWorker({ processor, clock: { now: () => now } }).as(merchant.secretKey)
    const body = { payment: { creditCard: card(number, { expires }) }, amount: { value: 1 } }
    const response = await call('POST', '/v1/transactions/authorize', { body })
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({
      responseCode,
      authCode: null,
      latency: 0,
      avs: null,
      cvv: null,
      errors: [{ type: 'card_declined', message: { code, details: { retry: 'other_method' } } }],
    })
    expect(ledger.entries()).toEqual([])
    expect((await call('GET', `/v1/transactions/${response.json.transactionId}`)).json).toMatchObject({
      status: 'declined',
      responseCode,
      operations: [{ type: 'authorize', status: 'declined' }],
    })
  },
)

test('card is accepted until its expiry month has ended in every time zone', async () => {
  const { processor, ledger } = inMemoryAcquirer({ now: () => expiresAt - 1 })
  const call = startWorker({ processor, clock: { now: () => expiresAt - 1 } }).as(merchant.secretKey)
  const { json } = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
  expect(json.responseCode).toBe('00')
  expect(ledger.entries()).toHaveLength(1)
})

test('authorize in live mode by the simulator is declined with G08', async () => {
  const live = await createMerchant({ mode: 'live' })
  const call = worker.as(live.secretKey)
  for (const number of ['4242424242424242', '4111111111111111', '4000003900000684', '5454545454545454']) {
    const response = await call('POST', '/v1/transactions/authorize', { body: cardPayment(number) })
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({ responseCode: 'G08', authCode: null, errors: [{ type: 'gateway_rejected' }] })
    const read = await call('GET', `/v1/transactions/${response.json.transactionId}`)
    expect(read.json).toMatchObject({ status: 'declined', responseCode: 'G08', amountAuthorized: 0 })
  }
})

test('authorize with strictTestPans declines other cards than the test cards with 14', async () => {
  const strict = worker.as((await createMerchant({ settings: { strictTestPans: true } })).secretKey)
  expect(
    (await strict('POST', '/v1/transactions/authorize', { body: cardPayment('5454545454545454') })).json.responseCode,
  ).toBe('14')
  expect((await strict('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.responseCode).toBe('00')
  expect((await authorize(cardPayment('5454545454545454'))).json.responseCode).toBe('00')
})
