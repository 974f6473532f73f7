import { expect, test } from 'vitest'
import type { ApiResponse } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { listErrors, walletFixture } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const shop = walletFixture(merchant, worker.as(merchant.secretKey))
const otherShop = walletFixture(merchant, worker.as((await createMerchant()).secretKey))
const liveShop = walletFixture(merchant, worker.as((await merchant.issue('sk', { mode: 'live' })).key))
const { call, newCustomer, readCustomer, putCustomer, deleteCustomer, listWallet, addEntry } = shop

const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

const operations: Readonly<Record<string, (id: string) => Promise<ApiResponse>>> = {
  'GET /v1/customers/{Customer}': readCustomer,
  'PUT /v1/customers/{Customer}': (id) => putCustomer(id, { firstName: 'Ada' }),
  'DELETE /v1/customers/{Customer}': deleteCustomer,
  'GET /v1/customers/{Customer}/wallet': listWallet,
  'POST /v1/customers/{Customer}/wallet': (id) => addEntry(id, 'test-visa-4242'),
}

test.each(Object.entries(operations))(
  '%s returns the same 404 for a customer that is unknown, deleted, of another account or of the other mode',
  async (_operation, attempt) => {
    const [foreign, live, deleted] = [await otherShop.newCustomer(), await liveShop.newCustomer(), await newCustomer()]
    await deleteCustomer(deleted)
    const bytes = new Set<string>()
    for (const id of [unknownId, foreign, live, deleted]) {
      const response = await attempt(id)
      expect(response.status).toBe(404)
      bytes.add(response.text.replace(response.json.requestId, '').replace(id, ''))
    }
    expect(bytes.size).toBe(1)
    expect((await otherShop.readCustomer(foreign)).status).toBe(200)
    expect((await liveShop.readCustomer(live)).status).toBe(200)
  },
)

const dataOperations = [
  ['GET', 'export'],
  ['POST', 'erase'],
] as const

test.each(dataOperations)(
  '%s /v1/customers/{Customer}/%s returns 400 for a malformed id, and 404 for an unknown, foreign or other-mode customer',
  async (method, operation) => {
    const path = (id: string) => `/v1/customers/${id}/${operation}`
    const foreign = await otherShop.newCustomer({ firstName: 'B' })
    const live = await liveShop.newCustomer({ firstName: 'C' })
    for (const malformed of ['1234567', 'a'.repeat(65), 'under_score-1']) {
      const { status, json } = await call(method, path(malformed))
      expect([status, json.errors[0].message.field]).toEqual([400, 'Customer'])
    }
    for (const id of [unknownId, foreign, live]) {
      const { status, json } = await call(method, path(id))
      expect([status, json.errors[0].type]).toEqual([404, 'not_found'])
    }
    for (const [owner, id, firstName] of [
      [otherShop, foreign, 'B'],
      [liveShop, live, 'C'],
    ] as const)
      expect((await owner.call('GET', `/v1/customers/${id}/export`)).json.customer.firstName).toBe(firstName)
  },
)

test('the 404 of an unknown customer is a problem document where the wallet is listed, and has errors elsewhere', async () => {
  const problem = await listWallet(unknownId)
  expect(problem.json).toMatchObject({
    status: 404,
    title: 'Customer not found',
    detail: 'No such customer.',
    instance: `/v1/customers/${unknownId}/wallet`,
  })
  expect(problem.json).not.toHaveProperty('errors')
  for (const [response, member] of [
    [await readCustomer(unknownId), 'customers'],
    [await addEntry(unknownId, 'test-visa-4242'), 'wallet'],
  ] as const)
    expect(response.json).toMatchObject({
      [member]: null,
      errors: [{ type: 'not_found', message: { text: 'No such customer.', field: null } }],
    })
})

test.each([
  ['five characters', 'short'],
  ['seven characters', 'abcdefg'],
  ['65 characters', 'a'.repeat(65)],
  ['an underscore', 'abcd_efgh'],
])('a customer id with %s returns 400 id_invalid in every operation', async (_form, id) => {
  for (const attempt of Object.values(operations).filter((operation) => operation !== listWallet)) {
    const response = await attempt(id)
    expect([response.status, listErrors(response)]).toEqual([400, [['id_invalid', 'Customer']]])
  }
  expect((await listWallet(id)).json).toMatchObject({ status: 400, title: 'Id invalid' })
})
