import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent, causeEvents, createGate, deliveriesTo, eventIds, second } from './receiver.fixtures.ts'
import type { ReceiverFixture } from './receiver.fixtures.ts'

let warned: string[]
beforeEach(() => {
  warned = []
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'warn').mockImplementation((line) => void warned.push(String(line)))
})
afterEach(() => vi.restoreAllMocks())

const { clock, open, sweep } = startWebhookReceivers()

type Receiver = Awaited<ReturnType<ReceiverFixture['receive']>>

const positionsOf = async ({ merchant }: ReceiverFixture): Promise<number[]> =>
  (await merchant.rows('SELECT position FROM events WHERE account = ? ORDER BY position', merchant.id)).map(
    ({ position }) => position,
  )

const seenOf = async ({ merchant }: ReceiverFixture, { id }: Receiver): Promise<number> =>
  (await merchant.rows('SELECT seen FROM webhooks WHERE id = ?', id))[0]!['seen']

/** Waits until the database knows that all deliveries have ended. */
const waitUntilReported = async (fixture: ReceiverFixture, receiver: Receiver) =>
  expect.poll(() => seenOf(fixture, receiver)).toBe((await positionsOf(fixture)).at(-1))

/** Restores what a webhook's object reads to the time of a backup: a number of the account's events, and the progress then known. */
const restore = async (fixture: ReceiverFixture, receiver: Receiver, count: number, seen: number) => {
  const positions = await positionsOf(fixture)
  await fixture.merchant.run(
    'DELETE FROM events WHERE account = ? AND position > ?',
    fixture.merchant.id,
    positions[count - 1]!,
  )
  await fixture.merchant.run('UPDATE webhooks SET seen = ? WHERE id = ?', positions[seen - 1]!, receiver.id)
}

/** The state of every event's delivery, as the API returns it, oldest first. */
const statesOf = async (fixture: ReceiverFixture, receiver: Receiver) => {
  const rows = await fixture.merchant.rows(
    'SELECT id FROM events WHERE account = ? ORDER BY position',
    fixture.merchant.id,
  )
  return Promise.all(
    rows.map(async ({ id }) => {
      const { deliveries } = (await fixture.call('GET', `/v1/events/${id}/attempts`)).json
      const delivery = deliveries.find(({ webhook }: { webhook: string }) => webhook === receiver.id)
      return delivery === undefined ? null : [delivery.state, delivery.attempts.length]
    }),
  )
}

const repeated = (count: number, state: string) => Array.from({ length: count }, () => [state, 1])

