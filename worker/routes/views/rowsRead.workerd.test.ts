import { expect, test } from 'vitest'
import { Database } from '../../store/sql/database.ts'
import { viewStore } from '../../store/views/viewStore.ts'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant } from '../../testing/merchant.ts'

const { d1, rowsRead } = measuredDatabase(bindings.DB_00)

/** An account with ten shared views, ten of one member, and ten of each of so many others. */
const accountWith = async (members: number) => {
  const merchant = await createMerchant()
  await merchant.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
     INSERT INTO views (id, account, mode, holder, list, name, query, created, updated)
     SELECT ?1 || '-' || n, ?1, 'test', iif(n < 10, '', 'member-' || (n / 10)), 'payments', 'View ' || n, '', n, n FROM numbers`,
    merchant.id,
    (members + 2) * 10 - 1,
  )
  const database = new Database(d1, { trips: 0, databaseMs: 0 })
  return viewStore({ database, owner: { account: merchant.id, mode: 'test' } } as never)
}

test('the list of views reads the same rows whether 10 or 2,000 other members have views', async () => {
  const page = { pageNumber: 1, pageSize: 100, cursor: null }
  const rows: number[] = []
  for (const members of [10, 2_000]) {
    const views = await accountWith(members)
    rows.push(
      await rowsRead(async () => {
        const list = await views.list(['', 'member-1'], undefined, page)
        if (list === 'cursor_not_found') throw new Error('There is no such page.')
        expect(list.entries).toHaveLength(20)
      }),
    )
  }
  expect(rows[1]).toBe(rows[0])
  expect(rows[0]).toBeLessThan(70)
})
