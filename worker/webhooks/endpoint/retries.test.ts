import { afterAll, describe, expect, test, vi } from 'vitest'
import { attemptDelaysMs } from '../delivery/retrySchedule.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent, causeEvents, day, deliveriesTo, eventIds, hour, readWebhook, second } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { clock, open, sweep } = startWebhookReceivers()

describe('retries', () => {
  test('a failing delivery is attempted by the schedule, with one id and a new timestamp and signature each time', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    for (const [index, delay] of attemptDelaysMs.slice(1).entries()) {
      const readDelivery = async () => (await deliveriesTo(fixture, receiver))[0]
      await expect.poll(async () => (await readDelivery()).attempts.length).toBe(index + 1)
      // Shortly before the earliest time of the schedule nothing is sent.
      clock.advance(0.9 * delay - second)
      await sweep()
      expect(receiver.heard).toHaveLength(index + 1)
      clock.advance(0.2 * delay + 2 * second)
      await sweep()
      await receiver.waitForDeliveries(index + 2)
    }
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0].state).toBe('failed')
    clock.advance(2 * day)
    await sweep()
    expect(receiver.heard).toHaveLength(attemptDelaysMs.length)
    expect(new Set(eventIds(receiver.heard)).size).toBe(1)
    expect(new Set(receiver.heard.map(({ body }) => body)).size).toBe(1)
    // The library rejects timestamps more than five minutes off.
    expect(receiver.events()).toHaveLength(attemptDelaysMs.length)
    expect(new Set(receiver.heard.map(({ headers }) => headers.get('webhook-timestamp'))).size).toBe(
      attemptDelaysMs.length,
    )
  })

  test('a receiver that recovers gets every missed event', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(503)
    const customers = await causeEvents(fixture, 8)
    await receiver.waitForDeliveries(8)
    receiver.respondWith(204)
    clock.advance(6 * second)
    await sweep()
    await receiver.waitForDeliveries(16)
    expect(
      receiver
        .events()
        .slice(8)
        .map(({ data }) => data.customer.id),
    ).toEqual(customers)
  })

  test('Retry-After of a 503 response delays the next attempt', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(() => new Response(null, { status: 503, headers: { 'retry-after': '3600' } }))
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.attempts.length).toBe(1)
    clock.advance(3590 * second)
    await sweep()
    expect(receiver.heard).toHaveLength(1)
    clock.advance(11 * second)
    await sweep()
    await receiver.waitForDeliveries(2)
  })

  test('a receiver that responds 410 is disabled at once with reason gone', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(410)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await expect.poll(async () => (await readWebhook(fixture, receiver.id)).enabled).toBe(false)
    expect((await readWebhook(fixture, receiver.id)).disabledReason).toMatchObject({ code: 'gone' })
    await causeEvent(fixture)
    clock.advance(hour)
    await sweep()
    expect(receiver.heard).toHaveLength(1)
    expect((await deliveriesTo(fixture, receiver)).length).toBe(0)
  })

  test('a receiver that fails for five days is disabled with reason failing', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    for (let hours = 0; hours < 120; hours += 10) {
      const before = receiver.heard.length
      await causeEvent(fixture)
      await receiver.waitForDeliveries(before + 1)
      await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.attempts.length ?? 0).toBeGreaterThan(0)
      expect((await readWebhook(fixture, receiver.id)).enabled).toBe(true)
      clock.advance(10 * hour)
    }
    await causeEvent(fixture)
    await expect.poll(async () => (await readWebhook(fixture, receiver.id)).enabled).toBe(false)
    expect((await readWebhook(fixture, receiver.id)).disabledReason).toMatchObject({ code: 'failing' })
  })

  test('a receiver with one success in five days stays enabled', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    for (let hours = 0; hours <= 130; hours += 10) {
      receiver.respondWith(hours === 60 ? 204 : 500)
      const before = receiver.heard.length
      await causeEvent(fixture)
      await receiver.waitForDeliveries(before + 1)
      await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.attempts.length ?? 0).toBeGreaterThan(0)
      clock.advance(10 * hour)
    }
    expect((await readWebhook(fixture, receiver.id)).enabled).toBe(true)
  })
})
