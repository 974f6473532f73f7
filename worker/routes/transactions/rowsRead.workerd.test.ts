import { expect, test } from 'vitest'
import { Meter } from '../../app/meter.ts'
import { insertExpiryEvents } from '../../store/checkouts/checkoutEvents.ts'
import { listEventRows } from '../../store/events/eventReads.ts'
import { Database } from '../../store/sql/database.ts'
import { bindings } from '../../testing/bindings.ts'
import { ok, openShop } from '../../testing/fixtures/checkoutApiFixture.ts'
import { seedCaptures } from '../../testing/scale/manyCaptures.ts'
import { seedTransactions } from '../../testing/scale/manyTransactions.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { byToken, card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** What requests cost in rows that D1 reads: no more among many rows than among few. */

/** Rows that a payment by a browser's token reads, where so many earlier ones have card, range and address in common with it. */
const rowsOfPayment = async (count: number): Promise<number> => {
  const merchant: Merchant = await createMerchant({ settings: { duplicateWindowSeconds: 0 } })
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const now = Date.now()
  const worker = startWorker({ clock: { now: () => now } }, { DB_00: d1 })
  const headers = { 'cf-connecting-ip': '198.51.100.7' }
  const token = async () =>
    (
      await worker.as(merchant.publishableKey)('POST', '/v1/tokens', {
        body: { creditCard: card('4500000100000014') },
        headers,
      })
    ).json.token
  const authorize = async () =>
    worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: byToken(await token()) })
  await authorize()
  await seedTransactions(merchant, { count, youngest: now - 1000 })
  await merchant.run(
    `UPDATE transactions SET (fingerprint, cardRange, source) =
       (SELECT fingerprint, cardRange, source FROM transactions WHERE account = ?1 AND source IS NOT NULL)
     WHERE account = ?1`,
    merchant.id,
  )
  const held = await token()
  return rowsRead(async () => {
    const body = byToken(held)
    const { json } = await worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body })
    expect(json.responseCode).toBe('00')
  })
}

test('a payment by a browser’s token reads as many rows among 2,000 like it as among 100', async () => {
  const [few, many] = [await rowsOfPayment(100), await rowsOfPayment(2_000)]
  expect(many).toBeLessThanOrEqual(few + 3)
  // A dozen of them to tell of it.
  expect(few).toBeLessThan(130)
})

test('a sweep of expired checkouts announces so many at once and leaves the rest to the next, and reads none that is not due', async () => {
  const clock = testClock()
  const { make, merchant } = await openShop({}, { clock })
  const first = await make()
  await merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO checkouts (id, account, mode, key, origin, currency, total, offer, created, expires, announceExpiry)
     SELECT '00many' || printf('%018d', i), account, mode, key, origin, currency, total, offer, created, expires,
            CASE WHEN i < 5 THEN expires WHEN i % 2 THEN expires + 1000 END
     FROM n CROSS JOIN checkouts WHERE id = ?`,
    first,
  )
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const reach = { of: 'testAccount', account: merchant.id } as const
  const expire = () =>
    insertExpiryEvents({ database: new Database(d1, new Meter()), ...reach }, clock.now(), clock.now() + 60_000, 3)
  clock.advance(86_400_500)
  expect([await expire(), await expire()]).toEqual([3, 2])
  let announced = -1
  expect(await rowsRead(async () => void (announced = await expire()))).toBeLessThan(50)
  expect(announced).toBe(0)
  const told = await merchant.rows(
    "SELECT resource FROM events WHERE type = 'checkout.expired' AND account = ?",
    merchant.id,
  )
  expect(new Set(told.map(({ resource }) => resource)).size).toBe(5)
})

test('a checkout is shown and paid by no more rows where there are many checkouts, tries and payment methods than where there are few', async () => {
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const now = Date.now() + 86_400_000
  const { make, shopper, call, merchant } = await openShop({}, { clock: { now: () => now } }, { DB_00: d1 })
  const measured = async () => {
    const id = await make()
    let nonce = ''
    return {
      page: await rowsRead(async () => {
        nonce = (await shopper.open(id)).data!.nonce
      }),
      pay: await rowsRead(async () => expect((await shopper.pay(id, nonce)).json.status).toBe('completed')),
      get: await rowsRead(() => ok(call('GET', `/v1/dynamiccheckout/${id}`))),
    }
  }
  const first = await make()
  await shopper.openAndPay(first)
  const few = await measured()
  await merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO checkouts (id, account, mode, key, origin, currency, total, offer, customer, created, expires, forget)
     SELECT '00' || printf('%022d', i), account, mode, key, origin, currency, total, offer, customer, created, expires, forget
     FROM n CROSS JOIN checkouts WHERE id = ?`,
    first,
  )
  const many = await measured()
  // Where a range of an index ends at the index's own end, a row less is read.
  for (const [what, rows] of Object.entries(many)) expect(rows, what).toBeLessThanOrEqual(few[what as 'get'] + 3)
  await merchant.run("DELETE FROM checkouts WHERE account = ? AND id LIKE '0000000000%'", merchant.id)
})

