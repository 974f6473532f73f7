import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { insertEvent } from '../../testing/insertEvents.ts'
import { createMerchant } from '../../testing/merchant.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { Database } from '../sql/database.ts'
import { deleteOldEvents, existsOldEvent } from './eventRetention.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

/** Times before those of all other tests. */
const base = 1_000_000

const insertAt = async (merchant: Merchant, ...times: readonly number[]): Promise<void> => {
  for (const at of times)
    await insertEvent(merchant, { type: 'customer.updated', resource: merchant.id, at: base + at, snapshot: {} })
}
const scopeOf = ({ id }: Merchant) => ({ database, owner: { account: id, mode: 'test' as const } })
const remove = (merchant: Merchant, before: number, limit = 1000) =>
  deleteOldEvents(scopeOf(merchant), base + before, limit)
const isDue = async (merchant: Merchant, before: number) =>
  (await database.rows(existsOldEvent(scopeOf(merchant), base + before))).length > 0
const visible = async ({ id, rows }: Merchant): Promise<unknown[]> =>
  (await rows('SELECT sequence FROM events WHERE account = ? AND snapshot IS NOT NULL ORDER BY position', id)).map(
    ({ sequence }) => sequence,
  )

test('old events of an account are deleted within the limit, the oldest first, and those of no other account', async () => {
  const [one, other] = [await createMerchant(), await createMerchant()]
  await insertAt(one, 2, 3, 4, 90)
  await insertAt(other, 1, 2, 90)
  expect(await isDue(one, 2)).toBe(false)
  expect(await isDue(one, 10)).toBe(true)
  expect(await remove(one, 10, 2)).toBe(2)
  expect([await visible(one), await visible(other)]).toEqual([
    [3, 4],
    [1, 2, 3],
  ])
  expect(await remove(one, 10)).toBe(1)
  expect(await visible(one)).toEqual([4])
  expect(await isDue(one, 10)).toBe(false)
  expect(await remove(one, 10)).toBe(0)
  // The last event of an account loses its content.
  expect(await remove(one, 100)).toBe(1)
  expect([await visible(one), await visible(other)]).toEqual([[], [1, 2, 3]])
  expect(await isDue(one, 100)).toBe(false)
  await insertAt(one, 200)
  expect(await visible(one)).toEqual([5])
})

test('the sequence of a resource continues after all of its events are deleted', async () => {
  const merchant = await createMerchant()
  await insertAt(merchant, 1, 2)
  await insertEvent(merchant, { type: 'customer.created', at: base + 50, snapshot: {} })
  expect(await remove(merchant, 10)).toBe(2)
  expect(await merchant.rows('SELECT last FROM eventCounts WHERE resource = ?', merchant.id)).toEqual([{ last: 2 }])
  await insertAt(merchant, 51)
  expect((await visible(merchant)).at(-1)).toBe(3)
})

test('an event after newer ones of a clock that was set back waits until those are old', async () => {
  const merchant = await createMerchant()
  await insertAt(merchant, 1, 60, 2, 90)
  expect(await remove(merchant, 10)).toBe(1)
  expect(await visible(merchant)).toEqual([2, 3, 4])
  expect(await isDue(merchant, 10)).toBe(false)
  await remove(merchant, 61)
  expect(await visible(merchant)).toEqual([4])
})
