import { expect, test } from 'vitest'
import { Meter } from '../../app/meter.ts'
import { insertExpiryEvents } from '../../store/checkouts/checkoutEvents.ts'
import { Database } from '../../store/sql/database.ts'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { expectOk, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { testClock } from '../../testing/merchant.ts'

test('a sweep records checkout.expired for a limited number of checkouts and reads no checkout that is not due', async () => {
  const clock = testClock()
  const { make, merchant } = await checkoutApiFixture({}, { clock })
  const first = await make()
  // Due checkouts of other tests would count as well.
  await merchant.run('UPDATE checkouts SET announceExpiry = NULL WHERE account <> ?', merchant.id)
  await merchant.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO checkouts (id, account, mode, key, origin, currency, total, offer, created, expires, announceExpiry)
     SELECT '00many' || printf('%018d', i), account, mode, key, origin, currency, total, offer, created, expires,
            CASE WHEN i < 5 THEN expires WHEN i % 2 THEN expires + 1000 END
     FROM n CROSS JOIN checkouts WHERE id = ?`,
    first,
  )
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const reach = { owner: { account: merchant.id, mode: 'test' } } as const
  const expire = () =>
    insertExpiryEvents({ database: new Database(d1, new Meter()), ...reach }, clock.now(), clock.now() + 60_000, 3)
  clock.advance(86_400_500)
  expect([await expire(), await expire()]).toEqual([3, 2])
  let recorded = -1
  expect(await rowsRead(async () => void (recorded = await expire()))).toBeLessThan(50)
  expect(recorded).toBe(0)
  const events = await merchant.rows(
    "SELECT resource FROM events WHERE type = 'checkout.expired' AND account = ?",
    merchant.id,
  )
  expect(new Set(events.map(({ resource }) => resource)).size).toBe(5)
})

test('opening, paying and reading a checkout reads no more rows among 2,000 checkouts than among few', async () => {
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const now = Date.now() + 86_400_000
  const { make, shopper, call, merchant } = await checkoutApiFixture({}, { clock: { now: () => now } }, { DB_00: d1 })
  const measured = async () => {
    const id = await make()
    let nonce = ''
    return {
      page: await rowsRead(async () => {
        nonce = (await shopper.open(id)).data!.nonce
      }),
      pay: await rowsRead(async () => expect((await shopper.pay(id, nonce)).json.status).toBe('completed')),
      get: await rowsRead(() => expectOk(call('GET', `/v1/dynamiccheckout/${id}`))),
    }
  }
  // A range at the end of an index reads one row less, so other accounts have rows on both sides.
  for (let merchants = 0; merchants < 8; merchants++) {
    const other = await checkoutApiFixture({}, { clock: { now: () => now + merchants } })
    await other.shopper.openAndPay(await other.make())
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
  // A range at the end of an index reads one row less.
  for (const [what, rows] of Object.entries(many)) expect(rows, what).toBeLessThanOrEqual(few[what as 'get'] + 3)
  await merchant.run("DELETE FROM checkouts WHERE account = ? AND id LIKE '0000000000%'", merchant.id)
})
