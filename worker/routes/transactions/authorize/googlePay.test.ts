import { expect, test } from 'vitest'
import { makeTestWalletPayload } from '../../../../widget/encrypt/testWalletPayload.ts'
import type { Instrument } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import { recordRequests } from '../fixtures/recordRequests.ts'
import { errorItem } from '../fixtures/errorItem.ts'

const { processor, requests } = recordRequests(simulator())
const worker = startWorker({ processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const post = (operation: string, body: object) => call('POST', `/v1/transactions/${operation}`, { body })
const authorize = (payment: object, more: object = {}) => post('authorize', { payment, amount: { value: 5 }, ...more })
const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json
const lastInstrument = () => requests.at(-1).instrument as Instrument

const payload = (more: object = {}) =>
  makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230', ...more })

test.each(['ECv1', 'ECv2'] as const)(
  'authorize by a Google Pay payload of %s sends its device number and cryptogram to the processor',
  async (protocolVersion) => {
    const { json } = await authorize({ digitalPayPayment: await payload({ protocolVersion }) })
    expect(json).toMatchObject({ responseCode: '00', errors: null })
    expect(lastInstrument()).toMatchObject({
      kind: 'networkToken',
      dpan: '4242424242424242',
      expiry: '1230',
      cryptogram: expect.any(String),
      eci: '05',
    })
    expect(await getTransaction(json.transactionId)).toMatchObject({
      method: 'digitalPayPayment',
      status: 'authorized',
      payment: { network: 'visa', accountNumber: '************4242' },
    })
    expect((await post('capture', { transactionId: json.transactionId })).json.responseCode).toBe('00')
  },
)

test('authorize by a Google Pay card on file is processed as a card, with the outcomes of test cards', async () => {
  const onFile = await payload({ accountNumber: '4000000000009995', authMethod: 'PAN_ONLY' })
  expect(
    (await authorize({ digitalPayPayment: { ...onFile, nameOnCard: 'José', postalCode: '46201' } })).json,
  ).toMatchObject({
    responseCode: '51',
    avs: { code: 'A' },
  })
  expect(lastInstrument()).toMatchObject({ kind: 'card', name: 'José', entry: 'ecom' })
})

test('Google Pay payload sent ten times at once is charged once', async () => {
  const digitalPayPayment = await payload()
  const responses = await Promise.all(Array.from({ length: 10 }, () => authorize({ digitalPayPayment })))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const response of [...responses.filter(({ status }) => status !== 200), await authorize({ digitalPayPayment })])
    expect([response.status, errorItem(response)]).toMatchObject([
      400,
      { type: 'format_invalid', message: { field: 'payment.digitalPayPayment' } },
    ])
})

test('authorize by an expired, foreign, altered or used Google Pay payload returns the same 400', async () => {
  const used = await payload()
  await authorize({ digitalPayPayment: used })
  const changed = await payload()
  const invalid = [
    used,
    await payload({ expiresInMs: -1000 }),
    await payload({ gatewayMerchantId: crypto.randomUUID() }),
    { ...changed, signature: used.signature },
  ]
  const responses = await Promise.all(
    invalid.map(async (digitalPayPayment) => {
      const { status, json } = await authorize({ digitalPayPayment })
      return [status, JSON.stringify(json.errors)]
    }),
  )
  expect(new Set(responses.map(String)).size).toBe(1)
  expect(responses[0]![0]).toBe(400)
})

test('Google Pay payload of a rejected authorize can be used again', async () => {
  const digitalPayPayment = await payload()
  expect((await authorize({ digitalPayPayment }, { referenceTransactionId: 1 })).status).toBe(400)
  expect((await authorize({ digitalPayPayment })).json.responseCode).toBe('00')
})

test('authorize by a Google Pay payload in live mode without configured keys returns 400 format_invalid', async () => {
  const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  const body = { payment: { digitalPayPayment: await payload() }, amount: { value: 5 } }
  expect(errorItem(await live('POST', '/v1/transactions/authorize', { body })).type).toBe('format_invalid')
})
