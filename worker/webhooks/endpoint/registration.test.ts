import { runInDurableObject } from '#runtime'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent, day, deliveriesTo, hour, second } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { clock, open, sweep } = startWebhookReceivers()

describe('registration', () => {
  test('a disabled webhook receives no events, and none from that time after it is enabled', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const put = (enabled: boolean) => fixture.call('PUT', `/v1/webhook/${receiver.id}`, { body: { enabled } })
    await put(false)
    await causeEvent(fixture)
    await sweep()
    expect((await put(true)).status).toBe(200)
    const id = await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await sweep()
    expect(receiver.events().map(({ data }) => data.customer.id)).toEqual([id])
  })

  test('disabling a webhook drops its pending retries permanently', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    const delivery = async () => (await deliveriesTo(fixture, receiver))[0]
    await expect.poll(async () => (await delivery())?.attempts.length).toBe(1)
    await fixture.call('PUT', `/v1/webhook/${receiver.id}`, { body: { enabled: false } })
    expect(await delivery()).toMatchObject({ state: 'dropped', next: null })
    await fixture.call('PUT', `/v1/webhook/${receiver.id}`, { body: { enabled: true } })
    clock.advance(hour)
    await sweep()
    expect(await delivery()).toMatchObject({ state: 'dropped', next: null })
    expect(receiver.heard).toHaveLength(1)
  })

  test('deliveries are signed with both secrets for a day after a rotation', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const { secret } = (await fixture.call('POST', `/v1/webhook/${receiver.id}/rotate`)).json.webhook
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    expect(receiver.heard[0]!.headers.get('webhook-signature')!.split(' ')).toHaveLength(2)
    expect(receiver.events(receiver.secret)).toEqual(receiver.events(secret))
    clock.advance(day + second)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(2)
    expect(receiver.heard[1]!.headers.get('webhook-signature')!.split(' ')).toHaveLength(1)
    expect(() => receiver.events(receiver.secret)).toThrow('No matching signature found')
  })

  test('a test message is sent once, with type webhook.test and no retries', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const result = await fixture.call('POST', `/v1/webhook/${receiver.id}/test`)
    expect(result.json).toMatchObject({ delivered: true, attempt: { status: 204 } })
    expect(receiver.events()).toMatchObject([
      { type: 'webhook.test', kind: null, data: { webhook: { id: receiver.id } } },
    ])
    receiver.respondWith(500)
    expect((await fixture.call('POST', `/v1/webhook/${receiver.id}/test`)).json).toMatchObject({
      delivered: false,
      attempt: { status: 500 },
    })
    clock.advance(hour)
    await sweep()
    expect(receiver.heard).toHaveLength(2)
  })

  test('deletion of a webhook deletes its alarm and its pending deliveries', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.attempts.length).toBe(1)
    await fixture.call('DELETE', `/v1/webhook/${receiver.id}`)
    await causeEvent(fixture)
    clock.advance(hour)
    await sweep()
    expect(receiver.heard).toHaveLength(1)
    const remaining = await runInDurableObject(receiver.object(), async (_object, { storage }) => [
      await storage.getAlarm(),
      storage.sql.exec("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'pending'").one()['n'] === 0
        ? 0
        : storage.sql.exec('SELECT count(*) AS n FROM pending').one()['n'],
    ])
    expect(remaining).toEqual([null, 0])
  })

  test('advancing the test clock makes due retries before it returns', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    receiver.respondWith(500)
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.attempts.length).toBe(1)
    receiver.respondWith(204)
    await fixture.call('POST', '/v1/testclock/advance', { body: { seconds: 3600 } })
    expect(receiver.heard).toHaveLength(2)
    // Signatures use the real clock.
    expect(() => receiver.events()).not.toThrow()
  })
})
