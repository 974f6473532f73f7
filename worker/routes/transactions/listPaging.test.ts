import * as v from 'valibot'
import { expect, test } from 'vitest'
import { listTransactions } from '#contract/transactions/transactionList'
import { encodeCursor } from '../../domain/transactions/list/cursor.ts'
import type { ApiResponse, Call } from '../../testing/merchant.ts'
import { createMerchant, gatewayOrigin } from '../../testing/merchant.ts'
import { seedTransactions, seededId } from '../../testing/scale/manyTransactions.ts'
import {
  createListedPayments,
  insertPayments,
  path,
  readAllPages,
  transactionIds,
  worker,
} from './fixtures/listedPayments.ts'

const { merchant, otherMerchant, call, names, nameById, list } = await createListedPayments()

/** One of three milliseconds, in no order of ids. */
const tiedCreation = (n: number) => ({ created: `2026-11-20T10:00:00.00${Math.floor(((n * 7) % 25) / 9)}Z` })

/** 25 payments of three milliseconds. */
const createTiedPayments = async () => {
  const shop = await createMerchant()
  const ids = await insertPayments(shop, Object.fromEntries(Array.from({ length: 25 }, (_, n) => [n, tiedCreation(n)])))
  return { shop, shopCall: worker.as(shop.secretKey), all: Object.values(ids) }
}

const tied = createTiedPayments()

test.each([1, 2, 7, 24, 25, 26])(
  'list pages of %i contain each payment once, in a stable order across equal times',
  async (pageSize) => {
    const { shopCall, all } = await tied
    const whole = transactionIds(await shopCall('GET', path))
    expect(whole.toSorted()).toEqual(all.toSorted())
    const pages = await readAllPages(shopCall, `pageSize=${pageSize}`)
    expect(pages.flat()).toEqual(whole)
    // Each page but the last is full, and no page is empty.
    expect(pages.map(({ length }) => length)).toEqual(
      Array.from({ length: Math.ceil(25 / pageSize) }, (_, n) => Math.min(pageSize, 25 - n * pageSize)),
    )
  },
)

test('list pages have no gap and no repetition while payments are created', async () => {
  const { shop, shopCall } = await createTiedPayments()
  const whole = transactionIds(await shopCall('GET', path))
  const arrive = () => insertPayments(shop, { fresh: { created: '2026-11-20T10:00:00.003Z' } })
  expect((await readAllPages(shopCall, 'pageSize=4', arrive)).flat()).toEqual(whole)
})

test('a list page with another pageSize continues at the cursor', async () => {
  const { shopCall } = await tied
  const whole = transactionIds(await shopCall('GET', path))
  const { json } = await shopCall('GET', `${path}?pageSize=3`)
  expect(transactionIds(await shopCall('GET', `${path}?limit=5&cursor=${json.nextCursor}`))).toEqual(whole.slice(3, 8))
})

const urlOf = ({ headers }: ApiResponse, rel: string) => {
  const [, target] = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(headers.get('link')!) ?? []
  return target === undefined ? null : new URL(target, `${gatewayOrigin}${path}`)
}

test('Link header of a list page has the filters, and the cursors of the previous and the next page', async () => {
  const query = 'from=2026-11-14&to=2026-11-21&status=captured,authorized&amountMin=1.5&lastFour=4242&type=authorize'
  const first = await call('GET', `${path}?${query}&pageSize=2`)
  const filters = {
    from: '2026-11-14T00:00:00.000Z',
    to: '2026-11-21',
    status: 'authorized,captured',
    amountMin: '1.5',
    lastFour: '4242',
    type: 'authorize',
    pageSize: '2',
  }
  const next = urlOf(first, 'next')!
  expect(Object.fromEntries(next.searchParams)).toEqual({ ...filters, cursor: first.json.nextCursor })
  expect(Object.fromEntries(urlOf(first, 'first')!.searchParams)).toEqual(filters)
  expect(urlOf(first, 'prev')).toBeNull()
  const second = await call('GET', next.pathname + next.search)
  expect([...transactionIds(first), ...transactionIds(second)].map((id) => nameById.get(id))).toEqual(
    (await list(query)).slice(0, 4),
  )
  const previous = urlOf(second, 'prev')!
  expect(Object.fromEntries(previous.searchParams)).toEqual({ ...filters, cursor: expect.any(String) })
  const back = await call('GET', previous.pathname + previous.search)
  expect(transactionIds(back)).toEqual(transactionIds(first))
  expect([urlOf(back, 'prev'), back.json.nextCursor]).toEqual([null, first.json.nextCursor])
  const whole = await call('GET', `${path}?${query}`)
  expect([urlOf(whole, 'prev'), urlOf(whole, 'next')]).toEqual([null, null])
})

