import { expect, test } from 'vitest'
import type { ApiResponse, Call } from '../../../testing/merchant.ts'
import { card, createMerchant, startWorker } from '../../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const otherAccount = worker.as((await createMerchant()).secretKey)

const create = (body: object = {}, by: Call = call) => by('POST', '/v1/customers', { body })
const newCustomer = async (body?: object, by?: Call): Promise<string> => (await create(body, by)).json.customers[0].id
const tokenize = async (body: object = { creditCard: card() }, by: Call = call): Promise<string> =>
  (await by('POST', '/v1/tokens', { body })).json.token
const add = (customer: string, token: string, more: object = {}, by: Call = call) =>
  by('POST', `/v1/customers/${customer}/wallet`, { body: { token, ...more } })
const newEntry = async (customer: string, more: object = {}) =>
  (await add(customer, await tokenize(), more)).json.wallet[0] as { id: string; default: boolean }
const listWallet = (customer: string, query = '', by: Call = call) =>
  by('GET', `/v1/customers/${customer}/wallet${query}`)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

const linksOf = (response: ApiResponse): Record<string, string> =>
  Object.fromEntries(
    [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]),
  )
const ids = (response: ApiResponse): string[] => response.json.wallet.map(({ id }: any) => id)

/** A customer with five wallet entries, created two per millisecond, and their ids, newest first. */
const newWalletOfFive = async () => {
  const started = Date.now()
  let step = 0
  const stepping = startWorker({ clock: { now: () => started + Math.floor(step / 2) } }).as(merchant.secretKey)
  const customer = await newCustomer()
  for (; step < 5; step++) expect((await add(customer, 'test-visa-4242', {}, stepping)).status).toBe(200)
  const all = await merchant.rows(
    'SELECT id FROM walletEntries WHERE customer = ? ORDER BY created DESC, id DESC',
    customer,
  )
  return { customer, all: all.map(({ id }) => id as string) }
}

test('the wallet of a new customer is empty and links to its first page', async () => {
  const customer = await newCustomer()
  const response = await listWallet(customer)
  expect(response.status).toBe(200)
  expect(response.json).toEqual({ requestId: response.headers.get('x-request-id'), wallet: [], errors: null })
  expect(response.headers.get('x-total-count')).toBe('0')
  expect(linksOf(response)).toEqual({ first: `/v1/customers/${customer}/wallet?pageNumber=1&pageSize=100` })
})

test('pages of a wallet are the same by number and by link, newest first', async () => {
  const { customer, all } = await newWalletOfFive()
  let url = `/v1/customers/${customer}/wallet?pageSize=2`
  for (const [at, page] of [all.slice(0, 2), all.slice(2, 4), all.slice(4)].entries()) {
    const response: ApiResponse = await call('GET', url)
    expect(ids(response)).toEqual(page)
    expect(response.headers.get('x-total-count')).toBe('5')
    const byNumber = await listWallet(customer, `?page=${at + 1}&limit=2`)
    expect(ids(byNumber)).toEqual(page)
    expect(linksOf(byNumber)).toEqual(linksOf(response))
    const { prev, next, first } = linksOf(response)
    expect(first).toContain('pageNumber=1&')
    expect(prev?.includes(`pageNumber=${at}&`)).toBe(at === 0 ? undefined : true)
    url = next ?? ''
  }
  expect(url).toBe('')
  expect(linksOf(await listWallet(customer, '?pageSize=5'))).not.toHaveProperty('next')
})

test('the next link of a wallet continues after its page while entries are added and deleted', async () => {
  const { customer, all } = await newWalletOfFive()
  const { next } = linksOf(await listWallet(customer, '?pageSize=2'))
  // After two additions and one deletion, pages by number begin elsewhere.
  await newEntry(customer)
  await newEntry(customer)
  expect((await call('DELETE', `/v1/customers/${customer}/wallet/${all[1]}`)).status).toBe(200)
  expect(ids(await call('GET', next!))).toEqual(all.slice(2, 4))
  expect(ids(await listWallet(customer))).not.toContain(all[1])
})

test('wallet pages beyond the last are empty', async () => {
  const { customer } = await newWalletOfFive()
  for (const query of ['?pageNumber=2', '?pageNumber=4&pageSize=2', '?pageNumber=2147483647&pageSize=100']) {
    const response = await listWallet(customer, query)
    expect(response.status).toBe(200)
    expect(ids(response)).toEqual([])
    expect(response.headers.get('x-total-count')).toBe('5')
  }
})

test('a cursor of another wallet returns 400 query-invalid', async () => {
  const { customer, all } = await newWalletOfFive()
  const [foreign] = (await newWalletOfFive()).all
  const elsewhere = (await add(await newCustomer({}, otherAccount), 'test-visa-4242', {}, otherAccount)).json.wallet[0]
    .id
  expect(ids(await listWallet(customer, `?cursor=${all[3]}`))).toEqual([all[4]])
  const bytes = new Set<string>()
  for (const cursor of [foreign, elsewhere, unknownId]) {
    const response = await listWallet(customer, `?cursor=${cursor}`)
    expect(response.status).toBe(400)
    expect(response.json.type).toContain('/problems/query-invalid')
    bytes.add(response.text.replace(response.json.requestId, ''))
  }
  expect(bytes.size).toBe(1)
})
