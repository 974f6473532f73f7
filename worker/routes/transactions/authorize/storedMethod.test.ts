import { expect, test } from 'vitest'
import type { Instrument } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { card, createMerchant, startWorker, testClock } from '../../../testing/merchant.ts'
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

const retryAdvice = (response: { json: any }) => errorItem(response).message.details.retry

const createCustomer = async () =>
  (await call('POST', '/v1/customers', { body: { firstName: 'A' } })).json.customers[0].id as string

/** Adds a card to the wallet of a customer and returns the id of the entry. */
const addCard = async (customerId: string, number = '4242424242424242', more: object = {}) => {
  const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card(number) } })).json
  return (await call('POST', `/v1/customers/${customerId}/wallet`, { body: { token, ...more } })).json.wallet[0]
    .id as string
}

test('authorize by a stored method charges the given wallet entry, or the default entry of the given customer', async () => {
  const customerId = await createCustomer()
  const first = await addCard(customerId)
  const second = await addCard(customerId, '5555555555554444')
  for (const [stored, wallet, last4] of [
    [{ customer: customerId }, first, '4242'],
    [{ wallet: second }, second, '4444'],
    [{ customer: customerId, wallet: second }, second, '4444'],
  ] as const) {
    const { json } = await authorize({ stored })
    expect(json.responseCode).toBe('00')
    const { payment, method } = await getTransaction(json.transactionId)
    expect(method).toBe('creditCard')
    expect(payment).toMatchObject({ customer: customerId, wallet, initiatedBy: 'customer', initial: 'subsequent' })
    expect(payment.accountNumber).toBe(`************${last4}`)
  }
  expect(lastInstrument()).toMatchObject({ kind: 'card', pan: '5555555555554444', entry: 'cof' })
  expect(lastInstrument()).not.toHaveProperty('cvv')
})

test('merchant-initiated authorize sends the network transaction id of the first approved payment', async () => {
  const customerId = await createCustomer()
  await addCard(customerId)
  const stored = { customer: customerId, initiatedBy: 'merchant', installment: 3 }
  const log = worker.log.length
  await authorize({ stored })
  expect(worker.log.slice(log).flatMap(({ warnings }) => warnings)).toContain('no_network_transaction_id')
  const first = (await getTransaction((await authorize({ stored })).json.transactionId)).payment.networkTransactionId
  expect(requests.at(-1).credential).toMatchObject({
    initiatedBy: 'merchant',
    initial: 'subsequent',
    reason: 'installment',
    installment: 3,
    // Of the previous payment, which is the first approved one.
    networkTransactionId: expect.stringMatching(/^SIM[0-9]{12}$/),
  })
  expect(requests.at(-1).credential.networkTransactionId).not.toBe(first)
})

test('initialTransactionId of an authorize is a transaction id or a network transaction id', async () => {
  const customerId = await createCustomer()
  await addCard(customerId)
  const first = await authorize({ creditCard: card() })
  const { networkTransactionId } = (await getTransaction(first.json.transactionId)).payment
  const stored = { customer: customerId, initiatedBy: 'merchant', initial: 'used' }
  await authorize({ stored: { ...stored, initialTransactionId: first.json.transactionId } })
  expect(requests.at(-1).credential.networkTransactionId).toBe(networkTransactionId)
  await authorize({ stored: { ...stored, initialTransactionId: 'NET123' } })
  expect(requests.at(-1).credential.networkTransactionId).toBe('NET123')
  // A transaction that no network processed has no network transaction id.
  const declined = (await authorize({ creditCard: card('4242424242424241') })).json.transactionId
  await authorize({ stored: { ...stored, initialTransactionId: declined } })
  expect(requests.at(-1).credential).not.toHaveProperty('networkTransactionId')
})

test('authorize by an expired stored card is declined with 54 if the customer initiates it, and sent to the processor if the merchant does', async () => {
  const clock = testClock()
  const later = startWorker({ processor, clock }).as(merchant.secretKey)
  const customerId = await createCustomer()
  await addCard(customerId)
  clock.advance(Date.parse('2031-02-01T13:00:00Z') - Date.now())
  const by = (initiatedBy: string) =>
    later('POST', '/v1/transactions/authorize', {
      body: { payment: { stored: { customer: customerId, initiatedBy } }, amount: { value: 5 } },
    })
  expect((await by('customer')).json.responseCode).toBe('54')
  expect((await by('merchant')).json.responseCode).toBe('00')
})

test('dunning test card is approved as a typed card and declined with 51 as a stored card', async () => {
  expect((await authorize({ creditCard: card('4000000000000341') })).json.responseCode).toBe('00')
  const customerId = await createCustomer()
  await addCard(customerId, '4000000000000341')
  expect((await authorize({ stored: { customer: customerId } })).json.responseCode).toBe('51')
})

// The dunning schedule of a subscription depends on this advice.
test('decline of a stored card returns its retry advice, and a new default card is approved', async () => {
  const customerId = await createCustomer()
  const charge = () => authorize({ stored: { customer: customerId, initiatedBy: 'merchant' } })
  await addCard(customerId, '4000000000009979')
  expect(retryAdvice(await charge())).toBe('never')
  for (const [number, retry] of [
    ['4000000000009995', 'later'],
    ['4000000000000119', 'later'],
    ['4000003900000544', 'other_method'],
  ] as const) {
    await addCard(customerId, number, { default: true })
    expect(retryAdvice(await charge())).toBe(retry)
  }
  await addCard(customerId, '4242424242424242', { default: true })
  expect((await charge()).json).toMatchObject({ responseCode: '00', errors: null })
})

test('authorize by an unknown customer or wallet entry returns 400 with the field of the unknown id', async () => {
  const [customerId, other] = [await createCustomer(), await createCustomer()]
  const wallet = await addCard(customerId)
  const none = crypto.randomUUID()
  for (const [stored, type, field] of [
    [{ customer: none }, 'customer_not_found', 'payment.stored.customer'],
    [{ customer: other }, 'wallet_not_found', 'payment.stored.wallet'],
    [{ wallet: none }, 'wallet_not_found', 'payment.stored.wallet'],
    [{ customer: other, wallet }, 'wallet_not_of_customer', 'payment.stored.wallet'],
  ] as const) {
    const response = await authorize({ stored })
    expect([response.status, errorItem(response)]).toMatchObject([400, { type, message: { field } }])
  }
  const callOfOtherMerchant = worker.as((await createMerchant()).secretKey)
  const body = { payment: { stored: { wallet } }, amount: { value: 5 } }
  expect(errorItem(await callOfOtherMerchant('POST', '/v1/transactions/authorize', { body })).type).toBe(
    'wallet_not_found',
  )
})
