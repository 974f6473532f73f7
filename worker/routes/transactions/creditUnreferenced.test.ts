import { afterAll, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { errorItem } from './fixtures/errorItem.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)

const post = (operation: string, body: object, by = call) => by('POST', `/v1/transactions/${operation}`, { body })
const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

const credit = (more: object = {}, by = call) =>
  post('credit', { payment: { creditCard: card() }, amount: { value: 5 }, ...more }, by)

test('unreferenced credit to a card is a transaction of its own, and after a void a credit of it returns already_voided', async () => {
  const paid = await credit({ order: { metadata: { why: 'prize' } } })
  expect(paid.json).toMatchObject({ responseCode: '00', amount: 5, metadata: { why: 'prize' }, errors: null })
  const id = paid.json.transactionId
  expect(await getTransaction(id)).toMatchObject({
    type: 'credit',
    status: 'refunded',
    originalTransactionId: id,
    amountAuthorized: 0,
    amountCaptured: 0,
    amountCredited: 5,
    payment: { accountNumber: '************4242' },
  })
  expect(acquirer.ledger.find(id)).toMatchObject({ type: 'credit', approved: '500' })
  expect((await post('void', { transactionId: id })).json.amount).toBe(5)
  expect(await getTransaction(id)).toMatchObject({ status: 'voided', amountCredited: 0 })
  expect(errorItem(await post('credit', { referenceTransactionId: Number(id), amount: { value: 1 } })).type).toBe(
    'already_voided',
  )
})

test('unreferenced credit to cash, a check and a card is approved, and to an invalid card number declined with 14', async () => {
  for (const payment of [{ cash: true }, { check: { accountNumber: '123456789', routingNumber: '021000021' } }])
    expect((await credit({ payment })).json.responseCode).toBe('00')
  expect((await credit({ payment: { creditCard: card('4242424242424241') } })).json.responseCode).toBe('14')
})

test('unreferenced credit without payment and amount returns 400 with an error item for each', async () => {
  const { status, json } = await post('credit', {})
  expect(status).toBe(400)
  expect(json.errors.map(({ type, message }: any) => [type, message.field])).toEqual([
    ['required', 'amount'],
    ['required', 'payment'],
  ])
})

test('unreferenced credit returns 403 scope_missing if the account or the key does not permit it', async () => {
  const strict = await createMerchant({ settings: { unreferencedCredits: false } })
  const rejected = await credit({}, worker.as(strict.secretKey))
  expect([rejected.status, errorItem(rejected).type]).toEqual([403, 'scope_missing'])
  const writer = await merchant.issue('rk', { scopes: ['transactions:write'] })
  expect((await credit({}, worker.as(writer.key))).status).toBe(403)
})

test('unreferenced credit with an unknown outcome returns 504 and is reversed', async () => {
  acquirer.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
  const response = await credit()
  expect(response.status).toBe(504)
  const { transactionId } = errorItem(response).message.details
  expect(await getTransaction(transactionId)).toMatchObject({ status: 'reversed', amountCredited: 0 })
})
