import * as v from 'valibot'
import { expect, test } from 'vitest'
import { exportCustomer } from '#contract/customers/customerData'
import { addressWith, bank, customerWith, newPerson, pan } from '../../testing/fixtures/personalData.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Call } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const otherAccount = worker.as((await createMerchant()).secretKey)
const exported = (customer: string, by: Call = call) => by('GET', `/v1/customers/${customer}/export`)

test('a customer export has all data of the customer, and none of another customer, mode or account', async () => {
  const person = await newPerson(call, merchant)
  const otherCustomer = await newPerson(call, merchant)
  const { status, json, text } = await exported(person.id)
  expect(status).toBe(200)
  expect(v.is(v.strictObject(exportCustomer.response.entries), json)).toBe(true)
  expect(json.customer).toMatchObject({ id: person.id, ...customerWith(person.marker), deleted: null })
  expect(json.customer.created).toMatch(/^\d{4}-.*Z$/)
  expect(json.wallet.map((entry: any) => [entry.id, entry.accountNumber, entry.expiry, entry.address])).toEqual([
    [person.entries[1], '*******4527', '', { ...addressWith(person.marker), country: '' }],
    [person.entries[0], '************6467', '0831', { ...addressWith(person.marker), country: '' }],
  ])
  expect(json.transactions.map(({ transactionId }: any) => transactionId)).toEqual(person.payments.toReversed())
  for (const { order: stored, accountNumber } of json.transactions) {
    expect(stored).toMatchObject({ billTo: addressWith(person.marker), email: `${person.marker}@order.example` })
    expect(accountNumber).toMatch(/^\*+(6467|4527)$/)
  }
  expect(text).toContain('"referenceObjectId":9007199254740993,')
  expect(json.moreTransactions).toBeNull()
  expect(json.subscriptions).toMatchObject([
    {
      customerSubscriptionId: person.subscription,
      status: 'active',
      totalAmount: 10.5,
      taxAmount: 0.5,
      bills: [{ period: 0, status: 'paid', amount: 10.5, transactionId: person.captured }],
    },
  ])
  expect(json.notes).toMatchObject([
    { action: 'wallet.default', detail: { customer: person.id, wallet: person.entries[0] } },
  ])
  for (const other of [otherCustomer.marker, otherCustomer.id, ...otherCustomer.payments, otherCustomer.subscription])
    expect(text).not.toContain(other)
  expect((await exported(person.id, live)).status).toBe(404)
  expect((await exported(person.id, otherAccount)).status).toBe(404)
})

test('a customer export has the order of each payment and of each of its credits', async () => {
  const person = await newPerson(call, merchant)
  const credits: string[] = []
  for (const referenceObjectId of [501, 502]) {
    const body = {
      referenceTransactionId: Number(person.captured),
      amount: { value: 1 },
      order: { referenceObject: 'Return', referenceObjectId },
    }
    credits.push((await call('POST', '/v1/transactions/credit', { body })).json.transactionId)
  }
  const { json } = await exported(person.id)
  expect(v.is(v.strictObject(exportCustomer.response.entries), json)).toBe(true)
  for (const { transactionId, order, creditOrders } of json.transactions) {
    expect(order).toMatchObject({ referenceObject: 'Invoice', email: `${person.marker}@order.example` })
    expect(creditOrders).toEqual(
      transactionId === person.captured
        ? credits.map((id, at) => ({
            transactionId: id,
            order: { referenceObject: 'Return', referenceObjectId: 501 + at },
          }))
        : [],
    )
  }
})

test('export of a live customer returns 200 to a live key and 404 to a test key', async () => {
  const { id } = (await live('POST', '/v1/customers', { body: { firstName: 'Ada' } })).json.customers[0]
  expect((await exported(id, live)).json).toMatchObject({
    customer: { firstName: 'Ada' },
    wallet: [],
    transactions: [],
  })
  expect((await exported(id)).status).toBe(404)
})

test('a customer export contains no card number, account number, secret or sealed value', async () => {
  const { id, entries, payments } = await newPerson(call, merchant)
  const { text } = await exported(id)
  const hidden = [pan, bank.accountNumber, bank.routingNumber, merchant.secretKey, 'sealed', 'fingerprint']
  for (const table of ['walletEntries', 'transactions'])
    for (const row of await merchant.rows(`SELECT * FROM ${table} WHERE customer = ?`, id))
      hidden.push(...[row['sealedPan'], row['wrappedPanKey'], row['fingerprint'], row['cardId']].filter(Boolean))
  // A payment with a stored method has no sealed card of its own.
  expect(hidden.length).toBe(6 + 4 * entries.length + 2 * payments.length)
  for (const value of hidden) expect(text).not.toContain(value)
})

test('export of a deleted customer has the customer and its deleted payment methods', async () => {
  const { id, marker, entries } = await newPerson(call, merchant)
  expect((await call('DELETE', `/v1/customers/${id}`)).status).toBe(200)
  const { customer, wallet, transactions } = (await exported(id)).json
  expect(customer).toMatchObject({ firstName: `first ${marker}`, deleted: expect.stringMatching(/Z$/) })
  expect(wallet).toMatchObject(
    entries.toReversed().map((entry) => ({ id: entry, deleted: expect.stringMatching(/Z$/), default: false })),
  )
  expect(transactions).toHaveLength(4)
})

test('customer export without one of its three scopes returns 403 scope_missing with the scope', async () => {
  const { id } = await newPerson(call, merchant)
  const scopes = ['customers:read', 'transactions:read', 'subscriptions:read'] as const
  for (const missing of scopes) {
    const { key } = await merchant.issue('rk', { scopes: scopes.filter((scope) => scope !== missing) })
    const { status, json } = await exported(id, worker.as(key))
    expect(status).toBe(403)
    expect(json.errors[0]).toMatchObject({ type: 'scope_missing', message: { details: { scope: missing } } })
  }
  expect((await exported(id, worker.as((await merchant.issue('rk', { scopes })).key))).status).toBe(200)
})
