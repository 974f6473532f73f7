import { expect, test } from 'vitest'
import { maxExaminedCheckouts } from '#contract/checkouts/checkoutList'
import type { CheckoutFilters } from '#contract/checkouts/checkoutList'
import { searchCheckouts } from '../../store/checkouts/search.ts'
import { Database } from '../../store/sql/database.ts'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'

const { d1, rowsRead } = measuredDatabase(bindings.DB_00)

/** An account with so many open checkouts: every hundredth is canceled, and has an invoice number and an email address. */
const accountWith = async (count: number) => {
  const { make, merchant } = await checkoutApiFixture()
  const first = await make({ total: 5, customerInfo: { name: 'Ann' } })
  await merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO checkouts (id, account, mode, key, origin, currency, total, offer, created, expires, canceled, announceExpiry)
     SELECT substr(?1, 1, 10) || printf('%014d', i), account, mode, key, origin, currency, total,
            iif(i % 100 = 0, json_set(offer, '$.number', 'INV-1', '$.prefill.email', 'ann@example.com'), offer), i, 9e15,
            iif(i % 100 = 0, i, NULL), 9e15
     FROM n CROSS JOIN checkouts WHERE id = ?1`,
    first,
    count,
  )
  const scope = {
    database: new Database(d1, { trips: 0, databaseMs: 0 }),
    owner: { account: merchant.id, mode: 'test' },
  } as const
  return { scope, newest: count }
}

const none: CheckoutFilters = {
  status: undefined,
  invoiceNumber: undefined,
  email: undefined,
  from: undefined,
  to: undefined,
}

const [few, many] = [await accountWith(2_000), await accountWith(100_000)]

const filters: Readonly<Record<string, (newest: number) => Partial<CheckoutFilters>>> = {
  'without a filter': () => ({}),
  'of a status that all have': () => ({ status: ['open'] }),
  'of a status that few have': () => ({ status: ['canceled'] }),
  'of a status that none has': () => ({ status: ['completed'] }),
  'of an invoice number': () => ({ invoiceNumber: 'INV-1' }),
  'of an email address': () => ({ email: 'Ann@example.com' }),
  'of an invoice number and another email address': () => ({ invoiceNumber: 'INV-1', email: 'bob@example.com' }),
  'of an email address and a status': () => ({ email: 'ann@example.com', status: ['canceled'] }),
  'in a range of time': (newest) => ({ from: newest - 900, to: newest }),
}

/** The rows of a page, and the cursor of the next one. */
const readPage = async (name: string, { scope, newest }: typeof few, cursor: string | null) => {
  let next: string | null = null
  const rows = await rowsRead(async () => {
    const start = cursor === null ? null : { id: cursor, newer: false }
    const page = await searchCheckouts(scope, { ...none, ...filters[name]!(newest) }, { start, pageSize: 5 }, newest)
    if (page === 'cursor_not_found') throw new Error('There is no such page.')
    next = page.older
  })
  return { rows, next }
}

/** Filters without an index of their own: a page examines as many checkouts as the limit allows, of which each costs up to six rows. */
const limited = new Set([
  'of a status that few have',
  'of a status that none has',
  'of an invoice number and another email address',
])

test.each(Object.keys(filters).filter((name) => !limited.has(name)))(
  'a page of checkouts %s reads the same rows among 2,000 and 100,000',
  async (name) => {
    const first = [await readPage(name, few, null), await readPage(name, many, null)] as const
    expect(Math.abs(first[0].rows - first[1].rows)).toBeLessThanOrEqual(5)
    expect(first[1].rows).toBeLessThan(60)
    const second = [await readPage(name, few, first[0].next), await readPage(name, many, first[1].next)] as const
    expect(Math.abs(second[0].rows - second[1].rows)).toBeLessThanOrEqual(5)
    expect(second[1].rows).toBeLessThan(60)
  },
)

test.each([...limited])('a page of checkouts %s examines no more than the limit among 100,000', async (name) => {
  const first = await readPage(name, many, null)
  const second = await readPage(name, many, first.next)
  for (const { rows } of [first, second]) expect(rows).toBeLessThan(maxExaminedCheckouts * 6)
})

test('a new checkout writes 9 rows, and one more each for an invoice number and an email address', async () => {
  const { d1: written, counts } = measuredDatabase(bindings.DB_00)
  const { request } = await checkoutApiFixture({}, {}, { DB_00: written })
  await request({ total: 5 })
  const rowsOf = async (body: object): Promise<number> => {
    const before = counts.rowsWritten
    expect((await request(body)).status).toBe(200)
    return counts.rowsWritten - before
  }
  expect(await rowsOf({ total: 5 })).toBe(9)
  expect(await rowsOf({ total: 5, invoiceInfo: { number: 'INV-1' }, customerInfo: { email: 'ann@example.com' } })).toBe(
    11,
  )
})
