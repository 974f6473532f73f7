import { expect, test } from 'vitest'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { walletFixture } from '../../testing/fixtures/walletFixture.ts'

const merchant = await createMerchant()
const call = startWorker().as(merchant.secretKey)
const shop = walletFixture(merchant, call)

/** Status and database round trips of a successful request. One of the two trips reads the API key. */
const twoRoundTrips = [200, 2]

test('creating and reading a customer, and adding and listing its wallet, cost two database round trips each', async () => {
  // The account's first token creates its vault key.
  await shop.tokenize()
  const created = await call('POST', '/v1/customers', { body: {} })
  const [{ id: customer }] = created.json.customers
  const responses = [
    created,
    await shop.readCustomer(customer),
    await shop.addEntry(customer, await shop.tokenize()),
    await shop.addEntry(customer, 'test-visa-4242'),
    await shop.listWallet(customer),
  ]
  for (const { status, d1 } of responses) expect([status, d1]).toEqual(twoRoundTrips)
})

test('listing, changing and deleting customers cost two database round trips each', async () => {
  const { customer } = await shop.newWallet(1)
  const responses = [
    await call('GET', '/v1/customers'),
    await call('GET', `/v1/customers?pageSize=1&cursor=${customer}`),
    await shop.putCustomer(customer, { firstName: 'Ada' }),
    await shop.deleteCustomer(customer),
  ]
  for (const { status, d1 } of responses) expect([status, d1]).toEqual(twoRoundTrips)
})

test('changing and deleting a wallet entry cost two database round trips each', async () => {
  const { customer, entries } = await shop.newWallet(3)
  const responses = [
    await shop.putEntry(customer, entries[1]!, { default: true }),
    await shop.putEntry(customer, entries[1]!, {}),
    await shop.deleteEntry(customer, entries[1]!),
  ]
  for (const { status, d1 } of responses) expect([status, d1]).toEqual(twoRoundTrips)
})
