import { afterAll, expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import type { Fate } from '../../../testing/database/brokenDatabase.ts'
import { brokenDatabase } from '../../../testing/database/brokenDatabase.ts'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import { errorsOf, keeping, vaultOf } from '../../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = keeping(merchant, worker.as(merchant.secretKey))
const { newWallet, newEntry, putEntry, deleteEntry, listWallet, theDefault, notes, entryRow, pay, subscribe } = shop

// What is due here is nobody else's to charge.
afterAll(() => merchant.run("UPDATE subscriptions SET status = 'canceled', due = NULL WHERE account = ?", merchant.id))

test('loses what was sealed and the key to it, is listed no more, and nothing is charged to it', async () => {
  const { customer, entries } = await newWallet(2)
  const [first = '', second = ''] = entries
  expect((await pay({ wallet: second })).status).toBe(200)
  const answer = await deleteEntry(customer, second)
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({ requestId: answer.headers.get('x-request-id'), errors: null })
  expect(await entryRow(second)).toMatchObject({ sealedPan: null, wrappedPanKey: null, isDefault: 0 })
  expect((await entryRow(second))['deleted']).toEqual(expect.any(Number))
  const list = await listWallet(customer)
  expect(list.json.wallet).toMatchObject([{ id: first, default: true }])
  expect(list.headers.get('x-total-count')).toBe('1')
  for (const stored of [{ wallet: second }, { wallet: second, customer }]) {
    const refused = await pay(stored)
    expect(refused.status).toBe(400)
    expect(errorsOf(refused)).toEqual([['wallet_not_found', 'payment.stored.wallet']])
  }
  for (const again of [await deleteEntry(customer, second), await putEntry(customer, second, { default: true })])
    expect([again.status, errorsOf(again)]).toEqual([404, [['not_found', null]]])
  expect(await notes(customer)).toEqual([
    ['wallet.default', first],
    ['wallet.deleted', second],
  ])
})

test('hands the default on to the newest other one, until none is left', async () => {
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
  expect(errorsOf(await pay({ customer }))).toEqual([['wallet_not_found', 'payment.stored.wallet']])
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

test.each<[Fate, number, number]>([
  ['fails before', 2, 200],
  ['fails after', 1, 404],
])('goes wholly or not at all, where the database %s it', async (fate, left, again) => {
  const { customer, entries } = await newWallet(2)
  const { d1 } = brokenDatabase(bindings.DB_00, (batch) => (batch > 1 ? fate : 'runs'))
  const broken = keeping(merchant, startWorker({}, { DB_00: d1 }).as(merchant.secretKey))
  expect((await broken.deleteEntry(customer, entries[0]!)).status).toBe(503)
  expect((await listWallet(customer)).json.wallet).toHaveLength(left)
  expect(await theDefault(customer)).toBe(entries[2 - left])
  expect((await deleteEntry(customer, entries[0]!)).status).toBe(again)
})

/** What it is charged to: the first entry is the default, the second one is deleted. */
const charged = { first: 0, second: 1 } as const

test.each([
  ['active', 'second'],
  ['past_due', 'second'],
  ['paused', 'second'],
  ['active', null],
  ['past_due', null],
  ['paused', null],
] as const)('that is %s and names %s keeps the entry that it is charged to', async (status, names) => {
  const { customer, entries } = await newWallet(2)
  const wallet = names === null ? null : entries[charged[names]]!
  const id = await subscribe(customer, { wallet, status })
  if (names === null) await putEntry(customer, entries[1]!, { default: true })
  const before = await vaultOf(merchant)
  const answer = await deleteEntry(customer, entries[1]!)
  expect(answer.status).toBe(409)
  expect(answer.json.errors).toMatchObject([
    {
      type: 'invalid_state',
      message: { field: null, details: { state: expect.any(String), subscription: id, allowed: ['cancel'] } },
    },
  ])
  expect(await vaultOf(merchant)).toEqual(before)
  expect((await pay({ wallet: entries[1] })).status).toBe(200)
})

test.each([
  ['active', 'first', 'first'],
  ['active', null, null],
  ['unpaid', 'second', null],
  ['unpaid', 'first', 'first'],
  ['canceled', 'second', 'second'],
  ['completed', 'second', 'second'],
] as const)('that is %s and names %s lets the other go, and names %s then', async (status, names, then) => {
  const { customer, entries } = await newWallet(2)
  const wallet = names === null ? null : entries[charged[names]]!
  const id = await subscribe(customer, { wallet, status, ...(status !== 'active' && { due: null }) })
  expect((await deleteEntry(customer, entries[1]!)).status).toBe(200)
  expect(await shop.subscriptionRow(id)).toMatchObject({
    wallet: then === null ? null : entries[charged[then]],
    status,
    newMethod: 0,
  })
})
