import { describe, expect, test } from 'vitest'
import type { ApiResponse, Call } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

const worker = startWorker()

const idsOf = (response: ApiResponse): string[] => response.json.customers.map(({ id }: { id: string }) => id)
const linksOf = (response: ApiResponse): Record<string, string> =>
  Object.fromEntries(
    [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]),
  )
const create = async (call: Call, body: object = {}): Promise<string> =>
  (await call('POST', '/v1/customers', { body })).json.customers[0].id
const remove = (call: Call, id: string) => call('DELETE', `/v1/customers/${id}`)

/** A merchant with customers created three per millisecond, and their ids, newest first. */
const shopOf = async (count: number) => {
  const merchant = await createMerchant()
  const started = Date.now()
  let step = 0
  const stepping = startWorker({ clock: { now: () => started + Math.floor(step / 3) } }).as(merchant.secretKey)
  for (; step < count; step++) await create(stepping)
  const rows = await merchant.rows(
    'SELECT id FROM customers WHERE account = ? ORDER BY created DESC, id DESC',
    merchant.id,
  )
  const call = worker.as(merchant.secretKey)
  return {
    merchant,
    call,
    all: rows.map(({ id }) => id as string),
    list: (query = '') => call('GET', `/v1/customers${query}`),
  }
}

/** Follows `next` from the first page to the last, and calls a function between pages. */
const walk = async (call: Call, first: string, between: (page: number) => Promise<unknown> = async () => {}) => {
  const pages: string[][] = []
  for (let url: string | undefined = first; url !== undefined;) {
    const response: ApiResponse = await call('GET', url)
    expect(response.status).toBe(200)
    pages.push(idsOf(response))
    url = linksOf(response)['next']
    await between(pages.length)
  }
  return pages
}

describe('GET /v1/customers', () => {
  test('the list of customers of a new account is empty and links to its first page', async () => {
    const { list } = await shopOf(0)
    const response = await list()
    expect(response.status).toBe(200)
    expect(response.json).toEqual({ requestId: response.headers.get('x-request-id'), customers: [], errors: null })
    expect(response.headers.get('x-total-count')).toBe('0')
    expect(linksOf(response)).toEqual({ first: '/v1/customers?pageNumber=1&pageSize=100' })
  })

  test('the list of customers has each customer as a GET returns it, newest first', async () => {
    const { call, list } = await shopOf(0)
    const ada = await create(call, { firstName: 'Ada', metadata: { tier: 'gold' } })
    await nextMillisecond()
    const bob = await create(call)
    const read = async (id: string) => (await call('GET', `/v1/customers/${id}`)).json.customers[0]
    expect((await list()).json.customers).toEqual([await read(bob), await read(ada)])
  })

  test('pages of customers are the same by number and by link, also for customers of one millisecond', async () => {
    const { call, all, list } = await shopOf(8)
    const pages = await walk(call, '/v1/customers?pageSize=2')
    expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4, 6), all.slice(6)])
    for (const [at, page] of pages.entries()) {
      const response = await list(`?page=${at + 1}&limit=2`)
      expect(idsOf(response)).toEqual(page)
      expect(response.headers.get('x-total-count')).toBe('8')
      const { first, prev, next } = linksOf(response)
      expect(first).toBe('/v1/customers?pageNumber=1&pageSize=2')
      expect(prev).toBe(at === 0 ? undefined : `/v1/customers?pageNumber=${at}&pageSize=2&cursor=-${page[0]}`)
      expect(next).toBe(at === 3 ? undefined : `/v1/customers?pageNumber=${at + 2}&pageSize=2&cursor=${page.at(-1)}`)
    }
  })

  test('walking the list while customers are created and deleted returns each remaining customer once', async () => {
    const { call, all, list } = await shopOf(9)
    const remaining = all.filter((_id, index) => ![0, 1, 5].includes(index))
    const created: string[] = []
    const pages = await walk(call, '/v1/customers?pageSize=2', async (page) => {
      await nextMillisecond()
      if (created.length < 3) created.push(await create(call))
      // Deletes a customer of the first page, its cursor, and one of a later page.
      if (page === 1) for (const index of [0, 1, 5]) await remove(call, all[index]!)
    })
    expect(pages.flat()).toEqual([...all.slice(0, 2), ...remaining])
    const now = await list()
    expect(idsOf(now)).toEqual([...created.toReversed(), ...remaining])
    expect(now.headers.get('x-total-count')).toBe(String(created.length + remaining.length))
  })

  test('the list of customers has those of its account and mode alone; a foreign cursor returns 400', async () => {
    const { merchant, list, all } = await shopOf(2)
    const other = await shopOf(1)
    const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
    const liveId = await create(live)
    expect(idsOf(await list())).toEqual(all)
    expect(idsOf(await live('GET', '/v1/customers'))).toEqual([liveId])
    const bytes = new Set<string>()
    for (const cursor of [liveId, other.all[0], '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79']) {
      const response = await list(`?cursor=${cursor}`)
      expect(response.status).toBe(400)
      expect(response.json.errors).toMatchObject([{ type: 'query_invalid', message: { field: 'cursor' } }])
      bytes.add(response.text.replace(response.json.requestId, ''))
    }
    expect(bytes.size).toBe(1)
  })

  test.each([
    ['pageNumber=2', []],
    ['pageNumber=2147483647', []],
    ['pageNumber=2147483647&pageSize=1', []],
    ['page=2&pageSize=1', [1]],
    ['pageNumber=1&limit=1&unknown=x', [0]],
  ])('GET /v1/customers?%s returns 200 with the customers at these indices: %j', async (query, indices) => {
    const { list, all } = await shopOf(2)
    const response = await list(`?${query}`)
    expect(response.status).toBe(200)
    expect(idsOf(response)).toEqual(indices.map((index) => all[index]))
    expect(response.headers.get('x-total-count')).toBe('2')
  })

  test('the next link of the last page number leads to the next customers', async () => {
    const { call, list, all } = await shopOf(3)
    const response = await list(`?pageNumber=2147483647&pageSize=1&cursor=${all[0]}`)
    expect(idsOf(response)).toEqual([all[1]])
    expect(idsOf(await call('GET', linksOf(response)['next']!))).toEqual([all[2]])
  })
})

