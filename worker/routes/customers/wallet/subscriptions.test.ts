import { afterAll, expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import type { ApiResponse } from '../../../testing/merchant.ts'
import { walletFixture } from '../../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = walletFixture(merchant, worker.as(merchant.secretKey))
const { newWallet, newEntry, putEntry, deleteEntry, subscribe } = shop

// Keeps the sweeps of other tests from charging these subscriptions.
afterAll(() => merchant.run("UPDATE subscriptions SET status = 'canceled', due = NULL WHERE account = ?", merchant.id))

const changes: Readonly<Record<string, (customer: string, entries: readonly string[]) => Promise<ApiResponse>>> = {
  'is made the default': (customer, [, second]) => putEntry(customer, second!, { default: true }),
  'is added as the default': (customer) => shop.addEntry(customer, 'test-visa-4242', true),
  'becomes the default by a deletion': (customer, [first]) => deleteEntry(customer, first!),
}

test.each(
  Object.keys(changes).flatMap((how) => (['unpaid', 'past_due'] as const).map((status) => [status, how] as const)),
)('a subscription in status %s is due at once when another wallet entry %s', async (status, how) => {
  const { customer, entries } = await newWallet(3)
  const later = Date.now() + 3_600_000
  const id = await subscribe(customer, { wallet: entries[2]!, status, due: later })
  const { version } = await shop.subscriptionRow(id)
  expect((await changes[how]!(customer, entries)).status).toBe(200)
  const row = await shop.subscriptionRow(id)
  expect(row).toMatchObject({ wallet: null, newMethod: 1, status })
  expect(row['due']).toBeLessThanOrEqual(Date.now())
  expect(row['version']).toBeGreaterThan(version)
})

test('an unpaid subscription is due when its customer without wallet entries adds one', async () => {
  const { customer, entries } = await newWallet(1)
  const id = await subscribe(customer, { wallet: entries[0]!, status: 'unpaid', due: null })
  await deleteEntry(customer, entries[0]!)
  expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: null, newMethod: 0, due: null })
  await newEntry(customer)
  expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: null, newMethod: 1, due: expect.any(Number) })
})

test.each<[string, (customer: string, entries: readonly string[]) => Promise<ApiResponse>]>([
  ['the default is made the default again', (customer, [first]) => putEntry(customer, first!, { default: true })],
  [
    'another wallet entry is updated with default false',
    (customer, [, second]) => putEntry(customer, second!, { default: false }),
  ],
  ['another wallet entry is added', (customer) => shop.addEntry(customer, 'test-visa-4242')],
  ['another wallet entry is deleted', (customer, [, second]) => deleteEntry(customer, second!)],
])('an unpaid subscription is not due when %s', async (_change, change) => {
  const { customer, entries } = await newWallet(3)
  const id = await subscribe(customer, { wallet: entries[2]!, status: 'unpaid', due: null })
  expect((await change(customer, entries)).status).toBe(200)
  expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: entries[2], newMethod: 0, due: null })
})

test('a subscription of another customer does not change when a default changes', async () => {
  const [one, other] = [await newWallet(2), await newWallet(1)]
  const id = await subscribe(other.customer, { status: 'unpaid', due: null })
  await putEntry(one.customer, one.entries[1]!, { default: true })
  await deleteEntry(one.customer, one.entries[1]!)
  expect(await shop.subscriptionRow(id)).toMatchObject({ newMethod: 0, due: null })
})
