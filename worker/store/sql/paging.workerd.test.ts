import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant } from '../../testing/merchant.ts'
import { Database, sql } from './database.ts'
import { selectTotal, readPage } from './paging.ts'
import type { PagedList } from './paging.ts'

/** What a page costs, and where it begins, of whatever list. */

const count = 2_000

/** A list of 2,000 customers, so many of them made in one millisecond: their numbers, 2,000 the newest. */
const listOf = async (perMillisecond: number) => {
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
    visible: 'deleted IS NULL',
    total: selectTotal({ account, mode: 'test' }, 'customers'),
    entry: ({ firstName }) => Number(firstName),
  }
  const cursorOf = (n: number) => `${account}-${String(n).padStart(4, '0')}`
  return {
    merchant,
    cursorOf,
    /** The page of ten by its number, or after the customer of a number, and what it costs. */
    read: async (at: { readonly pageNumber?: number; readonly after?: number }, more: object = {}) => {
      const cursor = at.after === undefined ? null : cursorOf(at.after)
      let page: unknown
      const rows = await rowsRead(async () => {
        page = await readPage(database, { ...list, ...more }, { pageNumber: at.pageNumber ?? 1, pageSize: 10, cursor })
      })
      return { page, rows }
    },
  }
}

const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_none, index) => from - index)

describe.each([1, 500, 100_000])('where %d entries are made in a millisecond', async (perMillisecond) => {
  const { read, cursorOf } = await listOf(perMillisecond)

  test.each([
    ['the first', {}, down(2_000, 1_991), 2],
    ['by number, which reads what it passes over', { pageNumber: 3 }, down(1_980, 1_971), 3 + 20],
    ['after a cursor', { after: 1_991 }, down(1_990, 1_981), 5],
    ['after one far behind', { after: 21 }, down(20, 11), 5],
  ])('a page is %s', async (_what, at, entries, more) => {
    const { page, rows } = await read(at)
    expect(page).toEqual({ total: count, entries, next: cursorOf(entries.at(-1)!) })
    expect(rows).toBeLessThanOrEqual(10 + more)
  })

  test.each([
    ['last one by number', { pageNumber: 200 }, down(10, 1)],
    ['last one after a cursor', { after: 11 }, down(10, 1)],
    ['rest', { after: 4 }, down(3, 1)],
    ['nothing after the last', { after: 1 }, []],
  ])('there is no next page: the %s', async (_what, at, entries) => {
    expect((await read(at)).page).toEqual({ total: count, entries, next: null })
  })

  test.each([201, 300, 2_147_483_647])('page %d is empty and reads nothing but the total', async (pageNumber) => {
    expect(await read({ pageNumber })).toEqual({ page: { total: count, entries: [], next: null }, rows: 2 })
  })
})

test('a cursor may name what is not shown any more', async () => {
  const { merchant, read, cursorOf } = await listOf(3)
  await merchant.run('UPDATE customers SET deleted = 1 WHERE id IN (?, ?)', cursorOf(1_991), cursorOf(1_989))
  const { page } = await read({ after: 1_991 })
  expect(page).toMatchObject({ entries: [1_990, ...down(1_988, 1_980)] })
})

test('a cursor of another list is not found, and neither is one of nothing', async () => {
  const [{ read }, other] = [await listOf(1), await listOf(1)]
  expect((await read({ after: count + 1 })).page).toBe('cursor_not_found')
  const within = sql('account = ? AND mode = ?', other.merchant.id, 'test')
  expect((await read({ after: 5 }, { within })).page).toBe('cursor_not_found')
})

test('a list may have another order, and belong to something that is not there', async () => {
  const { read } = await listOf(1)
  const byName = { newerBy: ['firstName'], columns: 'firstName' }
  const { page } = await read({ pageNumber: 2 }, byName)
  expect(page).toMatchObject({ entries: [99, ...down(989, 981)], next: '981' })
  const total = sql('SELECT 1 AS total WHERE FALSE')
  expect((await read({}, { total, missing: 'nobody' })).page).toBe('nobody')
  await expect(read({}, { total })).rejects.toThrow('customers')
})

test('a list that nobody counts has no total, and pages like any other', async () => {
  const { read, cursorOf } = await listOf(1)
  const uncounted = { total: null }
  expect((await read({}, uncounted)).page).toEqual({ total: null, entries: down(2_000, 1_991), next: cursorOf(1_991) })
  expect((await read({ pageNumber: 3 }, uncounted)).page).toMatchObject({ entries: down(1_980, 1_971) })
  expect((await read({ after: 11 }, uncounted)).page).toEqual({ total: null, entries: down(10, 1), next: null })
  expect((await read({ pageNumber: 201 }, uncounted)).page).toEqual({ total: null, entries: [], next: null })
})
