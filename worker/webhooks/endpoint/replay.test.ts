import { afterAll, describe, expect, test, vi } from 'vitest'
import { attemptDelaysMs } from '../delivery/retrySchedule.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent, causeEvents, deliveriesTo, eventIds, expectInOrder, hour, second } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { clock, open, sweep } = startWebhookReceivers()

describe('replay', () => {
  test('replay of a delivered event delivers it again with the same id and body', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    await causeEvents(fixture, 2)
    await receiver.waitForDeliveries(2)
    const [id] = eventIds(receiver.heard)
    expect((await fixture.call('POST', `/v1/events/${id}/replay`, { body: {} })).status).toBe(200)
    await receiver.waitForDeliveries(3)
    expect(eventIds(receiver.heard)[2]).toBe(id)
    expect(receiver.heard[2]!.body).toBe(receiver.heard[0]!.body)
  })

  test('replay of a failed event delivers it', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    for (const delay of attemptDelaysMs.slice(1)) {
      const { length } = receiver.heard
      await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0].attempts.length).toBe(length)
      clock.advance(1.1 * delay + second)
      await sweep()
      await receiver.waitForDeliveries(length + 1)
    }
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0].state).toBe('failed')
    receiver.respondWith(204)
    await fixture.call('POST', `/v1/events/${eventIds(receiver.heard)[0]}/replay`, { body: {} })
    await receiver.waitForDeliveries(attemptDelaysMs.length + 1)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0].state).toBe('delivered')
  })

  test('replay of a time range delivers its events in order, and new events meanwhile', async () => {
    const fixture = await open()
    const receiver = await fixture.receive({ subscribedEvents: [5], maxConcurrency: 5 })
    await causeEvents(fixture, 3)
    await receiver.waitForDeliveries(3)
    clock.advance(hour)
    const since = new Date(clock.now()).toISOString()
    // More events than one read returns.
    const customers = await causeEvents(fixture, 60)
    clock.advance(second)
    const until = new Date(clock.now()).toISOString()
    await causeEvents(fixture, 2)
    await receiver.waitForDeliveries(65)
    const replay = await fixture.call('POST', `/v1/webhook/${receiver.id}/replay`, { body: { since, until } })
    expect(replay.status).toBe(200)
    const later = await causeEvent(fixture)
    await receiver.waitForDeliveries(126)
    const redelivered = receiver
      .events()
      .slice(65)
      .map(({ data }) => data.customer.id)
    const replayed = redelivered.filter((id) => id !== later)
    expectInOrder(replayed, customers)
    expect(redelivered).toContain(later)
    await sweep()
    expect(receiver.heard).toHaveLength(126)
  })
})
