import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { tokenPayment, card, createMerchant, countRows, startWorker } from '../../testing/merchant.ts'

const worker = startWorker({ processor: inMemoryAcquirer().processor })
const merchant = await createMerchant()
const withSecretKey = worker.as(merchant.secretKey)
const withPublishableKey = worker.as(merchant.publishableKey)

const tokenize = (creditCard: object, call = withPublishableKey): Promise<ApiResponse> =>
  call('POST', '/v1/tokens', { body: { creditCard } })
const authorize = (token: string): Promise<ApiResponse> =>
  withSecretKey('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })

const fifteenMinutes = 15 * 60_000

test.each([
  ['publishable', withPublishableKey],
  ['secret', withSecretKey],
])('POST /v1/tokens with a %s key returns a token and the card details for display', async (_kind, call) => {
  const before = Date.now()
  const response = await tokenize(
    card('5555555555554444', { expires: '12/2030', nameOnCard: 'José Ñandú 王小明', postalCode: '46201' }),
    call,
  )
  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    requestId: response.headers.get('x-request-id'),
    token: expect.stringMatching(/^[0-9A-Za-z]{44}$/),
    network: 'mastercard',
    accountNumber: '************4444',
    expiry: '1230',
    expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    errors: null,
  })
  const lifetime = Date.parse(response.json.expiresAt) - before
  expect(lifetime).toBeGreaterThanOrEqual(fifteenMinutes)
  expect(lifetime).toBeLessThan(fifteenMinutes + 10_000)
  expect((await authorize(response.json.token)).json).toMatchObject({
    responseCode: '00',
    cvv: { code: 'M' },
    avs: { code: 'Y' },
  })
})

type InvalidRequest = readonly [description: string, body: object, ...errors: (readonly [string, string | null])[]]

const invalid: readonly InvalidRequest[] = [
  [
    'a card number that fails Luhn',
    { creditCard: card('4242424242424241') },
    ['card_number_invalid', 'creditCard.accountNumber'],
  ],
  [
    'a card number of zeros',
    { creditCard: card('0000000000000000') },
    ['card_number_invalid', 'creditCard.accountNumber'],
  ],
  ['an expiry in 2090', { creditCard: card(undefined, { expires: '1290' }) }, ['expiry_invalid', 'creditCard.expires']],
  ['a past expiry', { creditCard: card(undefined, { expires: '1224' }) }, ['expiry_past', 'creditCard.expires']],
  [
    'an invalid number and a past expiry',
    { creditCard: card('4242424242424241', { expires: '1224' }) },
    ['card_number_invalid', 'creditCard.accountNumber'],
    ['expiry_past', 'creditCard.expires'],
  ],
  ['expiry month 13', { creditCard: card(undefined, { expires: '1330' }) }, ['expiry_invalid', 'creditCard.expires']],
  ['a card number of 6 digits', { creditCard: card('424242') }, ['length_invalid', 'creditCard.accountNumber']],
  [
    'a name of 101 characters',
    { creditCard: card(undefined, { nameOnCard: 'x'.repeat(101) }) },
    ['length_invalid', 'creditCard.nameOnCard'],
  ],
  [
    'a CVV of letters',
    { creditCard: card(undefined, { verificationValue: 'abc' }) },
    ['pattern_mismatch', 'creditCard.verificationValue'],
  ],
  ['no payment method', {}, ['payment_method_required', null]],
  [
    'a card and a check',
    { creditCard: card(), check: { accountNumber: '1234567', routingNumber: '021000021' } },
    ['payment_method_ambiguous', null],
  ],
]

test.each(
  invalid.map(
    ([description, body, ...errors]) => [description, errors.map(([type]) => type).join(', '), body, errors] as const,
  ),
)('POST /v1/tokens with %s returns 400 %s and stores nothing', async (_description, _types, body, errors) => {
  const before = await countRows(merchant)
  const response = await withPublishableKey('POST', '/v1/tokens', { body })
  expect(response.status).toBe(400)
  expect(response.json.errors.map((item: any) => [item.type, item.message.field])).toEqual(errors)
  expect(response.json.token).toBeNull()
  expect(response.text).not.toContain('424242')
  expect(await countRows(merchant)).toEqual(before)
})

test('a publishable key returns 403 at each endpoint that is not publishable', async () => {
  for (const { method, path } of endpoints.filter(({ publishable }) => publishable !== true))
    expect([path, (await withPublishableKey(method, path.replace(/\{[A-Za-z]+\}/g, '12345678'))).status]).toEqual([
      path,
      403,
    ])
})
