import { expect, test } from 'vitest'
import { listEventRows } from '../../store/events/eventReads.ts'
import { Database } from '../../store/sql/database.ts'
import { bindings } from '../../testing/bindings.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import { createMerchant } from '../../testing/merchant.ts'

test('each page of the event list takes one round trip and at most 16 rows', async () => {
  const merchant = await createMerchant()
  await merchant.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
     INSERT INTO events (account, mode, position, type, resource, sequence, occasion, at, randomBits, snapshot)
     SELECT ?1, 'test', n, 'customer.created', ?1 || n, 1, '', ?2, random() & 17179869183, ?3 FROM numbers`,
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
  const idAt = async (position: number): Promise<string> =>
    (await merchant.rows('SELECT id FROM events WHERE account = ? AND position = ?', merchant.id, position))[0]!['id']
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const read = async (cursor: string | null) => {
    let read: Awaited<ReturnType<typeof listEventRows>> | undefined
    const counter = { trips: 0, databaseMs: 0 }
    const rows = await rowsRead(async () => {
      read = await listEventRows(
        { database: new Database(d1, counter), owner: { account: merchant.id, mode: 'test' } },
        { types: null, kinds: null, since: null, transaction: null },
        { pageNumber: 1, pageSize: 10, cursor },
      )
    })
    return { read, rows, trips: counter.trips }
  }
  for (const cursor of [null, await idAt(1900), await idAt(15)]) {
    const { read: found, rows, trips } = await read(cursor)
    if (found === undefined || found === 'cursor_not_found') throw new Error('There is no such page.')
    expect(found.total).toBeNull()
    expect(found.entries.map(({ account }) => account)).toEqual(Array(10).fill(merchant.id))
    expect([trips, rows <= 16]).toEqual([1, true])
  }
})
