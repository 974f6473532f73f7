import { afterAll, expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import type { BatchOutcome } from '../../../testing/database/brokenDatabase.ts'
import { faultyDatabase } from '../../../testing/database/brokenDatabase.ts'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import { listErrors, walletFixture, storedCustomerData } from '../../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = walletFixture(merchant, worker.as(merchant.secretKey))
const {
  newWallet,
  newEntry,
  putEntry,
  deleteEntry,
  listWallet,
  defaultEntry: theDefault,
  auditEntries: notes,
  entryRow,
  pay,
  subscribe,
} = shop

// Keeps the sweeps of other tests from charging these subscriptions.
afterAll(() => merchant.run("UPDATE subscriptions SET status = 'canceled', due = NULL WHERE account = ?", merchant.id))

test('a deleted wallet entry loses its sealed card and key, is not listed, and paying with it returns 400 wallet_not_found', async () => {
  const { customer, entries } = await newWallet(2)
  const [first = '', second = ''] = entries
  expect((await pay({ wallet: second })).status).toBe(200)
  const response = await deleteEntry(customer, second)
  expect(response.status).toBe(200)
  expect(response.json).toEqual({ requestId: response.headers.get('x-request-id'), errors: null })
  expect(await entryRow(second)).toMatchObject({ sealedPan: null, wrappedPanKey: null, isDefault: 0 })
  expect((await entryRow(second))['deleted']).toEqual(expect.any(Number))
  const list = await listWallet(customer)
  expect(list.json.wallet).toMatchObject([{ id: first, default: true }])
  expect(list.headers.get('x-total-count')).toBe('1')
  for (const stored of [{ wallet: second }, { wallet: second, customer }]) {
    const rejected = await pay(stored)
    expect(rejected.status).toBe(400)
    expect(listErrors(rejected)).toEqual([['wallet_not_found', 'payment.stored.wallet']])
  }
  for (const repeated of [await deleteEntry(customer, second), await putEntry(customer, second, { default: true })])
    expect([repeated.status, listErrors(repeated)]).toEqual([404, [['not_found', null]]])
  expect(await notes(customer)).toEqual([
    ['wallet.default', first],
    ['wallet.deleted', second],
  ])
})

test('deleting the default makes the newest other wallet entry the default', async () => {
  const { customer, entries } = await newWallet(4)
  const [first = '', second = '', third = '', fourth = ''] = entries
  await putEntry(customer, third, { default: true })
  expect((await deleteEntry(customer, third)).status).toBe(200)
  expect(await theDefault(customer)).toBe(fourth)
  await deleteEntry(customer, second)
  expect(await theDefault(customer)).toBe(fourth)
  await deleteEntry(customer, fourth)
  expect(await theDefault(customer)).toBe(first)
  expect((await pay({ customer })).status).toBe(200)
  await deleteEntry(customer, first)
  expect(await theDefault(customer)).toBeNull()
  expect(listErrors(await pay({ customer }))).toEqual([['wallet_not_found', 'payment.stored.wallet']])
  expect((await notes(customer)).slice(2)).toEqual([
    ['wallet.deleted', third],
    ['wallet.default', fourth],
    ['wallet.deleted', second],
    ['wallet.deleted', fourth],
    ['wallet.default', first],
    ['wallet.deleted', first],
  ])
  expect(await theDefault(customer)).toBeNull()
  const fresh = await newEntry(customer)
  expect(await theDefault(customer)).toBe(fresh)
})

test.each<[BatchOutcome, number, number]>([
  ['fails before', 2, 200],
  ['fails after', 1, 404],
])(
  'deleting a wallet entry is atomic and returns 503 when the database %s the write',
  async (fate, remaining, repeatedStatus) => {
    const { customer, entries } = await newWallet(2)
    const { d1 } = faultyDatabase(bindings.DB_00, (batch) => (batch > 1 ? fate : 'runs'))
    const broken = walletFixture(merchant, startWorker({}, { DB_00: d1 }).as(merchant.secretKey))
    expect((await broken.deleteEntry(customer, entries[0]!)).status).toBe(503)
    expect((await listWallet(customer)).json.wallet).toHaveLength(remaining)
    expect(await theDefault(customer)).toBe(entries[2 - remaining])
    expect((await deleteEntry(customer, entries[0]!)).status).toBe(repeatedStatus)
  },
)

/** The wallet entry of a subscription: the first is the default, the second is deleted. */
const charged = { first: 0, second: 1 } as const

test.each([
  ['active', 'second'],
  ['past_due', 'second'],
  ['paused', 'second'],
  ['active', null],
  ['past_due', null],
  ['paused', null],
] as const)(
  'deleting the wallet entry of a subscription in status %s with wallet %s returns 409 invalid_state',
  async (status, names) => {
    const { customer, entries } = await newWallet(2)
    const wallet = names === null ? null : entries[charged[names]]!
    const id = await subscribe(customer, { wallet, status })
    if (names === null) await putEntry(customer, entries[1]!, { default: true })
    const before = await storedCustomerData(merchant)
    const response = await deleteEntry(customer, entries[1]!)
    expect(response.status).toBe(409)
    expect(response.json.errors).toMatchObject([
      {
        type: 'invalid_state',
        message: { field: null, details: { state: expect.any(String), subscription: id, allowed: ['cancel'] } },
      },
    ])
    expect(await storedCustomerData(merchant)).toEqual(before)
    expect((await pay({ wallet: entries[1] })).status).toBe(200)
  },
)

test.each([
  ['active', 'first', 'first'],
  ['active', null, null],
  ['unpaid', 'second', null],
  ['unpaid', 'first', 'first'],
  ['canceled', 'second', 'second'],
  ['completed', 'second', 'second'],
] as const)(
  'deleting the second wallet entry of a customer whose subscription is %s with wallet %s returns 200, and leaves wallet %s',
  async (status, names, walletAfter) => {
    const { customer, entries } = await newWallet(2)
    const wallet = names === null ? null : entries[charged[names]]!
    const id = await subscribe(customer, { wallet, status, ...(status !== 'active' && { due: null }) })
    expect((await deleteEntry(customer, entries[1]!)).status).toBe(200)
    expect(await shop.subscriptionRow(id)).toMatchObject({
      wallet: walletAfter === null ? null : entries[charged[walletAfter]],
      status,
      newMethod: 0,
    })
  },
)
