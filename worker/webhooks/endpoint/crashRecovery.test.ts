import { runDurableObjectAlarm, runInDurableObject } from '#runtime'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent, causeEvents, createGate, deliveriesTo, eventIds, second } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { clock, open, sweep } = startWebhookReceivers()

describe('crash recovery', () => {
  test('an event whose wake call was lost is delivered by the sweep', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    // Disabled endpoints are not woken: as if the request had crashed after it wrote the event.
    await fixture.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', receiver.id)
    const id = await causeEvent(fixture)
    await fixture.merchant.run('UPDATE webhooks SET enabled = 1 WHERE id = ?', receiver.id)
    expect(receiver.heard).toEqual([])
    await sweep()
    await receiver.waitForDeliveries(1)
    expect(receiver.events()[0].data.customer.id).toBe(id)
  })

  test('a delivery interrupted by a crash is repeated with the same id', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const gate = createGate()
    receiver.respondWith(gate.answering)
    await causeEvents(fixture, 7)
    await receiver.waitForDeliveries(5)
    await runInDurableObject(receiver.object(), (_object, state) => state.abort('crash')).catch(() => undefined)
    receiver.respondWith(204)
    await sweep()
    await receiver.waitForDeliveries(12)
    const first = eventIds(receiver.heard).slice(0, 5)
    expect(new Set(eventIds(receiver.heard)).size).toBe(7)
    expect(eventIds(receiver.heard).slice(5, 10)).toEqual(first)
    expect(
      receiver
        .events()
        .slice(5)
        .map(({ sequence }) => sequence),
    ).toEqual(Array(7).fill(1))
  })

  test('a retry is made after an eviction', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.attempts.length).toBe(1)
    await receiver.evict()
    receiver.respondWith(204)
    clock.advance(6 * second)
    await sweep()
    await receiver.waitForDeliveries(2)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.state).toBe('delivered')
  })

  test('the alarm makes a due retry without a sweep', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.attempts.length).toBe(1)
    clock.advance(6 * second)
    receiver.respondWith(204)
    expect(await runDurableObjectAlarm(receiver.object())).toBe(true)
    await receiver.waitForDeliveries(2)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.state).toBe('delivered')
    // An idle endpoint has no alarm.
    await expect
      .poll(() => runInDurableObject(receiver.object(), (_object, { storage }) => storage.getAlarm()))
      .toBeNull()
  })
})
