import { afterAll, expect, test, vi } from 'vitest'
import { deleteOldEvents } from '../../store/events/eventRetention.ts'
import { Database } from '../../store/sql/database.ts'
import { bindings } from '../../testing/bindings.ts'
import { firstError } from '../../testing/firstError.ts'
import {
  createCustomer,
  getEventPage,
  listEvents,
  renameCustomer,
  typesOf,
} from '../../testing/fixtures/eventRequests.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const hour = 3_600_000
const day = 24 * hour

const { open, clock, sweep } = startWebhookReceivers()

type Opened = Awaited<ReturnType<typeof open>>

const shiftBack = async ({ id, run }: Merchant, ms: number): Promise<void> => {
  await run('UPDATE events SET at = at - ?2 WHERE account = ?1', id, ms)
  await run('UPDATE eventRetention SET oldest = oldest - ?2 WHERE account = ?1', id, ms)
}
/** Positions of visible events. */
const positions = async (merchant: Merchant): Promise<number[]> =>
  (
    await merchant.rows(
      'SELECT position FROM events WHERE account = ? AND snapshot IS NOT NULL ORDER BY position',
      merchant.id,
    )
  ).map(({ position }) => Number(position))
const newest = async ({ merchant }: Opened) =>
  Number(
    (await merchant.rows('SELECT max(position) AS newest FROM events WHERE account = ?', merchant.id))[0]?.['newest'],
  )
test('the sweep deletes events after 30 days, not earlier', async () => {
  const shop = await open()
  await createCustomer(shop.call)
  await shiftBack(shop.merchant, 30 * day - hour)
  const other = await open()
  await createCustomer(other.call)
  await sweep()
  expect(typesOf(await listEvents(shop.call))).toEqual(['customer.created'])
  await shiftBack(shop.merchant, 2 * hour)
  await sweep()
  expect(await listEvents(shop.call)).toEqual([])
  expect(typesOf(await listEvents(other.call))).toEqual(['customer.created'])
})

test('events after a deletion continue the sequence of their resource and have new positions', async () => {
  const shop = await open()
  const id = await createCustomer(shop.call)
  await renameCustomer(shop.call, id, 'Ada')
  const before = await positions(shop.merchant)
  await shiftBack(shop.merchant, 40 * day)
  await sweep()
  expect((await positions(shop.merchant)).length).toBeLessThan(2)
  await renameCustomer(shop.call, id, 'Grace')
  await createCustomer(shop.call)
  const events = await listEvents(shop.call)
  const changes = events.filter(({ data }) => data.customer.id === id && data.customer.firstName === 'Grace')
  expect(changes.map(({ sequence }) => sequence)).toEqual([3])
  expect(Math.min(...(await positions(shop.merchant)).slice(-2))).toBeGreaterThan(Math.max(...before))

  // A second time, so that the stored count is continued as well.
  await shiftBack(shop.merchant, 40 * day)
  await sweep()
  await renameCustomer(shop.call, id, 'Edith')
  const [last] = await listEvents(shop.call)
  expect([last.data.customer.firstName, last.sequence]).toEqual(['Edith', 4])
})

test('the newest event of an account is deleted after 30 days, and its position is not used again', async () => {
  const shop = await open()
  await createCustomer(shop.call)
  await createCustomer(shop.call)
  const [{ id }] = await listEvents(shop.call)
  await shiftBack(shop.merchant, 40 * day)
  const last = await newest(shop)
  await sweep()
  expect(await positions(shop.merchant)).toEqual([])
  expect(await listEvents(shop.call)).toEqual([])
  expect((await shop.call('GET', `/v1/events/${id}`)).status).toBe(404)
  expect(
    await shop.merchant.rows('SELECT snapshot, requestId FROM events WHERE account = ?', shop.merchant.id),
  ).toEqual([{ snapshot: null, requestId: null }])
  const receiver = await shop.receive()
  await createCustomer(shop.call)
  expect(await positions(shop.merchant)).toEqual([last + 1])
  await receiver.waitForDeliveries(1)

  // The empty row is deleted once the account has newer events.
  await createCustomer(shop.call)
  await shiftBack(shop.merchant, 31 * day)
  await sweep()
  expect(await shop.merchant.rows('SELECT position FROM events WHERE account = ?', shop.merchant.id)).toEqual([
    { position: last + 2 },
  ])
})

test('events expire by the test clock of their account', async () => {
  const shop = await open()
  await createCustomer(shop.call)
  await createCustomer((await open()).call)
  const advance = (seconds: number) => shop.call('POST', '/v1/testclock/advance', { body: { seconds } })
  await advance((29 * day) / 1000)
  expect(typesOf(await listEvents(shop.call))).toEqual(['customer.created'])
  await advance((2 * day) / 1000)
  expect(await listEvents(shop.call)).toEqual([])
})

test('expired events are deleted in batches, oldest first, and then return 404', async () => {
  const shop = await open()
  for (let count = 0; count < 3; count++) {
    await createCustomer(shop.call)
    clock.advance(1000)
  }
  const [, second, first] = await listEvents(shop.call)
  await createCustomer((await open()).call)
  const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
  const deleteBatch = (limit: number) =>
    deleteOldEvents({ database, owner: { account: shop.merchant.id, mode: 'test' } }, clock.now(), limit)
  expect(await deleteBatch(1)).toBe(1)
  expect((await shop.call('GET', `/v1/events/${first.id}`)).status).toBe(404)
  expect((await shop.call('GET', `/v1/events/${second.id}`)).status).toBe(200)
  expect(firstError(await getEventPage(shop.call, `?cursor=${first.id}`))).toEqual([400, 'query_invalid', 'cursor'])
  expect(await deleteBatch(10)).toBe(2)
  expect(await deleteBatch(10)).toBe(0)
})
