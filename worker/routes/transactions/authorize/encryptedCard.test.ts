import { expect, test } from 'vitest'
import type { PlainCard } from '../../../../widget/encrypt/encryptCard.ts'
import { encryptCard } from '../../../../widget/encrypt/encryptCard.ts'
import { inMemoryAcquirer } from '../../../proof/acquirer/memory.ts'
import type { ApiResponse, Call } from '../../../testing/merchant.ts'
import { cardPayment, card, createMerchant, countRows, startWorker } from '../../../testing/merchant.ts'

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const withSecretKey = worker.as(merchant.secretKey)
const withPublishableKey = worker.as(merchant.publishableKey)

const getKeys = async (call: Call) => (await call('GET', '/v1/encryptionkeys')).json
const encrypt = async (plain: PlainCard = card(), call = withPublishableKey): Promise<string> =>
  encryptCard(plain, await getKeys(call))
const authorize = (creditCardEncrypted: string, more: object = {}, call = withSecretKey): Promise<ApiResponse> =>
  call('POST', '/v1/transactions/authorize', {
    body: { payment: { creditCardEncrypted }, amount: { value: 10.5 }, ...more },
  })

/** A response without the members that differ each time. */
const comparable = ({
  requestId: _r,
  transactionId: _t,
  authCode: _a,
  latency: _l,
  ...rest
}: Record<string, unknown>) => rest

test('authorize by an encrypted card returns the same response and payment as by the plain card', async () => {
  const creditCard = card('5555555555554444', { nameOnCard: 'MARKER', postalCode: '46201' })
  const more = { order: { billTo: { line1: '1 Main St' }, metadata: { cart: '7' } } }
  const [plain, encrypted] = [
    await withSecretKey('POST', '/v1/transactions/authorize', {
      body: { ...cardPayment(), payment: { creditCard }, ...more },
    }),
    await authorize(await encrypt(creditCard), more),
  ]
  expect(encrypted.json.responseCode).toBe('00')
  expect(comparable(encrypted.json)).toEqual(comparable(plain.json))

  const [plainPayment, encryptedPayment] = await Promise.all(
    [plain, encrypted].map(
      async ({ json }) => (await withSecretKey('GET', `/v1/transactions/${json.transactionId}`)).json,
    ),
  )
  const { networkTransactionId: _network, ...payment } = plainPayment.payment
  expect(encryptedPayment.payment).toMatchObject(payment)
  expect(encryptedPayment.payment).toMatchObject({ network: 'mastercard', accountNumber: '************4444' })
})

test('authorize by an encrypted card stores the same fingerprint as by the plain card', async () => {
  const [plain, encrypted] = [
    await withSecretKey('POST', '/v1/transactions/authorize', { body: cardPayment() }),
    await authorize(await encrypt()),
  ]
  const rows = await merchant.rows(
    'SELECT method, fingerprint, last4 FROM transactions WHERE id IN (?, ?)',
    Number(plain.json.transactionId),
    Number(encrypted.json.transactionId),
  )
  expect(rows[0]).toMatchObject({ method: 'creditCard', last4: '4242' })
  expect(rows[1]).toEqual(rows[0])
})

test('authorize by an encrypted card is sent to the processor with entry ecom', async () => {
  const entries: string[] = []
  const { processor } = inMemoryAcquirer()
  const recordingWorker = startWorker({
    processor: {
      ...processor,
      authorize: (operation, reference) => {
        if (operation.instrument.kind === 'card') entries.push(operation.instrument.entry)
        return processor.authorize(operation, reference)
      },
    },
  })
  await authorize(await encrypt(), {}, recordingWorker.as(merchant.secretKey))
  await recordingWorker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: cardPayment() })
  expect(entries).toEqual(['ecom', 'manual'])
})

test('authorize by an encrypted card is declined with 51, 14 and 54 like a plain card', async () => {
  const call = startWorker().as(merchant.secretKey)
  expect((await authorize(await encrypt(card('4000000000009995')), {}, call)).json.responseCode).toBe('51')
  expect((await authorize(await encrypt(card('4242424242424241')), {}, call)).json.responseCode).toBe('14')
  const expired = await authorize(await encrypt(card(undefined, { expires: '0120' })), {}, call)
  expect(expired.json.responseCode).toBe('54')
})

test('authorize by an encrypted card returns CVV result M with a CVV and P without', async () => {
  const { verificationValue: _cvv, ...cardWithoutCvv } = card()
  expect((await authorize(await encrypt())).json.cvv.code).toBe('M')
  expect((await authorize(await encrypt(cardWithoutCvv))).json.cvv.code).toBe('P')
})

const format = 'compact JWE of a credit card, with iat in its protected header'

/** One invalid value of each kind. The tests of the vault have all others. */
const invalidValues: Readonly<Record<string, () => string | Promise<string>>> = {
  'an empty string': () => '',
  'five meaningless parts': () => 'a.b.c.d.e',
  'a string above 8 KiB': () => 'x'.repeat(8193),
  'a plain card': () => JSON.stringify(card()),
  'a JWE with an altered tag': async () => {
    const jwe = await encrypt()
    return jwe.replace(/.{22}$/, 'A'.repeat(22))
  },
  'a JWE for the key of another account': async () =>
    encrypt(card(), worker.as((await createMerchant()).publishableKey)),
  'a JWE for the key of live mode': async () =>
    encrypt(card(), worker.as((await merchant.issue('sk', { mode: 'live' })).key)),
  'a JWE with an unknown kid': async () => {
    const { keys } = await getKeys(withPublishableKey)
    return encryptCard(card(), { keys: [{ ...keys[0], kid: 'unknown' }] })
  },
  'a JWE of a card with one invalid member': () => encrypt(card(undefined, { expires: '1330' })),
  'a JWE of a card with two invalid members': () => encrypt({ accountNumber: '4242', expires: '1' }),
}

test.each(Object.entries(invalidValues))(
  'authorize with %s as encrypted card returns 400 format_invalid',
  async (_value, make) => {
    const value = await make()
    const before = await countRows(merchant)
    const sent = acquirer.ledger.entries().length
    const { status, json } = await authorize(value)
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      {
        type: 'format_invalid',
        message: {
          text: `payment.creditCardEncrypted must have the format ${format}.`,
          field: 'payment.creditCardEncrypted',
          code: 'format_invalid',
          docs: 'https://pay.test/errors#format_invalid',
          details: { format },
        },
      },
    ])
    expect(await countRows(merchant)).toEqual(before)
    expect(acquirer.ledger.entries()).toHaveLength(sent)
  },
)

test('authorize by a card encrypted for another account returns 400 format_invalid for an account without a key', async () => {
  const newMerchant = await createMerchant()
  const response = await authorize(await encrypt(), {}, worker.as(newMerchant.secretKey))
  expect(response.json.errors).toMatchObject([{ type: 'format_invalid' }])
})

test('authorize with an object as encrypted card returns 400 type_invalid', async () => {
  const response = await withSecretKey('POST', '/v1/transactions/authorize', {
    body: { payment: { creditCardEncrypted: { protected: 'x' } }, amount: { value: 1 } },
  })
  expect(response.json.errors).toMatchObject([
    { type: 'type_invalid', message: { field: 'payment.creditCardEncrypted' } },
  ])
})
