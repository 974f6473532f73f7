import { afterAll, describe, expect, test, vi } from 'vitest'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import type { Responder } from '../../testing/fixtures/webhookFixture.ts'
import { responseTimeoutMs } from '../delivery/retrySchedule.ts'
import { causeEvent, causeEvents, deliveriesTo, eventIds } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

/** The time-out of a delivery in a test that waits for it. */
const shortTimeoutMs = 300
const { setTimeout: realSetTimeout } = globalThis
const shortenTimeouts = () =>
  vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((work: () => void, ms?: number) =>
      realSetTimeout(work, ms === responseTimeoutMs ? shortTimeoutMs : ms)) as typeof setTimeout)

const { open } = startWebhookReceivers()

const hang: Responder = (_delivery, request) =>
  new Promise((_resolve, reject) => request.signal.addEventListener('abort', () => reject(new Error('aborted'))))

/** A body without end. @param onRead called for each chunk that is taken from it */
const endless =
  (onRead: () => void): Responder =>
  () =>
    new Response(
      new ReadableStream(
        {
          pull: (controller) => {
            onRead()
            controller.enqueue(new Uint8Array(65_536))
          },
        },
        { highWaterMark: 0 },
      ),
    )

describe('hostile receivers', () => {
  test('a receiver that never responds times out after 15 seconds, and its places are free for the next events', async () => {
    const shortened = shortenTimeouts()
    const fixture = await open()
    const receiver = await fixture.receive()
    const times: number[] = []
    receiver.respondWith((delivery, request) => {
      times.push(Date.now())
      return times.length > 5 ? new Response(null, { status: 204 }) : hang(delivery, request)
    })
    await causeEvents(fixture, 8)
    await receiver.waitForDeliveries(8)
    shortened.mockRestore()
    expect(new Set(eventIds(receiver.heard)).size).toBe(8)
    expect(times[5]! - times[0]!).toBeGreaterThanOrEqual(shortTimeoutMs - 10)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.state).toBe('delivered')
  })

  test('receivers that hang, send an endless body or redirect delay no other receiver and no other account', async () => {
    const [fixture, other] = [await open(), await open()]
    const hanging = await fixture.receive()
    const flooding = await fixture.receive()
    const redirecting = await fixture.receive()
    const [good, ofOther] = [await fixture.receive(), await other.receive()]
    let read = 0
    hanging.respondWith(hang)
    flooding.respondWith(endless(() => read++))
    redirecting.respondWith(() => new Response(null, { status: 307, headers: { location: good.url } }))
    const customers = await causeEvents(fixture, 30)
    const ofOtherAccount = await causeEvent(other)
    await good.waitForDeliveries(30)
    await ofOther.waitForDeliveries(1)
    await flooding.waitForDeliveries(30)
    // None of its deliveries has timed out.
    expect(hanging.heard).toHaveLength(5)
    expect(
      good
        .events()
        .map(({ data }) => data.customer.id)
        .toSorted(),
    ).toEqual(customers.toSorted())
    expect(ofOther.events().map(({ data }) => data.customer.id)).toEqual([ofOtherAccount])
    expect(read).toBe(0)
  })
})
