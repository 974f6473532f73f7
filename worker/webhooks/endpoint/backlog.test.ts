import { afterAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../store/sql/database.ts'
import { cardPayment } from '../../testing/merchant.ts'
import { insertEvents } from '../../testing/insertEvents.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent, createGate, deliveriesTo, hour } from './receiver.fixtures.ts'
import type { ReceiverFixture } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { clock, open, sweep } = startWebhookReceivers()

type Receiver = Awaited<ReturnType<ReceiverFixture['receive']>>

/** Inserts events of as many customers, an hour old. */
const insertBacklog = async (fixture: ReceiverFixture, count: number): Promise<void> => {
  const { merchant } = fixture
  const original = await causeEvent(fixture)
  await insertEvents(
    merchant,
    sql(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT account, mode, type, 'old-' || i || '-' || account AS resource, occasion, NULL AS requestId, ? AS at, i AS place,
              replace(snapshot, resource, 'old-' || i || '-' || account) AS snapshot
       FROM n CROSS JOIN events WHERE events.account = ? AND events.resource = ?`,
      count,
      clock.now() - hour,
      merchant.id,
      original,
    ),
  )
}

/** Causes events that the webhook's object does not read before it is woken. */
const unread = async (fixture: ReceiverFixture, receiver: Receiver, cause: () => Promise<unknown>): Promise<void> => {
  const enable = (enabled: number) =>
    fixture.merchant.run('UPDATE webhooks SET enabled = ? WHERE id = ?', enabled, receiver.id)
  await enable(0)
  await cause()
  await enable(1)
}

/** Resource and sequence of each delivery. */
const received = (receiver: Receiver): string[] =>
  receiver.heard.map(({ body }) => {
    const { data, sequence } = JSON.parse(body)
    const { customer, transaction } = data
    return `${customer?.id ?? transaction.originalTransactionId ?? transaction.transactionId} ${sequence}`
  })

describe('backlog', () => {
  test('a new event is among the first twenty deliveries beside a backlog of 10,000 older events', async () => {
    const fixture = await open()
    const receiver = await fixture.receive({ maxConcurrency: 5 })
    receiver.respondWith(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return new Response(null, { status: 204 })
    })
    let id = ''
    await unread(fixture, receiver, async () => {
      await insertBacklog(fixture, 10_000)
      id = await causeEvent(fixture)
    })
    await receiver.object().wake()
    await receiver.waitForDeliveries(40)
    expect(received(receiver).slice(0, 20)).toContain(`${id} 1`)
    const before = receiver.heard.length
    const later = await causeEvent(fixture)
    const after = receiver.heard.length
    await receiver.waitForDeliveries(after + 20)
    expect(received(receiver).slice(before, after + 20)).toContain(`${later} 1`)
    await fixture.call('DELETE', `/v1/webhook/${receiver.id}`)
  }, 60_000)

  test('a new event of a resource in a backlog arrives after it, and each event of the backlog arrives once', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const authorize = async (): Promise<number> =>
      (await fixture.call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId
    const capture = async (transactionId: number) =>
      expect((await fixture.call('POST', '/v1/transactions/capture', { body: { transactionId } })).json.approved).toBe(
        true,
      )
    const rename = (customer: string, firstName = 'Grace') =>
      fixture.call('PUT', `/v1/customers/${customer}`, { body: { firstName } })
    const gate = createGate()
    receiver.respondWith(gate.answering)
    let [oldPayment, oldCustomer] = [0, '']
    await unread(fixture, receiver, async () => {
      await insertBacklog(fixture, 1_000)
      oldPayment = await authorize()
      oldCustomer = await causeEvent(fixture)
      clock.advance(hour)
    })
    const fresh = [await authorize(), await causeEvent(fixture)] as const
    await capture(fresh[0])
    await rename(fresh[1])
    await capture(oldPayment)
    await rename(oldCustomer)
    await rename(oldCustomer, 'Joan')
    gate.release()
    await receiver.waitForDeliveries(1_010)
    await sweep()
    const arrived = received(receiver)
    expect(new Set(arrived).size).toBe(1_010)
    expect(arrived).toHaveLength(1_010)
    const counts = { [oldPayment]: 2, [oldCustomer]: 3, [fresh[0]]: 2, [fresh[1]]: 2 }
    for (const [resource, count] of Object.entries(counts))
      expect(arrived.filter((one) => one.startsWith(`${resource} `))).toEqual(
        Array.from({ length: count }, (_, at) => `${resource} ${at + 1}`),
      )
    for (const resource of fresh) expect(arrived.indexOf(`${resource} 2`)).toBeLessThan(50)
    expect(await deliveriesTo(fixture, receiver, oldCustomer)).toMatchObject([{ state: 'delivered', next: null }])
  }, 60_000)

  test('a backlog continues after its object was evicted', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await unread(fixture, receiver, async () => insertBacklog(fixture, 300))
    await receiver.object().wake()
    await receiver.waitForDeliveries(20)
    await receiver.evict()
    await causeEvent(fixture)
    await sweep()
    await receiver.waitForDeliveries(302)
    // Those in flight at the eviction may arrive again.
    await expect.poll(() => new Set(received(receiver)).size).toBe(302)
  }, 60_000)

  test('a webhook that was disabled and enabled again receives no event of its former backlog', async () => {
    const fixture = await open()
    const receiver = await fixture.receive({ maxConcurrency: 1 })
    await unread(fixture, receiver, async () => insertBacklog(fixture, 300))
    await receiver.object().wake()
    await receiver.waitForDeliveries(5)
    await fixture.call('PUT', `/v1/webhook/${receiver.id}`, { body: { enabled: false } })
    await fixture.call('PUT', `/v1/webhook/${receiver.id}`, { body: { enabled: true } })
    const before = receiver.heard.length
    const id = await causeEvent(fixture)
    await receiver.waitForDeliveries(before + 1)
    await sweep()
    expect(received(receiver).slice(before)).toEqual([`${id} 1`])
  })

  test('a new event arrives among the events of a long replay', async () => {
    const fixture = await open()
    const receiver = await fixture.receive({ maxConcurrency: 5 })
    await unread(fixture, receiver, async () => insertBacklog(fixture, 400))
    await receiver.object().wake()
    await receiver.waitForDeliveries(401)
    const body = { since: new Date(clock.now() - 2 * hour).toISOString(), until: null }
    expect((await fixture.call('POST', `/v1/webhook/${receiver.id}/replay`, { body })).status).toBe(200)
    const id = await causeEvent(fixture)
    await receiver.waitForDeliveries(802)
    expect(received(receiver).indexOf(`${id} 1`)).toBeLessThan(401 + 100)
  }, 60_000)
})
