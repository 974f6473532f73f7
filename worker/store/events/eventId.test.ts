import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMerchant } from '../../testing/merchant.ts'
import { insertEvents } from '../../testing/insertEvents.ts'
import { sql } from '../sql/database.ts'
import { positionOfEventId } from './eventId.ts'

const uuidV7 = /^evt-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('the id of an event is a UUIDv7 of its time that contains its position', async () => {
  const merchant = await createMerchant()
  const edges = { position: [1, 2 ** 14, 2 ** 28 - 1, 2 ** 40 - 1], randomBits: [0, 1, 2 ** 34 - 1] }
  const row = fc.record({
    at: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
    position: fc.oneof(fc.constantFrom(...edges.position), fc.integer({ min: 1, max: 2 ** 40 - 1 })),
    randomBits: fc.oneof(fc.constantFrom(...edges.randomBits), fc.integer({ min: 0, max: 2 ** 34 - 1 })),
  })
  const [rows] = fc.sample(
    fc.uniqueArray(row, { selector: ({ position }) => position, minLength: 300, maxLength: 300 }),
    {
      seed: 25,
      numRuns: 1,
    },
  )
  await merchant.run(
    `INSERT INTO events (account, mode, position, type, resource, sequence, occasion, at, randomBits, snapshot)
     SELECT ?, 'live', value ->> 'position', 'customer.created', 'customer', key + 1, key, value ->> 'at', value ->> 'randomBits', '{}'
     FROM json_each(?)`,
    merchant.id,
    JSON.stringify(rows),
  )
  const stored = await merchant.rows('SELECT id, position, at FROM events WHERE account = ?', merchant.id)
  expect(stored).toHaveLength(300)
  for (const { id, position, at } of stored) {
    expect(id).toMatch(uuidV7)
    expect(Number.parseInt((id as string).slice(4, 17).replace('-', ''), 16)).toBe(at)
    expect(positionOfEventId(id as string)).toBe(position)
  }
})

test('ids of neighboring events differ in most of their random digits', async () => {
  const merchant = await createMerchant()
  await insertEvents(
    merchant,
    sql(
      `SELECT ? AS account, 'test' AS mode, 'customer.updated' AS type, 'customer' || ? AS resource, value AS occasion, NULL AS requestId,
              1 AS at, value AS place, '{}' AS snapshot
       FROM json_each('[1, 2, 3, 4, 5, 6, 7, 8]')`,
      merchant.id,
      merchant.id,
    ),
  )
  const ids = (await merchant.rows('SELECT id FROM events WHERE account = ?', merchant.id)).map(
    ({ id }) => id as string,
  )
  const digits = ids.map((id) => id.replaceAll('-', '').slice(16))
  for (let place = 0; place < 16; place++) {
    // The version and the variant.
    const isFixed = place === 0 || place === 4
    if (!isFixed) expect(new Set(digits.map((one) => one[place])).size, `digit ${place}`).toBeGreaterThan(2)
  }
})

test('a text that is no event id has no position', () => {
  const uuid = '019320f0-0000-4000-8000-000000000000'
  for (const text of ['', 'evt-unknown', uuid, `evt-${uuid}`]) expect(positionOfEventId(text)).toBeNull()
})