describe('restore of the database', () => {
  test('60 events after a restore to 50 events ago are all delivered, and only they', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await causeEvents(fixture, 80)
    await receiver.waitForDeliveries(80)
    await waitUntilReported(fixture, receiver)
    await restore(fixture, receiver, 30, 20)
    const before = receiver.heard.length
    const customers = await causeEvents(fixture, 60)
    await receiver.waitForDeliveries(before + 60)
    await waitUntilReported(fixture, receiver)
    const received = receiver
      .events()
      .slice(before)
      .map(({ data }) => data.customer.id)
    expect(received.toSorted()).toEqual(customers.toSorted())
    expect(await statesOf(fixture, receiver)).toEqual(repeated(90, 'delivered'))
    expect(warned.filter((line) => line.includes('database restored'))).toHaveLength(1)
  }, 60_000)

  test('fewer events than the restore removed are delivered by an object that was evicted', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await causeEvents(fixture, 12)
    await receiver.waitForDeliveries(12)
    await waitUntilReported(fixture, receiver)
    await receiver.evict()
    await restore(fixture, receiver, 5, 5)
    const customers = await causeEvents(fixture, 3)
    await receiver.waitForDeliveries(15)
    expect(
      receiver
        .events()
        .slice(12)
        .map(({ data }) => data.customer.id),
    ).toEqual(customers)
    await expect.poll(() => statesOf(fixture, receiver)).toEqual(repeated(8, 'delivered'))
  })

  test('a new event at the position of a removed one is not listed as delivered before it is', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await causeEvents(fixture, 4)
    await receiver.waitForDeliveries(4)
    await waitUntilReported(fixture, receiver)
    await restore(fixture, receiver, 2, 2)
    const gate = createGate()
    receiver.respondWith(gate.answering)
    await causeEvents(fixture, 2)
    await receiver.waitForDeliveries(6)
    expect((await statesOf(fixture, receiver)).slice(2)).toEqual([
      ['pending', 0],
      ['pending', 0],
    ])
    gate.release()
    await expect.poll(async () => (await statesOf(fixture, receiver)).slice(2)).toEqual(repeated(2, 'delivered'))
  })

  test('the retry of a removed event is dropped, and that of a kept event is made', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    const [kept] = await causeEvents(fixture, 3)
    await receiver.waitForDeliveries(3)
    await expect.poll(() => statesOf(fixture, receiver)).toEqual(repeated(3, 'pending'))
    const positions = await positionsOf(fixture)
    await fixture.merchant.run(
      'DELETE FROM events WHERE account = ? AND position > ?',
      fixture.merchant.id,
      positions[0]!,
    )
    receiver.respondWith(204)
    const created = await causeEvent(fixture)
    await receiver.waitForDeliveries(4)
    clock.advance(10 * second)
    await sweep()
    await receiver.waitForDeliveries(5)
    await waitUntilReported(fixture, receiver)
    expect(
      receiver
        .events()
        .slice(3)
        .map(({ data }) => data.customer.id),
    ).toEqual([created, kept])
    expect(await statesOf(fixture, receiver)).toEqual([
      ['delivered', 2],
      ['delivered', 1],
    ])
  })

  test('a delivery in flight during the restore ends under the id of its own event', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await causeEvents(fixture, 2)
    await receiver.waitForDeliveries(2)
    await waitUntilReported(fixture, receiver)
    const gate = createGate()
    receiver.respondWith(gate.answering)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(3)
    const removed = eventIds(receiver.heard).at(-1)
    await restore(fixture, receiver, 2, 2)
    await causeEvent(fixture)
    gate.release()
    await receiver.waitForDeliveries(4)
    await expect.poll(() => statesOf(fixture, receiver)).toEqual(repeated(3, 'delivered'))
    expect(eventIds(receiver.heard).at(-1)).not.toBe(removed)
  })

  test('an object that is ahead of the restored database does not advance its progress', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await causeEvents(fixture, 6)
    await receiver.waitForDeliveries(6)
    await waitUntilReported(fixture, receiver)
    await restore(fixture, receiver, 4, 2)
    const positions = await positionsOf(fixture)
    const newer: number[] = []
    await receiver.evict()
    // The sweep finds the webhook behind its events. The first read notices the restore, and the next one reports.
    await sweep()
    newer.push(await seenOf(fixture, receiver))
    await sweep()
    await expect.poll(async () => (newer.push(await seenOf(fixture, receiver)), newer.at(-1))).toBe(positions[3])
    expect(newer.every((seen) => seen <= positions[3]!)).toBe(true)
    expect(receiver.heard).toHaveLength(6)
    expect(await statesOf(fixture, receiver)).toEqual(repeated(4, 'delivered'))
  })

  test('a cursor at an event past its retention repeats no delivery', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await causeEvents(fixture, 3)
    await receiver.waitForDeliveries(3)
    await waitUntilReported(fixture, receiver)
    await fixture.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', receiver.id)
    await causeEvents(fixture, 2)
    const positions = await positionsOf(fixture)
    // The object was not woken, and the sweep purged what it read last.
    await fixture.merchant.run(
      'DELETE FROM events WHERE account = ? AND position < ?',
      fixture.merchant.id,
      positions[4]!,
    )
    await fixture.merchant.run('UPDATE webhooks SET enabled = 1, seen = ? WHERE id = ?', positions[0]!, receiver.id)
    await receiver.object().wake()
    await receiver.waitForDeliveries(4)
    await waitUntilReported(fixture, receiver)
    expect(new Set(eventIds(receiver.heard)).size).toBe(4)
    expect(warned.filter((line) => line.includes('database restored'))).toEqual([])
  })

  test('a deleted webhook that a restore brings back receives the events after its progress', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await causeEvents(fixture, 2)
    await receiver.waitForDeliveries(2)
    await waitUntilReported(fixture, receiver)
    const [row] = await fixture.merchant.rows('SELECT * FROM webhooks WHERE id = ?', receiver.id)
    await fixture.call('DELETE', `/v1/webhook/${receiver.id}`)
    await fixture.merchant.run(
      `INSERT INTO webhooks (${Object.keys(row!).join(', ')}) VALUES (${Object.keys(row!).map(() => '?')})`,
      ...Object.values(row!),
    )
    const created = await causeEvent(fixture)
    await sweep()
    await sweep()
    await receiver.waitForDeliveries(3)
    expect(receiver.events().map(({ data }) => data.customer.id)).toHaveLength(3)
    expect(receiver.events()[2].data.customer.id).toBe(created)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.state).toBe('delivered')
  })
})
