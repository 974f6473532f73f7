import { expect, test } from 'vitest'
import type { ApiResponse } from '../../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../../testing/merchant.ts'
import { listErrors, walletFixture, storedCustomerData } from '../../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const { newWallet, putEntry, deleteEntry } = walletFixture(merchant, worker.as(merchant.secretKey))
const otherMerchant = await createMerchant()
const otherShop = walletFixture(otherMerchant, worker.as(otherMerchant.secretKey))
const liveShop = walletFixture(merchant, worker.as((await merchant.issue('sk', { mode: 'live' })).key))

const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

const operations: Readonly<Record<string, (customer: string, wallet: string) => Promise<ApiResponse>>> = {
  'PUT with a new default': (customer, wallet) => putEntry(customer, wallet, { default: true }),
  'PUT with an empty body': (customer, wallet) => putEntry(customer, wallet, {}),
  DELETE: deleteEntry,
}

test.each(Object.entries(operations))(
  '%s of a wallet entry returns the same 404 for an unknown, a foreign and an other-mode id',
  async (_operation, attempt) => {
    const [own, other] = [await newWallet(2), await newWallet(1)]
    const [foreign, live] = [await otherShop.newWallet(1), await liveShop.newCustomer()]
    const before = [await storedCustomerData(merchant), await storedCustomerData(otherMerchant)]
    /** The different details of the responses for these paths. */
    const detailsOf = async (paths: readonly (readonly [customer: string, wallet: string])[]) => {
      const bytes = new Set<string>()
      for (const path of paths) {
        const response = await attempt(...path)
        expect(response.status).toBe(404)
        bytes.add(response.text.replace(response.json.requestId, ''))
      }
      return [...bytes].map((text) => JSON.parse(text).errors[0].message.details)
    }
    expect(
      await detailsOf([unknownId, foreign.customer, live].map((customer) => [customer, foreign.entries[0]!] as const)),
    ).toEqual([{ resource: 'customer' }])
    expect(
      await detailsOf(
        [unknownId, foreign.entries[0]!, other.entries[0]!].map((wallet) => [own.customer, wallet] as const),
      ),
    ).toEqual([{ resource: 'wallet entry' }])
    expect([await storedCustomerData(merchant), await storedCustomerData(otherMerchant)]).toEqual(before)
  },
)

test.each([
  ['seven characters', 'abcdefg'],
  ['65 characters', 'a'.repeat(65)],
  ['an underscore', 'abcd_efgh'],
])('a customer or wallet id with %s returns 400 id_invalid in every operation', async (_form, id) => {
  const { customer, entries } = await newWallet(1)
  for (const [path, field] of [
    [[id, entries[0]!], 'Customer'],
    [[customer, id], 'Wallet'],
  ] as const)
    for (const attempt of Object.values(operations)) {
      const response = await attempt(...path)
      expect([response.status, listErrors(response)]).toEqual([400, [['id_invalid', field]]])
    }
})