const invalidQueries: readonly (readonly [query: string, field: string])[] = [
  ['pageNumber=0', 'pageNumber'],
  ['pageNumber=2147483648', 'pageNumber'],
  ['pageNumber=', 'pageNumber'],
  ['pageNumber=1.5', 'pageNumber'],
  ['pageSize=0', 'pageSize'],
  ['pageSize=101', 'pageSize'],
  ['pageSize=', 'pageSize'],
  ['pageSize=1.5', 'pageSize'],
  ['page=0', 'page'],
  ['limit=101', 'limit'],
  ['pageNumber=1&page=1', 'page'],
  ['pageSize=1&limit=1', 'limit'],
  ['cursor=', 'cursor'],
]

test.each(invalidQueries)(
  '?%s returns 400 query_invalid of %s for lists of customers and wallets',
  async (query, field) => {
    const { call, all } = await shopOf(1)
    const customers = await call('GET', `/v1/customers?${query}`)
    expect(customers.status).toBe(400)
    expect(customers.json).toMatchObject({ customers: null, errors: [{ type: 'query_invalid', message: { field } }] })
    const wallet = await call('GET', `/v1/customers/${all[0]}/wallet?${query}`)
    expect(wallet.status).toBe(400)
    expect(wallet.json.type).toContain('/problems/query-invalid')
  },
)

test('X-Total-Count is correct after concurrent creations and deletions of customers', async () => {
  const { call, list, all } = await shopOf(6)
  await Promise.all([
    ...Array.from({ length: 10 }, () => create(call)),
    ...all.slice(0, 4).flatMap((id) => [remove(call, id), remove(call, id), remove(call, id)]),
  ])
  const response = await list()
  expect(response.headers.get('x-total-count')).toBe('12')
  expect(idsOf(response)).toHaveLength(12)
})
