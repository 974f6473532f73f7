import { expect, test } from 'vitest'
import type { Instrument } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { tokenPayment, card, createMerchant, startWorker } from '../../../testing/merchant.ts'
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

const bank = { accountNumber: '123456789', routingNumber: '021000021' }
const verification = { dob: '1990-02-28', ssn: '1234', driversLicense: { number: 'D123', state: 'NY' } }

test('authorize by check captures at once, and sends the identity of the holder to the processor without storing it', async () => {
  const { json } = await authorize({
    check: { ...bank, name: 'A. Bee', checkNumber: '42', accountType: 'BUSINESSCHECKING', verification },
  })
  expect(json).toMatchObject({ responseCode: '00', authCode: null, avs: null, cvv: null, errors: null })
  expect(lastInstrument()).toEqual({
    kind: 'check',
    routing: '021000021',
    account: '123456789',
    accountType: 'businessChecking',
    name: 'A. Bee',
    number: '42',
    verification,
  })
  expect(requests.at(-1).capture).toBe('now')
  const read = await getTransaction(json.transactionId)
  expect(read).toMatchObject({
    method: 'check',
    status: 'captured',
    amountCaptured: 5,
    expires: null,
    payment: { network: 'ach', accountNumber: '*****6789', expiry: '' },
    operations: [
      { type: 'authorize', status: 'approved' },
      { type: 'capture', status: 'approved', amount: 5 },
    ],
  })
  const rows = JSON.stringify([
    await merchant.rows('SELECT * FROM transactions WHERE account = ?', merchant.id),
    await merchant.rows('SELECT * FROM operations WHERE account = ?', merchant.id),
  ])
  for (const secret of ['123456789', '021000021', '1990-02-28', 'D123', 'A. Bee']) expect(rows).not.toContain(secret)
})

test.each([
  ['an invalid check digit of the routing number', 'R28', { routingNumber: '021000022' }],
  ['an unknown Canadian institution', 'R13', { routingNumber: '12345998' }],
  ['a closed bank account', 'R02', { accountNumber: '998000002' }],
])('authorize by check with %s is declined with %s', async (_reason, code, more) => {
  const response = await authorize({ check: { ...bank, ...more } })
  expect(response.status).toBe(200)
  expect(response.json).toMatchObject({ responseCode: code, errors: [{ type: 'check_declined' }] })
  expect((await getTransaction(response.json.transactionId)).status).toBe('declined')
})

test('authorize by check above 5000.00 in test mode is declined with G06', async () => {
  const check = { check: bank }
  expect((await authorize(check, { amount: { value: 5000.01 } })).json.responseCode).toBe('G06')
  expect((await authorize(check, { amount: { value: 5000 } })).json.responseCode).toBe('00')
})

test('void and credit of a check are approved before settlement', async () => {
  const one = (await authorize({ check: bank })).json.transactionId
  expect((await post('void', { transactionId: one })).json.responseCode).toBe('00')
  expect(await getTransaction(one)).toMatchObject({ status: 'voided', amountCaptured: 0 })
  const other = (await authorize({ check: bank })).json.transactionId
  const credited = await post('credit', { referenceTransactionId: Number(other) })
  expect(credited.json).toMatchObject({ responseCode: '00', amount: 5 })
})

test('authorize by a token of a check sends the identity of the holder to the processor and uses the token', async () => {
  const { token } = (await call('POST', '/v1/tokens', { body: { check: { ...bank, verification } } })).json
  const { json } = await post('authorize', tokenPayment(token))
  expect(json.responseCode).toBe('00')
  expect(lastInstrument()).toMatchObject({ kind: 'check', account: '123456789', verification })
  expect(await getTransaction(json.transactionId)).toMatchObject({ method: 'check', status: 'captured' })
  expect(errorItem(await post('authorize', tokenPayment(token))).type).toBe('token_used')
})

test('authorize by cash captures at once', async () => {
  const { json } = await authorize({ cash: true })
  expect(json).toMatchObject({ responseCode: '00', authCode: null, avs: null, cvv: null })
  expect(lastInstrument()).toEqual({ kind: 'cash' })
  expect(await getTransaction(json.transactionId)).toMatchObject({
    method: 'cash',
    status: 'captured',
    payment: { network: null, accountNumber: null, expiry: null },
  })
})

test('authorize with cash false and no other source returns 400 payment_method_required', async () => {
  expect(errorItem(await authorize({ cash: false })).type).toBe('payment_method_required')
  expect((await authorize({ cash: false, creditCard: card() })).json.responseCode).toBe('00')
})
