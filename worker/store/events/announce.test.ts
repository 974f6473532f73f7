import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { createMerchant } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { Database, sql } from '../sql/database.ts'
import { announce } from './events.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

interface NewEvent {
  readonly resource: string
  readonly occasion: string
  readonly mode?: 'test' | 'live'
}

const announcement = ({ id }: Merchant, events: readonly NewEvent[]) =>
  announce(
    sql(
      `SELECT ? AS account, coalesce(value ->> 'mode', 'test') AS mode, 'customer.updated' AS type, ? || (value ->> 'resource') AS resource,
              value ->> 'occasion' AS occasion, NULL AS requestId, 1 AS at, key AS place, '{}' AS snapshot
       FROM json_each(?)`,
      id,
      id,
      JSON.stringify(events),
    ),
  )

const insert = async (merchant: Merchant, ...events: readonly NewEvent[]): Promise<number> =>
  (await database.rows(announcement(merchant, events))).length

const stored = async (merchant: Merchant, mode: 'test' | 'live' = 'test') =>
  (
    await merchant.rows(
      'SELECT position, resource, sequence, occasion FROM events WHERE account = ? AND mode = ? ORDER BY position',
      merchant.id,
      mode,
    )
  ).map(({ position, resource, sequence, occasion }) => [
    position,
    `${(resource as string).slice(merchant.id.length)}${sequence}`,
    occasion,
  ])

test('positions count per account and mode, sequences per resource', async () => {
  const [one, other] = [await createMerchant(), await createMerchant()]
  await insert(
    one,
    { resource: 'a', occasion: '1' },
    { resource: 'b', occasion: '1' },
    { resource: 'a', occasion: '2' },
  )
  await insert(other, { resource: 'a', occasion: '1' })
  await insert(one, { resource: 'live', occasion: '1', mode: 'live' }, { resource: 'b', occasion: '2' })
  expect(await stored(one)).toEqual([
    [1, 'a1', '1'],
    [2, 'b1', '1'],
    [3, 'a2', '2'],
    [4, 'b2', '2'],
  ])
  expect(await stored(one, 'live')).toEqual([[1, 'live1', '1']])
  expect(await stored(other)).toEqual([[1, 'a1', '1']])
})

test('concurrent batches give each event its own position and sequence, without a gap', async () => {
  const merchant = await createMerchant()
  const resources = ['a', 'b', 'c']
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => insert(merchant, { resource: resources[n % 3]!, occasion: String(n) })),
  )
  const events = await stored(merchant)
  expect(events.map(([position]) => position)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
  for (const resource of resources)
    expect(events.map(([, name]) => name as string).filter((name) => name.startsWith(resource))).toEqual(
      Array.from({ length: 20 }, (_, n) => `${resource}${n + 1}`),
    )
})

test('a repeated batch inserts no second event, also after 60 other events of the resource and for 300 events at once', async () => {
  const merchant = await createMerchant()
  const first = { resource: 'a', occasion: 'first' }
  expect(await insert(merchant, first)).toBe(1)
  expect(await insert(merchant, first, { resource: 'a', occasion: 'second' })).toBe(1)
  for (let n = 0; n < 60; n++) await insert(merchant, { resource: 'a', occasion: `other ${n}` })
  expect(await insert(merchant, first)).toBe(0)
  const settled = Array.from({ length: 300 }, (_, n) => ({ resource: 'b', occasion: String(n) }))
  expect(await insert(merchant, ...settled)).toBe(300)
  for (let n = 0; n < 60; n++) await insert(merchant, { resource: 'b', occasion: `other ${n}` })
  expect(await insert(merchant, ...settled)).toBe(0)
})

test('an event whose condition selects no row inserts nothing', async () => {
  expect(await insert(await createMerchant())).toBe(0)
})
