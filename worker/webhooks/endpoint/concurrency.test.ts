import { afterAll, describe, expect, test, vi } from 'vitest'
import { Database } from '../../store/sql/database.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvents, createGate, expectInOrder } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open, sweep } = startWebhookReceivers()

describe('concurrency', () => {
  test('a slow receiver gets at most five concurrent deliveries, in the order of events', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
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
    const [slow, fast] = [await fixture.receive(), await fixture.receive()]
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
})
