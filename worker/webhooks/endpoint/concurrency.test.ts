import { afterAll, describe, expect, test, vi } from 'vitest'
import { WebhookSender } from '../webhookSender.ts'
import { Database } from '../../store/sql/database.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent, causeEvents, createGate, expectInOrder } from './receiver.fixtures.ts'
import type { ReceiverFixture } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open, sweep } = startWebhookReceivers()

describe('concurrency', () => {
  test('a receiver with maxConcurrency 5 gets at most five concurrent deliveries, in the order of events', async () => {
    const fixture = await open()
    const receiver = await fixture.receive({ maxConcurrency: 5 })
    const gates = Array.from({ length: 12 }, createGate)
    let started = 0
    receiver.respondWith(() => gates[started++]!.answering())
    const customers = await causeEvents(fixture, 12)
    await receiver.waitForDeliveries(5)
    await sweep()
    expect(receiver.heard).toHaveLength(5)
    for (const [index, gate] of gates.entries()) {
      gate.release()
      await receiver.waitForDeliveries(Math.min(12, 6 + index))
      expect(receiver.heard.length).toBe(Math.min(12, 6 + index))
    }
    expect(receiver.events().map(({ data }) => data.customer.id)).toEqual(customers)
  })

  test('a slow receiver does not delay another receiver', async () => {
    const fixture = await open()
    const [slow, fast] = [await fixture.receive({ maxConcurrency: 5 }), await fixture.receive({ maxConcurrency: 5 })]
    const gate = createGate()
    slow.respondWith(gate.answering)
    // More events than an endpoint reads ahead.
    const customers = await causeEvents(fixture, 70)
    await fast.waitForDeliveries(70)
    expect(slow.heard).toHaveLength(5)
    gate.release()
    await slow.waitForDeliveries(70)
    for (const receiver of [slow, fast])
      expectInOrder(
        receiver.events().map(({ data }) => data.customer.id),
        customers,
      )
  })

  test('wake of a busy endpoint does not read the database', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const gate = createGate()
    receiver.respondWith(gate.answering)
    await causeEvents(fixture, 30)
    await receiver.waitForDeliveries(5)
    const batch = vi.spyOn(Database.prototype, 'batch')
    await receiver.object().wake()
    expect(batch).not.toHaveBeenCalled()
    batch.mockRestore()
    gate.release()
    await receiver.waitForDeliveries(30)
  })

  test('a receiver that responds in time gets more deliveries at once, up to maxConcurrency', async () => {
    const fixture = await open()
    const receiver = await fixture.receive({ maxConcurrency: 20 })
    const load = countConcurrent(receiver)
    await fixture.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', receiver.id)
    const customers = await causeEvents(fixture, 150)
    await fixture.merchant.run('UPDATE webhooks SET enabled = 1 WHERE id = ?', receiver.id)
    await receiver.object().wake()
    await receiver.waitForDeliveries(150)
    expect(
      receiver
        .events()
        .map(({ data }) => data.customer.id)
        .toSorted(),
    ).toEqual(customers.toSorted())
    expect(load.most).toBe(20)
  })

  test('no object sends more than five deliveries at once, and an idle endpoint uses no sender', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const load = countConcurrent(receiver)
    const bySender = new Map<object, number>()
    let most = 0
    let mostOfEndpoint = 0
    const { send } = WebhookSender.prototype
    const spy = vi.spyOn(WebhookSender.prototype, 'send').mockImplementation(async function (
      this: WebhookSender,
      request,
    ) {
      bySender.set(this, (bySender.get(this) ?? 0) + 1)
      most = Math.max(most, bySender.get(this)!)
      try {
        return await send.call(this, request)
      } finally {
        bySender.set(this, bySender.get(this)! - 1)
      }
    })
    load.onChange = (inFlight) => {
      const bySenders = [...bySender.values()].reduce((sum, count) => sum + count, 0)
      mostOfEndpoint = Math.max(mostOfEndpoint, inFlight - bySenders)
    }
    await causeEvents(fixture, 3)
    await receiver.waitForDeliveries(3)
    expect(spy).not.toHaveBeenCalled()
    await fixture.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', receiver.id)
    await causeEvents(fixture, 200)
    await fixture.merchant.run('UPDATE webhooks SET enabled = 1 WHERE id = ?', receiver.id)
    await receiver.object().wake()
    await receiver.waitForDeliveries(203)
    spy.mockRestore()
    expect(load.most).toBeGreaterThan(20)
    // A slot is free again some time after the receiver responded, so more senders may take part than it saw at once.
    expect(bySender.size).toBeGreaterThanOrEqual(Math.ceil(load.most / 5) - 1)
    expect(bySender.size).toBeLessThanOrEqual(50 / 5 - 1)
    expect([most, mostOfEndpoint]).toEqual([5, 5])
  })

  test('a receiver that responds 429 to a sixth delivery gets five at once from then on', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const load = countConcurrent(receiver, (inFlight) => (inFlight > 5 ? 429 : 204))
    await fixture.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', receiver.id)
    await causeEvents(fixture, 100)
    await fixture.merchant.run('UPDATE webhooks SET enabled = 1 WHERE id = ?', receiver.id)
    await receiver.object().wake()
    await receiver.waitForDeliveries(100)
    // This receiver takes as long to reject as to accept: a round of six is sent before the first response 429.
    expect(load.statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(6)
    expect(load.statuses.slice(20)).not.toContain(429)
  })

  test('first attempts of a resource arrive in the order of its events, however many others are in flight', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    let random = 7
    receiver.respondWith(async () => {
      random = (random * 48_271) % 2_147_483_647
      await new Promise((resolve) => setTimeout(resolve, random % 12))
      return new Response(null, { status: 204 })
    })
    await fixture.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', receiver.id)
    const customers = await causeEvents(fixture, 8)
    for (let change = 0; change < 12; change++)
      for (const id of customers)
        await fixture.call('PUT', `/v1/customers/${id}`, { body: { firstName: `Change ${change}` } })
    await fixture.merchant.run('UPDATE webhooks SET enabled = 1 WHERE id = ?', receiver.id)
    await receiver.object().wake()
    await receiver.waitForDeliveries(104)
    const sequences = Map.groupBy(receiver.events(), ({ data }) => data.customer.id)
    for (const id of customers)
      expect(sequences.get(id)!.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 13 }, (_, at) => at + 1))
  })

  test('an event does not wait for the retry of an earlier event of its resource', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    const id = await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    receiver.respondWith(204)
    await fixture.call('PUT', `/v1/customers/${id}`, { body: { firstName: 'Grace' } })
    await receiver.waitForDeliveries(2)
    expect(receiver.events().map(({ sequence }) => sequence)).toEqual([1, 2])
  })
})

/** Counts the deliveries that a receiver is handling, each for 20 ms. */
const countConcurrent = (
  receiver: Awaited<ReturnType<ReceiverFixture['receive']>>,
  statusFor: (inFlight: number) => number = () => 204,
) => {
  let inFlight = 0
  const load = { most: 0, statuses: [] as number[], onChange: (_inFlight: number): void => undefined }
  receiver.respondWith(async () => {
    inFlight++
    load.most = Math.max(load.most, inFlight)
    load.onChange(inFlight)
    const status = statusFor(inFlight)
    load.statuses.push(status)
    await new Promise((resolve) => setTimeout(resolve, 20))
    inFlight--
    return new Response(null, { status })
  })
  return load
}
