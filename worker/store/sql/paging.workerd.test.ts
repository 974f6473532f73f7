import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { Database, sql } from './database.ts'
import { selectTotal, readPage } from './paging.ts'
import type { PagedList } from './paging.ts'

/** The rows that a page reads, and the entries that it contains. */

const count = 2_000

/** Creates a list of 2,000 customers, `perMillisecond` of them in each millisecond. Its entries are their numbers, 2,000 the newest. */
const createList = async (perMillisecond: number) => {
  const merchant = await createMerchant()
  const { id: account } = merchant
  await merchant.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
     INSERT INTO customers (id, account, mode, firstName, lastName, company, phoneNumber, emailAddress, shippingAddress,
                            metadata, created, updated)
     SELECT printf('%s-%04d', ?1, n), ?1, 'test', n, '', '', '', '', '{}', '{}', n / CAST(?3 AS INTEGER), 0 FROM numbers`,
    account,
    count,
    perMillisecond,
  )
  await merchant.run("INSERT INTO counters VALUES (?, 'test', 'customers', ?)", account, count)
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const database = new Database(d1, { trips: 0, databaseMs: 0 })
  const list: PagedList<number, never> = {
    table: 'customers',
    columns: 'id, firstName',
    within: sql('account = ? AND mode = ?', account, 'test'),
    visible: sql('deleted IS NULL'),
    total: selectTotal({ account, mode: 'test' }, 'customers'),
    entry: ({ firstName }) => Number(firstName),
  }
  const cursorOf = (n: number) => `${account}-${String(n).padStart(4, '0')}`
  return {
    merchant,
    cursorOf,
    /** Reads a page of ten, by its number or after a customer, and returns it with the number of rows read. */
    read: async (
      at: { readonly pageNumber?: number; readonly after?: number; readonly before?: number },
      more: object = {},
    ) => {
      const newer = at.before === undefined ? null : `-${cursorOf(at.before)}`
      const cursor = at.after === undefined ? newer : cursorOf(at.after)
      let page: unknown
      const rows = await rowsRead(async () => {
        page = await readPage(database, { ...list, ...more }, { pageNumber: at.pageNumber ?? 1, pageSize: 10, cursor })
      })
      return { page, rows }
    },
  }
}

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_none, index) => from - index)

describe.each([1, 500, 100_000])('page of a list with %d entries per millisecond', async (perMillisecond) => {
  const { read, cursorOf } = await createList(perMillisecond)

  test.each([
    ['without parameters', {}, down(2_000, 1_991), 2],
    ['by number', { pageNumber: 3 }, down(1_980, 1_971), 3 + 20],
    ['after a cursor', { after: 1_991 }, down(1_990, 1_981), 5],
    ['after a cursor near the end', { after: 21 }, down(20, 11), 5],
    ['before a cursor', { before: 1_980 }, down(1_990, 1_981), 5],
    ['before a cursor near the end', { before: 10 }, down(20, 11), 5],
  ])('page %s has the expected entries and reads few rows', async (_case, at, entries, more) => {
    const { page, rows } = await read(at)
    const previous = entries[0] === count ? null : `-${cursorOf(entries[0]!)}`
    expect(page).toEqual({ total: count, entries, next: cursorOf(entries.at(-1)!), previous })
    expect(rows).toBeLessThanOrEqual(10 + more)
  })

  test.each([
    ['the last page by number', { pageNumber: 200 }, down(10, 1)],
    ['the last full page after a cursor', { after: 11 }, down(10, 1)],
    ['the last partial page after a cursor', { after: 4 }, down(3, 1)],
    ['the empty page after the last entry', { after: 1 }, []],
  ])('%s has no next cursor', async (_case, at, entries) => {
    const previous = entries[0] === undefined ? null : `-${cursorOf(entries[0])}`
    expect((await read(at)).page).toEqual({ total: count, entries, next: null, previous })
  })

  test.each([
    ['the full page before a cursor', { before: 1_990 }, down(2_000, 1_991)],
    ['the partial page before a cursor', { before: 1_997 }, down(2_000, 1_998)],
    ['the empty page before the first entry', { before: 2_000 }, []],
  ])('%s has no previous cursor', async (_case, at, entries) => {
    const next = entries.length === 0 ? null : cursorOf(entries.at(-1)!)
    expect((await read(at)).page).toEqual({ total: count, entries, next, previous: null })
  })

  test.each([201, 300, 2_147_483_647])(
    'page %d beyond the last is empty and reads only the total',
    async (pageNumber) => {
      expect(await read({ pageNumber })).toEqual({
        page: { total: count, entries: [], next: null, previous: null },
        rows: 2,
      })
    },
  )
})

test('cursor of a deleted entry is valid', async () => {
  const { merchant, read, cursorOf } = await createList(3)
  await merchant.run('UPDATE customers SET deleted = 1 WHERE id IN (?, ?)', cursorOf(1_991), cursorOf(1_989))
  const { page } = await read({ after: 1_991 })
  expect(page).toMatchObject({ entries: [1_990, ...down(1_988, 1_980)] })
})

test('cursor of another list or of no entry returns cursor_not_found', async () => {
  const [{ read }, other] = [await createList(1), await createList(1)]
  expect((await read({ after: count + 1 })).page).toBe('cursor_not_found')
  const within = sql('account = ? AND mode = ?', other.merchant.id, 'test')
  expect((await read({ after: 5 }, { within })).page).toBe('cursor_not_found')
})

test('list can be sorted by another column, and a list without its parent returns missing', async () => {
  const { read } = await createList(1)
  const byName = { sortColumns: ['firstName'], columns: 'firstName' }
  const { page } = await read({ pageNumber: 2 }, byName)
  expect(page).toMatchObject({ entries: [99, ...down(989, 981)], next: '981' })
  const total = sql('SELECT 1 AS total WHERE FALSE')
  expect((await read({}, { total, missing: 'parent_not_found' })).page).toBe('parent_not_found')
  await expect(read({}, { total })).rejects.toThrow('customers')
})

test('list without a counter has no total and the same pages', async () => {
  const { read, cursorOf } = await createList(1)
  const uncounted = { total: null }
  expect((await read({}, uncounted)).page).toEqual({
    total: null,
    entries: down(2_000, 1_991),
    next: cursorOf(1_991),
    previous: null,
  })
  expect((await read({ pageNumber: 3 }, uncounted)).page).toMatchObject({ entries: down(1_980, 1_971) })
  expect((await read({ after: 11 }, uncounted)).page).toEqual({
    total: null,
    entries: down(10, 1),
    next: null,
    previous: `-${cursorOf(10)}`,
  })
  expect((await read({ pageNumber: 201 }, uncounted)).page).toEqual({
    total: null,
    entries: [],
    next: null,
    previous: null,
  })
})
