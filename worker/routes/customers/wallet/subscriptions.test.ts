import { afterAll, expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import type { Answered } from '../../../testing/merchant.ts'
import { keeping } from '../../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = keeping(merchant, worker.as(merchant.secretKey))
const { newWallet, newEntry, putEntry, deleteEntry, subscribe } = shop

// What is due here is nobody else's to charge.
afterAll(() => merchant.run("UPDATE subscriptions SET status = 'canceled', due = NULL WHERE account = ?", merchant.id))

const changes: Readonly<Record<string, (customer: string, entries: readonly string[]) => Promise<Answered>>> = {
  'is made the default': (customer, [, second]) => putEntry(customer, second!, { default: true }),
  'is stored as the default': (customer) => shop.addEntry(customer, 'test-visa-4242', true),
  'becomes it by a deletion': (customer, [first]) => deleteEntry(customer, first!),
}

test.each(
  Object.keys(changes).flatMap((how) => (['unpaid', 'past_due'] as const).map((status) => [status, how] as const)),
)('that is %s is tried at once where another entry %s', async (status, how) => {
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

test('that is unpaid is tried with the first entry of a customer who has none any more', async () => {
  const { customer, entries } = await newWallet(1)
  const id = await subscribe(customer, { wallet: entries[0]!, status: 'unpaid', due: null })
  await deleteEntry(customer, entries[0]!)
  expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: null, newMethod: 0, due: null })
  await newEntry(customer)
  expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: null, newMethod: 1, due: expect.any(Number) })
})

test.each<[string, (customer: string, entries: readonly string[]) => Promise<Answered>]>([
  ['the default is made the default', (customer, [first]) => putEntry(customer, first!, { default: true })],
  ['another is not', (customer, [, second]) => putEntry(customer, second!, { default: false })],
  ['one more is stored', (customer) => shop.addEntry(customer, 'test-visa-4242')],
  ['another is deleted', (customer, [, second]) => deleteEntry(customer, second!)],
])('waits on where %s', async (_what, change) => {
  const { customer, entries } = await newWallet(3)
  const id = await subscribe(customer, { wallet: entries[2]!, status: 'unpaid', due: null })
  expect((await change(customer, entries)).status).toBe(200)
  expect(await shop.subscriptionRow(id)).toMatchObject({ wallet: entries[2], newMethod: 0, due: null })
})

test('of another customer is none of it', async () => {
  const [one, other] = [await newWallet(2), await newWallet(1)]
  const id = await subscribe(other.customer, { status: 'unpaid', due: null })
  await putEntry(one.customer, one.entries[1]!, { default: true })
  await deleteEntry(one.customer, one.entries[1]!)
  expect(await shop.subscriptionRow(id)).toMatchObject({ newMethod: 0, due: null })
})
