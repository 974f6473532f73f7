import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import type { BatchOutcome } from '../../testing/database/brokenDatabase.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { listErrors, walletFixture } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = walletFixture(merchant, worker.as(merchant.secretKey))
const { call, newCustomer, newWallet, readCustomer, putCustomer, deleteCustomer, entryRow, pay, subscribe } = shop

const counter = async () =>
  (
    await merchant.rows(
      "SELECT total FROM counters WHERE account = ? AND mode = 'test' AND name = 'customers'",
      merchant.id,
    )
  )[0]!['total']

test('a deleted customer is in no list, loses its sealed cards, returns 404, and is no longer charged', async () => {
  const { customer, entries } = await newWallet(2)
  const paid = await pay({ customer })
  expect(paid.status).toBe(200)
  const total = async () => Number((await call('GET', '/v1/customers?pageSize=1')).headers.get('x-total-count'))
  const before = await total()
  const response = await deleteCustomer(customer)
  expect(response.status).toBe(200)
  expect(response.json).toEqual({ requestId: response.headers.get('x-request-id'), errors: null })
  expect(await total()).toBe(before - 1)
  const list = await call('GET', '/v1/customers')
  expect(list.json.customers.map(({ id }: { id: string }) => id)).not.toContain(customer)
  for (const id of entries)
    expect(await entryRow(id)).toMatchObject({
      sealedPan: null,
      wrappedPanKey: null,
      isDefault: 0,
      deleted: expect.any(Number),
    })
  for (const rejected of [
    await readCustomer(customer),
    await putCustomer(customer, { firstName: 'Ada' }),
    await shop.listWallet(customer),
    await shop.addEntry(customer, 'test-visa-4242'),
    await shop.putEntry(customer, entries[0]!, { default: true }),
    await shop.deleteEntry(customer, entries[0]!),
    await deleteCustomer(customer),
  ])
    expect(rejected.status).toBe(404)
  expect(listErrors(await pay({ customer }))).toEqual([['customer_not_found', 'payment.stored.customer']])
  for (const id of entries)
    expect(listErrors(await pay({ wallet: id }))).toEqual([['wallet_not_found', 'payment.stored.wallet']])
  expect((await shop.auditEntries(customer)).slice(1)).toEqual([['customer.deleted', undefined]])
  const payment = await call('GET', `/v1/transactions/${paid.json.transactionId}`)
  expect(payment.json.payment).toMatchObject({ accountNumber: '************4242', customer, wallet: entries[0] })
})

test('of fifty deletions of a customer at once, one returns 200 and 49 return 404; the customer is counted once', async () => {
  const { customer } = await newWallet(2)
  const before = await counter()
  const responses = await Promise.all(Array.from({ length: 50 }, () => deleteCustomer(customer)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 49 }, () => 404)])
  expect(await counter()).toBe(before - 1)
  expect((await shop.auditEntries(customer)).filter(([action]) => action === 'customer.deleted')).toHaveLength(1)
})

