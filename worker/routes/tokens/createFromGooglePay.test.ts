import { expect, test } from 'vitest'
import { makeTestWalletPayload } from '../../../widget/encrypt/testWalletPayload.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { tokenPayment, createMerchant, countRows, startWorker, testClock } from '../../testing/merchant.ts'
import { recordRequests } from '../transactions/fixtures/recordRequests.ts'

const { processor, requests } = recordRequests(inMemoryAcquirer().processor)
const worker = startWorker({ processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)

const fifteenMinutes = 15 * 60_000

const payload = (more: object = {}) =>
  makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230', ...more })
const tokenize = (digitalPayPayment: object, by = worker.as(merchant.publishableKey)) =>
  by('POST', '/v1/tokens', { body: { digitalPayPayment } })
const authorize = (token: string, by = call): Promise<ApiResponse> =>
  by('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })
const authorizeByPayload = (digitalPayPayment: object) =>
  call('POST', '/v1/transactions/authorize', { body: { payment: { digitalPayPayment }, amount: { value: 10.5 } } })

const format = 'payment envelope that is valid, for this account, and was not used before'
const invalidPayload = (field: string) => [{ type: 'format_invalid', message: { field, details: { format } } }]

/** The row of a token. Its id is the first half of the token. */
const tokenRow = async (token: string) =>
  (await merchant.rows('SELECT * FROM tokens WHERE id = ?', token.slice(0, 22)))[0]
/** The instrument and the address of the last request to the processor. */
const lastRequest = () => {
  const { instrument, avs } = requests.at(-1)
  return { instrument, avs }
}

test.each(['ECv1', 'ECv2'] as const)(
  'authorize by a token of a Google Pay payload of %s sends its device number and cryptogram to the processor',
  async (protocolVersion) => {
    const cryptogram = 'AgAAAAAABk4DWZ4C28yUQAAAAAA='
    const response = await tokenize(
      await payload({ protocolVersion, cryptogram, eciIndicator: '07', postalCode: '46201' }),
    )
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({
      token: expect.stringMatching(/^[0-9A-Za-z]{44}$/),
      network: 'visa',
      accountNumber: '************4242',
      expiry: '1230',
      errors: null,
    })
    const paid = await authorize(response.json.token)
    expect(paid.json).toMatchObject({ responseCode: '00', errors: null })
    expect(lastRequest()).toEqual({
      instrument: {
        kind: 'networkToken',
        wallet: 'googlePay',
        dpan: '4242424242424242',
        expiry: '1230',
        cryptogram,
        eci: '07',
      },
      avs: { postal: '46201' },
    })
    const { json } = await call('GET', `/v1/transactions/${paid.json.transactionId}`)
    expect(json).toMatchObject({ method: 'digitalPayPayment', status: 'authorized', payment: { network: 'visa' } })
  },
)

test('authorize by a token of a Google Pay card on file sends the card without a cryptogram', async () => {
  const onFile = { authMethod: 'PAN_ONLY', nameOnCard: 'José', postalCode: '46205' }
  const { json } = await tokenize(await payload(onFile))
  expect((await authorize(json.token)).json).toMatchObject({ responseCode: '00', errors: null })
  expect(lastRequest()).toEqual({
    instrument: { kind: 'card', pan: '4242424242424242', expiry: '1230', entry: 'ecom', name: 'José' },
    avs: { postal: '46205' },
  })
})

test('authorize by a token of a Google Pay payload deletes the row of the token', async () => {
  const { token } = (await tokenize(await payload())).json
  expect(await tokenRow(token)).toMatchObject({ method: 'digitalPayPayment', sealedCvv: expect.any(String) })
  await authorize(token)
  expect(await tokenRow(token)).toBeUndefined()
})

test('ten tokens and ten payments at once of one Google Pay payload: one returns 200, the others 400', async () => {
  const googlePayload = await payload()
  const before = await countRows(merchant)
  const requestsAtOnce = Array.from({ length: 10 }, () => [
    tokenize(googlePayload),
    authorizeByPayload(googlePayload),
  ]).flat()
  const responses = await Promise.all(requestsAtOnce)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const after = await countRows(merchant)
  expect(after.tokens - before.tokens + after.transactions - before.transactions).toBe(1)
  for (const [index, { status, json }] of responses.entries())
    if (status !== 200)
      expect([status, json.errors]).toMatchObject([
        400,
        invalidPayload(index % 2 === 0 ? 'digitalPayPayment' : 'payment.digitalPayPayment'),
      ])
  expect((await tokenize(googlePayload)).json).toMatchObject({
    token: null,
    errors: invalidPayload('digitalPayPayment'),
  })
})

test.each([
  ['a token, then as a payment', tokenize, authorizeByPayload, 'payment.digitalPayPayment'],
  ['a payment, then as a token', authorizeByPayload, tokenize, 'digitalPayPayment'],
  ['a token, then as a token again', tokenize, tokenize, 'digitalPayPayment'],
] as const)(
  'Google Pay payload sent as %s returns 400 format_invalid the second time',
  async (_order, first, second, field) => {
    const googlePayload = await payload()
    expect((await first(googlePayload)).status).toBe(200)
    const again = await second(googlePayload)
    expect([again.status, again.json.errors]).toMatchObject([400, invalidPayload(field)])
  },
)

test('POST /v1/tokens with an expired, foreign, altered or used Google Pay payload returns the same 400', async () => {
  const used = await payload()
  await tokenize(used)
  const invalid = [
    used,
    await payload({ expiresInMs: -1000 }),
    await payload({ gatewayMerchantId: crypto.randomUUID() }),
    { ...(await payload()), signature: used.signature },
  ]
  const before = await countRows(merchant)
  const responses = await Promise.all(invalid.map((googlePayload) => tokenize(googlePayload)))
  expect(new Set(responses.map(({ status, json }) => `${status} ${JSON.stringify(json.errors)}`)).size).toBe(1)
  expect([responses[0]!.status, responses[0]!.json.errors]).toMatchObject([400, invalidPayload('digitalPayPayment')])
  expect(await countRows(merchant)).toEqual(before)
})

test('token of a Google Pay payload expires after fifteen minutes, and the payload cannot be tokenized again', async () => {
  const clock = testClock()
  const timed = startWorker({ clock, processor: inMemoryAcquirer({ now: clock.now }).processor })
  const googlePayload = await payload()
  const { token } = (await tokenize(googlePayload, timed.as(merchant.publishableKey))).json
  clock.advance(fifteenMinutes + 1000)
  expect((await authorize(token, timed.as(merchant.secretKey))).json.errors).toMatchObject([{ type: 'token_expired' }])
  const again = await tokenize(googlePayload, timed.as(merchant.publishableKey))
  expect(again.json.errors).toMatchObject(invalidPayload('digitalPayPayment'))
})

test('token of a Google Pay payload is stored in a wallet as its card and charged without the cryptogram', async () => {
  const { customers } = (await call('POST', '/v1/customers', { body: {} })).json
  const { token } = (await tokenize(await payload())).json
  const stored = await call('POST', `/v1/customers/${customers[0].id}/wallet`, { body: { token } })
  expect(stored.status).toBe(200)
  const again = { payment: { stored: { customer: customers[0].id } }, amount: { value: 5 } }
  expect((await call('POST', '/v1/transactions/authorize', { body: again })).json.responseCode).toBe('00')
  expect(lastRequest().instrument).toEqual({ kind: 'card', pan: '4242424242424242', expiry: '1230', entry: 'cof' })
})
