import { expect, test, vi } from 'vitest'
import { subscriptionStates } from '#contract/subscriptions/subscriptions'
import type { SubscriptionState } from '#contract/subscriptions/subscriptions'
import { Database } from '../../store/sql/database.ts'
import { searchSubscriptions } from '../../store/subscriptions/search.ts'
import type { SubscriptionStart } from '../../store/subscriptions/search.ts'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

vi.spyOn(console, 'log').mockReturnValue()

const { d1, rowsRead } = measuredDatabase(bindings.DB_00)

/** The time of the list: half of the active subscriptions have started. */
const nowOf = (count: number) => count / 2

/** Of 500 subscriptions, one each has these statuses; the others are active. */
const rare = ['past_due', 'paused', 'unpaid', 'completed', 'canceled']

/** An account with so many subscriptions of one customer. The nth one starts at n. */
const accountWith = async (count: number) => {
  const merchant = await createMerchant()
  const { makePlan, subscribe } = subscriptionFixture(merchant, startWorker().as(merchant.secretKey))
  const { id } = await subscribe(await makePlan())
  const statuses = rare.map((status, at) => `WHEN ${at + 1} THEN '${status}'`).join(' ')
  await merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO subscriptions (id, account, mode, customer, plan, label, unit, interval, firstDate, installments, currency, total, tax,
                                surcharge, shipping, status, starts, due, created, updated)
     SELECT ?1 || printf('-%07d', i), account, mode, customer, plan, label, unit, interval, firstDate, installments, currency, total, tax,
            surcharge, shipping, CASE i % 500 ${statuses} ELSE 'active' END, i, 9e15, i, i
     FROM n CROSS JOIN subscriptions WHERE id = ?1`,
    id,
    count,
  )
  await merchant.run('DELETE FROM bills WHERE subscription = ?', id)
  await merchant.run('DELETE FROM subscriptions WHERE id = ?', id)
  const scope = {
    database: new Database(d1, { trips: 0, databaseMs: 0 }),
    owner: { account: merchant.id, mode: 'test' },
  } as const
  return { scope, count }
}

const [few, many] = [await accountWith(5_000), await accountWith(100_000)]

const pageSize = 4

/** The rows that a page reads, and its entries. */
const readPage = async (
  { scope, count }: typeof few,
  status: readonly SubscriptionState[] | undefined,
  start: SubscriptionStart | null = null,
) => {
  let page: Awaited<ReturnType<typeof searchSubscriptions>> | undefined
  const rows = await rowsRead(async () => {
    page = await searchSubscriptions(scope, { status }, { start, pageSize }, nowOf(count))
  })
  if (page === undefined || page === 'cursor_not_found') throw new Error('There is no such page.')
  return { rows, page }
}

/** The pages: the first, the second, one at the far end, and the one before the second. */
const readPages = async (account: typeof few, status: readonly SubscriptionState[] | undefined) => {
  const first = await readPage(account, status)
  const second = await readPage(account, status, { id: first.page.earlier!, later: false })
  const back = await readPage(account, status, { id: second.page.later!, later: true })
  expect(back.page.rows).toEqual(first.page.rows)
  const [oldest] = await account.scope.database.rows({
    sql: 'SELECT id FROM subscriptions WHERE account = ? AND starts = 500',
    values: [account.scope.owner.account],
  })
  const end = await readPage(account, status, { id: String(oldest!['id']), later: true })
  expect([first, second, end].map(({ page }) => page.rows.length)).toEqual([pageSize, pageSize, pageSize])
  return [first, second, back, end].map(({ rows }) => rows)
}

/** The most rows that a page of four reads: four of each table, one more to see whether a page follows, and one or two of each range. */
const filters: readonly (readonly [name: string, status: readonly SubscriptionState[] | undefined, rows: number])[] = [
  ['of all states', undefined, 40],
  ['of a status that most have', ['active'], 23],
  ['of a status that few have', ['past_due'], 19],
  ['that start in the future', ['pending'], 21],
  ['of two states', ['past_due', 'unpaid'], 23],
  ['of one that most have and one that few have', ['active', 'past_due'], 25],
  ['of all states but one', subscriptionStates.filter((state) => state !== 'active'), 43],
]

test.each(filters)(
  'a page of subscriptions %s reads the same few rows among 5,000 and 100,000',
  async (_which, status, most) => {
    const [fewer, more] = [await readPages(few, status), await readPages(many, status)]
    // Which statuses stand beside each other moves a merge by a row.
    for (const [at, rows] of more.entries()) expect(Math.abs(rows - fewer[at]!)).toBeLessThanOrEqual(1)
    expect(Math.max(...fewer, ...more)).toBeLessThanOrEqual(most)
  },
)

test('Today reads 3 rows of each of six subscriptions that are past due', async () => {
  const rows = await rowsRead(() =>
    searchSubscriptions(many.scope, { status: ['past_due'] }, { start: null, pageSize: 6 }, nowOf(many.count)),
  )
  expect(rows).toBe(21)
})

test('the first page of an account without subscriptions reads at most one row of each status', async () => {
  const scope = { ...few.scope, owner: { account: (await createMerchant()).id, mode: 'test' } } as const
  const { rows, page } = await readPage({ scope, count: 2 }, undefined)
  expect(page).toEqual({ rows: [], earlier: null, later: null })
  expect(rows).toBeLessThanOrEqual(6)
})

test('a subscription writes 9 rows when it is created for a later start, and 10 when it is canceled', async () => {
  const { d1: written, counts } = measuredDatabase(bindings.DB_00)
  const merchant = await createMerchant()
  const { makePlan, subscribe, ok } = subscriptionFixture(
    merchant,
    startWorker({}, { DB_00: written }).as(merchant.secretKey),
  )
  const plan = await makePlan()
  const { customer } = await subscribe(plan)
  const rowsOf = async <T>(work: () => Promise<T>): Promise<[rows: number, result: T]> => {
    const before = counts.rowsWritten
    const result = await work()
    return [counts.rowsWritten - before, result]
  }
  const path = `/v1/customers/${customer}/subscriptions`
  const startDate = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const [created, { customerSubscriptions }] = await rowsOf(() => ok('POST', path, { body: { plan, startDate } }))
  const [canceled] = await rowsOf(() => ok('DELETE', `${path}/${customerSubscriptions[0].customerSubscriptionId}`))
  expect([created, canceled]).toEqual([9, 10])
})