test('deleting a customer while wallet entries are added leaves no entry that can be charged', async () => {
  const customer = await newCustomer()
  const [, ...added] = await Promise.all([
    deleteCustomer(customer),
    ...Array.from({ length: 10 }, (_, index) => shop.addEntry(customer, 'test-visa-4242', index % 2 === 0)),
  ])
  expect(added.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
  const rows = await merchant.rows(
    'SELECT sealedPan, wrappedPanKey, isDefault FROM walletEntries WHERE customer = ?',
    customer,
  )
  for (const row of rows) expect(row).toEqual({ sealedPan: null, wrappedPanKey: null, isDefault: 0 })
  expect(await merchant.rows('SELECT stored FROM customers WHERE id = ?', customer)).toEqual([{ stored: 0 }])
})

test.each<[BatchOutcome, number, number]>([
  ['fails before', 200, 200],
  ['fails after', 404, 404],
])(
  'deleting a customer is atomic and returns 503 when the database %s the write',
  async (fate, readStatus, repeatedStatus) => {
    const { customer, entries } = await newWallet(1)
    const { d1 } = faultyDatabase(bindings.DB_00, (batch) => (batch > 1 ? fate : 'runs'))
    const broken = walletFixture(merchant, startWorker({}, { DB_00: d1 }).as(merchant.secretKey))
    expect((await broken.deleteCustomer(customer)).status).toBe(503)
    expect((await readCustomer(customer)).status).toBe(readStatus)
    expect((await entryRow(entries[0]!))['sealedPan'] === null).toBe(readStatus === 404)
    expect((await deleteCustomer(customer)).status).toBe(repeatedStatus)
  },
)

/** Inserts a bill of the current period. */
const insertBill = async (subscription: string, columns: { status: string; asking: number; again: number | null }) => {
  const paid = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
  await merchant.run(
    `INSERT INTO bills (subscription, period, account, mode, status, date, currency, total, tax, surcharge, shipping, asking, extra, transactionId, again, created, updated)
     VALUES (?, 0, ?, 'test', ?, '2026-11-20', 840, 1000, 0, 0, 0, ?, 1, ?, ?, 0, 0)`,
    subscription,
    merchant.id,
    columns.status,
    columns.asking,
    Number(paid.json.transactionId),
    columns.again,
  )
}
const billRow = async (subscription: string) =>
  (await merchant.rows('SELECT status, asking, again FROM bills WHERE subscription = ?', subscription))[0]
const soon = 4_000_000_000_000

test.each<[string, object, Parameters<typeof insertBill>[1] | null, number | null, object | undefined]>([
  ['an active subscription', { status: 'active' }, null, null, undefined],
  ['a paused subscription', { status: 'paused', due: soon, resumesAt: soon }, null, null, undefined],
  [
    'a past_due subscription and drops its bill',
    { status: 'past_due', due: soon, newMethod: 1 },
    { status: 'open', asking: 0, again: soon },
    null,
    { status: 'dropped', asking: 0, again: null },
  ],
  [
    'an unpaid subscription and drops its bill',
    { status: 'unpaid', due: null },
    { status: 'unpaid', asking: 0, again: null },
    null,
    { status: 'dropped', asking: 0, again: null },
  ],
  [
    'a subscription with a charge in progress, whose bill stays open',
    { status: 'active', due: soon },
    { status: 'open', asking: 1, again: soon },
    soon,
    { status: 'open', asking: 1, again: soon },
  ],
  [
    'a paid subscription, whose bill stays paid',
    { status: 'active', due: soon },
    { status: 'paid', asking: 0, again: null },
    null,
    { status: 'paid', asking: 0, again: null },
  ],
])('deleting a customer cancels %s', async (_subscription, columns, bill, due, billAfter) => {
  const { customer } = await newWallet(1)
  const id = await subscribe(customer, { ...columns })
  if (bill !== null) await insertBill(id, bill)
  const before = await shop.subscriptionRow(id)
  const started = Date.now()
  expect((await deleteCustomer(customer)).status).toBe(200)
  const row = await shop.subscriptionRow(id)
  expect(row).toMatchObject({ status: 'canceled', due, newMethod: 0, resumesAt: null })
  expect(row['canceled']).toBeGreaterThanOrEqual(started)
  expect(row['version']).toBe(before['version'] + 1)
  expect(await billRow(id)).toEqual(billAfter)
})

test.each(['completed', 'canceled'])(
  'deleting a customer does not change a %s subscription, nor that of another customer',
  async (status) => {
    const [one, other] = [await newWallet(1), await newWallet(1)]
    const ended = await subscribe(one.customer, { status, due: null, canceled: status === 'canceled' ? 5 : null })
    const others = await subscribe(other.customer)
    const before = [await shop.subscriptionRow(ended), await shop.subscriptionRow(others)]
    expect((await deleteCustomer(one.customer)).status).toBe(200)
    expect([await shop.subscriptionRow(ended), await shop.subscriptionRow(others)]).toEqual(before)
  },
)
