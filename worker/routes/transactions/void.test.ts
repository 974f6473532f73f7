import { expect, test } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { errorItem } from './fixtures/errorItem.ts'

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)

const post = (operation: string, body: object) => call('POST', `/v1/transactions/${operation}`, { body })
const capture = (transactionId: string, amount?: number) =>
  post('capture', { transactionId, ...(amount !== undefined && { amount }) })
const credit = (id: string, value?: number) =>
  post('credit', { referenceTransactionId: Number(id), ...(value !== undefined && { amount: { value } }) })
const voidTransaction = (transactionId: string) => post('void', { transactionId })
const closeBatch = () => call('POST', '/v1/batches/close', { body: {} })
const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

const authorize = async (): Promise<string> =>
  (await post('authorize', cardPayment(undefined, { amount: { value: 10 } }))).json.transactionId
const createCapturedPayment = async () => {
  const id = await authorize()
  await capture(id)
  return id
}
const createSettledPayment = async () => {
  const id = await createCapturedPayment()
  await closeBatch()
  return id
}
const createPartlySettledPayment = async () => {
  const id = await authorize()
  await capture(id, 4)
  await closeBatch()
  return id
}

test('void of an authorized payment returns 200, and a second void returns 409 already_voided', async () => {
  const id = await authorize()
  expect((await voidTransaction(id)).json).toMatchObject({ responseCode: '00', amount: 10, avs: null, cvv: null })
  expect(await getTransaction(id)).toMatchObject({ status: 'voided', amountAuthorized: 10, amountCapturable: 0 })
  const again = await voidTransaction(id)
  expect([again.status, errorItem(again)]).toMatchObject([
    409,
    { type: 'already_voided', message: { details: { state: 'voided', allowed: [] } } },
  ])
})

test.each(['91119118634486', '1', '9007199254740993'])(
  'void of unknown transaction %s returns 400 reference_not_found',
  async (id) => {
    const response = await voidTransaction(id)
    expect([response.status, errorItem(response)]).toMatchObject([
      400,
      { type: 'reference_not_found', message: { field: 'transactionId' } },
    ])
  },
)

test('void with several invalid members returns 400 with an error item for each', async () => {
  const response = await post('void', { transactionId: '12x', initiatedByUserId: 'me' })
  expect(response.status).toBe(400)
  expect(response.json.errors.map(({ type, message }: any) => [type, message.field])).toEqual([
    ['type_invalid', 'initiatedByUserId'],
    ['pattern_mismatch', 'transactionId'],
  ])
})

test('void of a captured payment returns 200 before settlement and 409 after settlement', async () => {
  const settled = await createSettledPayment()
  expect((await voidTransaction(settled)).status).toBe(409)
  const captured = await createCapturedPayment()
  expect((await voidTransaction(captured)).status).toBe(200)
})

test('void of a settled payment returns 409 with credit as the allowed operation', async () => {
  const id = await createSettledPayment()
  const { json } = await voidTransaction(id)
  expect(json.errors[0].message.details).toEqual({ state: 'settled', allowed: ['credit'] })
})

test('void of a partly settled payment releases the uncaptured amount and leaves the payment settled', async () => {
  const id = await createPartlySettledPayment()
  expect(await getTransaction(id)).toMatchObject({ status: 'partially_captured', amountSettled: 4 })
  expect((await voidTransaction(id)).json).toMatchObject({ responseCode: '00', amount: 6 })
  expect(await getTransaction(id)).toMatchObject({ status: 'settled', amountCaptured: 4, amountCapturable: 0 })
  expect((await voidTransaction(id)).json.errors[0].type).toBe('already_settled')
})

test('void of the unsettled capture of a partly settled payment returns 200, and of its settled capture 409 already_settled', async () => {
  const id = await createPartlySettledPayment()
  const settled = (await getTransaction(id)).operations[1].transactionId
  const fresh = (await capture(id, 6)).json.transactionId
  expect((await voidTransaction(settled)).json.errors[0].type).toBe('already_settled')
  expect((await voidTransaction(id)).json.errors[0].type).toBe('already_settled')
  expect((await voidTransaction(fresh)).json).toMatchObject({ responseCode: '00', amount: 6 })
  expect(await getTransaction(id)).toMatchObject({
    status: 'partially_captured',
    amountCaptured: 4,
    amountCapturable: 6,
  })
})

test('void of one of three captures makes its amount capturable again', async () => {
  const id = await authorize()
  await nextMillisecond()
  await capture(id, 2)
  await nextMillisecond()
  const middle = (await capture(id, 3.33)).json.transactionId
  await nextMillisecond()
  await capture(id, 4.67)
  await nextMillisecond()
  expect((await getTransaction(id)).status).toBe('captured')
  const voided = await voidTransaction(middle)
  expect(voided.json).toMatchObject({ responseCode: '00', amount: 3.33 })
  const after = await getTransaction(id)
  expect(after).toMatchObject({ status: 'partially_captured', amountCaptured: 6.67, amountCapturable: 3.33 })
  expect(after.operations.map(({ status }: any) => status)).toEqual([
    'approved',
    'approved',
    'voided',
    'approved',
    'approved',
  ])
  expect(errorItem(await capture(id, 3.34)).type).toBe('amount_exceeds_authorized')
  expect((await capture(id, 3.33)).status).toBe(200)
})

test('void of one of two credits makes its amount refundable again', async () => {
  const id = await createCapturedPayment()
  await credit(id, 4)
  const second = (await credit(id, 6)).json.transactionId
  expect((await getTransaction(id)).status).toBe('refunded')
  expect((await voidTransaction(second)).json).toMatchObject({ amount: 6, responseCode: '00' })
  expect(await getTransaction(id)).toMatchObject({ status: 'partially_refunded', amountCredited: 4 })
  expect(errorItem(await voidTransaction(second)).type).toBe('already_voided')
  expect((await credit(id)).json.amount).toBe(6)
})

test('void and capture at once: one returns 200, the other 409', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await authorize()
    // Both requests are in progress at the same time.
    acquirer.faultPlan.add({ fault: { kind: 'delay', ms: 20 } })
    const responses = await Promise.all(
      round % 2 === 0 ? [capture(id), voidTransaction(id)] : [voidTransaction(id), capture(id)],
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { status, amountCaptured } = await getTransaction(id)
    expect([status, amountCaptured]).toEqual(
      acquirer.ledger.entries().filter((entry) => entry.root === id && entry.type === 'capture').length === 1
        ? ['captured', 10]
        : ['voided', 0],
    )
  }
})