test.each(['', 'status=authorized,captured', 'batchId=batch-1', 'reference=42', 'from=2026-11-15&to=2026-11-20'])(
  'pages of the list with query "%s" are the same backwards',
  async (query) => {
    const pages: ApiResponse[] = []
    const follow = async (rel: string, start: string) => {
      pages.length = 0
      for (let target: string | undefined = start; target !== undefined;) {
        pages.push(await call('GET', target))
        target = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(pages.at(-1)!.headers.get('link')!)?.[1]
      }
      return pages.map(transactionIds)
    }
    const forwards = await follow('next', `${path}?${query}&pageSize=1`)
    const backwards = await follow('prev', `${path}?${query}&pageSize=1&cursor=${await upTo(query)}`)
    expect(backwards.filter((page) => page.length > 0).toReversed()).toEqual(forwards)
  },
)

/** A cursor of the payments from the oldest one of a list on. */
const upTo = async (query: string) => {
  const last = transactionIds(await call('GET', `${path}?${query}`)).at(-1)!
  const [row] = await merchant.rows('SELECT created, id FROM transactions WHERE id = ?', Number(last))
  const { filters } = v.parse(listTransactions.query!, Object.fromEntries(new URLSearchParams(query)))
  const start = { created: row!['created'] as number, id: (row!['id'] as number) - 1, newer: true }
  return encodeCursor(start, { account: merchant.id, mode: 'test', filters })
}

test.each(['to=9999-12-31', 'to=2026-11-20T23:59:59.999Z', 'from=1970-01-01&format=csv'])(
  'Link header of the list with query "%s" leads to a valid page',
  async (query) => {
    const { headers } = await call('GET', `${path}?${query}&pageSize=1`)
    const [, target = ''] = /<(.*)>/.exec(headers.get('link')!) ?? []
    const next = await call('GET', target)
    expect([next.status, next.headers.get('content-type')]).toEqual([200, headers.get('content-type')])
  },
)

test('a list page of a search with few matches ends after 2,000 payments, and the next page continues there', async () => {
  const shop = await createMerchant()
  const shopCall = worker.as(shop.secretKey)
  const youngest = Date.UTC(2026, 10, 20)
  await seedTransactions(shop, { count: 4_100, youngest })
  const only = seededId(shop, 2_007)
  await shop.run("UPDATE transactions SET status = 'returned' WHERE id = ?", only)
  expect(await readAllPages(shopCall, 'status=returned&pageSize=5')).toEqual([[], [String(only)], []])
  // The last of the 2,000 payments fills the page.
  expect((await readAllPages(shopCall, 'status=declined&pageSize=100')).map(({ length }) => length)).toEqual([
    100, 100, 100, 100, 10,
  ])
  expect((await readAllPages(shopCall, 'status=declined&format=json&pageSize=99')).flat()).toHaveLength(410)
})

const getCursor = async (query: string, shopCall: Call = call): Promise<string> =>
  (await shopCall('GET', `${path}?${query}&pageSize=1`)).json.nextCursor

/** The status and the body of the response, without its request id. */
const getWithCursor = async (cursor: string, query = '', shopCall: Call = call) => {
  const response = await shopCall('GET', `${path}?${query}&cursor=${cursor}`)
  const { requestId: _, ...body } = response.json
  return JSON.stringify([response.status, body])
}

test('list with an altered cursor or a cursor of another account, mode or search returns the same 400 query_invalid', async () => {
  const cursor = await getCursor('')
  const flipped = (at: number) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
  const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  const rejections = new Set([
    ...(await Promise.all(Array.from({ length: cursor.length / 4 }, (_, n) => getWithCursor(flipped(n * 4))))),
    await getWithCursor(cursor.slice(0, -1)),
    await getWithCursor(`${cursor}A`),
    await getWithCursor('x'),
    await getWithCursor(''),
    await getWithCursor('%00'),
    await getWithCursor('a'.repeat(257)),
    await getWithCursor(cursor, 'status=declined'),
    await getWithCursor(await getCursor('status=authorized,captured'), 'status=authorized'),
    await getWithCursor(await getCursor('', worker.as(otherMerchant.secretKey))),
    await getWithCursor(await getCursor('', live)),
    await getWithCursor(cursor, '', live),
  ])
  expect([...rejections].map((text) => JSON.parse(text))).toEqual([
    [
      400,
      {
        errors: [
          expect.objectContaining({ type: 'query_invalid', message: expect.objectContaining({ field: 'cursor' }) }),
        ],
      },
    ],
  ])
})

test('a list cursor is valid for the same filters in another notation', async () => {
  const cursor = await getCursor('status=captured,authorized&from=2026-11-14&amountMin=1.50')
  const other = `status=authorized,captured&from=2026-11-14T01:00:00%2B01:00&amountMin=1.5&format=csv&cursor=${cursor}`
  expect((await call('GET', `${path}?${other}`)).status).toBe(200)
})

test('a forged list cursor returns payments of the own account only', async () => {
  const position = { created: Date.UTC(2030, 0), id: 1, newer: false }
  const cursor = await encodeCursor(position, { account: merchant.id, mode: 'test', filters: {} })
  expect(await list(`cursor=${cursor}`)).toEqual(names)
})
