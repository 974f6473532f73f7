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
const pathOf = (customer: string, what: 'export' | 'erase') => `/v1/customers/${customer}/${what}`
const exported = (customer: string, by: Call = call) => by('GET', pathOf(customer, 'export'))

test('has everything of its customer, and nothing of a neighbour, of the other mode or of another account', async () => {
  const one = await newPerson(call, merchant)
  const neighbour = await newPerson(call, merchant)
  const { status, json, text } = await exported(one.id)
  expect(status).toBe(200)
  expect(v.is(v.strictObject(exportCustomer.answer.entries), json)).toBe(true)
  expect(json.customer).toMatchObject({ id: one.id, ...customerWith(one.marker), deleted: null })
  expect(json.customer.created).toMatch(/^\d{4}-.*Z$/)
  expect(json.wallet.map((entry: any) => [entry.id, entry.accountNumber, entry.expiry, entry.address])).toEqual([
    [one.entries[1], '*******4527', '', { ...addressWith(one.marker), country: '' }],
    [one.entries[0], '************6467', '0831', { ...addressWith(one.marker), country: '' }],
  ])
  expect(json.transactions.map(({ transactionId }: any) => transactionId)).toEqual(one.payments.toReversed())
  for (const { order: stored, accountNumber } of json.transactions) {
    expect(stored).toMatchObject({ billTo: addressWith(one.marker), email: `${one.marker}@order.example` })
    expect(accountNumber).toMatch(/^\*+(6467|4527)$/)
  }
  expect(text).toContain('"referenceObjectId":9007199254740993,')
  expect(json.moreTransactions).toBeNull()
  expect(json.subscriptions).toMatchObject([
    {
      customerSubscriptionId: one.subscription,
      status: 'active',
      totalAmount: 10.5,
      taxAmount: 0.5,
      bills: [{ period: 0, status: 'paid', amount: 10.5, transactionId: one.captured }],
    },
  ])
  expect(json.notes).toMatchObject([{ action: 'wallet.default', detail: { customer: one.id, wallet: one.entries[0] } }])
  for (const other of [neighbour.marker, neighbour.id, ...neighbour.payments, neighbour.subscription])
    expect(text).not.toContain(other)
  expect((await exported(one.id, live)).status).toBe(404)
  expect((await exported(one.id, otherAccount)).status).toBe(404)
})

test('of a customer of live mode is the live key’s alone', async () => {
  const { id } = (await live('POST', '/v1/customers', { body: { firstName: 'Ada' } })).json.customers[0]
  expect((await exported(id, live)).json).toMatchObject({
    customer: { firstName: 'Ada' },
    wallet: [],
    transactions: [],
  })
  expect((await exported(id)).status).toBe(404)
})

test('has no card number, security code, secret or sealed value in it', async () => {
  const { id, entries, payments } = await newPerson(call, merchant)
  const { text } = await exported(id)
  const hidden = [pan, bank.accountNumber, bank.routingNumber, merchant.secretKey, 'sealed', 'fingerprint']
  for (const table of ['walletEntries', 'transactions'])
    for (const row of await merchant.rows(`SELECT * FROM ${table} WHERE customer = ?`, id))
      hidden.push(...[row['sealedPan'], row['wrappedPanKey'], row['fingerprint'], row['cardId']].filter(Boolean))
  // Payments with a stored method leave its sealed card where it is.
  expect(hidden.length).toBe(6 + 4 * entries.length + 2 * payments.length)
  for (const value of hidden) expect(text).not.toContain(value)
})

test('has a deleted customer, too, with the payment methods that it had', async () => {
  const { id, marker, entries } = await newPerson(call, merchant)
  expect((await call('DELETE', `/v1/customers/${id}`)).status).toBe(200)
  const { customer, wallet, transactions } = (await exported(id)).json
  expect(customer).toMatchObject({ firstName: `first ${marker}`, deleted: expect.stringMatching(/Z$/) })
  expect(wallet).toMatchObject(
    entries.toReversed().map((entry) => ({ id: entry, deleted: expect.stringMatching(/Z$/), default: false })),
  )
  expect(transactions).toHaveLength(4)
})

test('needs the scopes of all that it shows, and says which is missing', async () => {
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