test('a page of the list of events costs one round trip, and as many rows at the end of the list as at its beginning', async () => {
  const merchant = await createMerchant()
  await merchant.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
     INSERT INTO events (id, account, mode, type, resource, sequence, cause, requestId, at, snapshot)
     SELECT 'evt-' || ?1 || n, ?1, 'test', 'customer.created', ?1 || n, 1, '', NULL, ?2, ?3 FROM numbers`,
    merchant.id,
    Date.now(),
    JSON.stringify({
      id: 'customer',
      firstName: '',
      lastName: '',
      company: '',
      merchantIdentifier: null,
      phoneNumber: '',
      emailAddress: '',
      shippingAddress: '{}',
      metadata: '{}',
    }),
  )
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const read = async (cursor: string | null) => {
    let read: Awaited<ReturnType<typeof listEventRows>> | undefined
    const counter = { trips: 0, databaseMs: 0 }
    const rows = await rowsRead(async () => {
      read = await listEventRows(
        { database: new Database(d1, counter), owner: { account: merchant.id, mode: 'test' } },
        { types: null, since: null },
        { pageNumber: 1, pageSize: 10, cursor },
      )
    })
    return { read, rows, trips: counter.trips }
  }
  for (const cursor of [null, `evt-${merchant.id}1900`, `evt-${merchant.id}15`]) {
    const { read: found, rows, trips } = await read(cursor)
    if (found === undefined || found === 'cursor_not_found') throw new Error('There is no such page.')
    expect(found.total).toBeNull()
    expect(found.entries.map(({ account }) => account)).toEqual(Array(10).fill(merchant.id))
    expect([trips, rows <= 16]).toEqual([1, true])
  }
})

/** So many payments that were captured in so many parts. */
type Seeded = readonly [payments: number, captures: number]

/** How many rows the close of their batch reads. */
const rowsOfClose = async ([payments, captures]: Seeded): Promise<number> => {
  const merchant = await createMerchant()
  await seedCaptures(merchant, payments, captures)
  const measured = measuredDatabase(bindings.DB_00)
  const call = startWorker({}, { DB_00: measured.d1 }).as(merchant.secretKey)
  return measured.rowsRead(() => call('POST', '/v1/batches/close'))
}

test.each<[string, few: Seeded, many: Seeded]>([
  ['payments', [100, 1], [400, 1]],
  ['captures of one payment', [1, 100], [1, 400]],
])('closing a batch reads four times the rows where it has four times as many %s', async (_of, few, many) => {
  expect(await rowsOfClose(many)).toBeLessThan(4.2 * (await rowsOfClose(few)))
})

test('a search that finds nothing reads no more than 2,000 payments of 4,100', async () => {
  const merchant = await createMerchant()
  await seedTransactions(merchant, { count: 4_100, youngest: Date.UTC(2026, 10, 20) })
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  expect(await rowsRead(() => call('GET', '/v1/transactions?status=expired'))).toBeLessThan(2_000 * 5)
})
