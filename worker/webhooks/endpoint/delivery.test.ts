import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { cardPayment } from '../../testing/merchant.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent, deliveriesTo, second } from './receiver.fixtures.ts'
import type { ReceiverFixture } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open, sweep } = startWebhookReceivers()

describe('delivery', () => {
  test('a delivery is signed and contains the resource as GET returns it', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    const id = await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    const [event] = receiver.events()
    expect(event).toMatchObject({ kind: 5, type: 'customer.created', apiVersion: 'v1', live: false, sequence: 1 })
    expect(event.data.customer).toEqual((await fixture.call('GET', `/v1/customers/${id}`)).json.customers[0])
    const { headers } = receiver.heard[0]!
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('user-agent')).toBe('Sluice/1')
    expect(headers.get('webhook-id')).toBe(event.id)
  })

  test('a delivery has the custom headers of its webhook', async () => {
    const fixture = await open()
    const receiver = await fixture.receive({ headers: { authorization: 'Bearer of-the-shop', 'x-shop': '7' } })
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    const { headers } = receiver.heard[0]!
    expect(headers.get('authorization')).toBe('Bearer of-the-shop')
    expect(headers.get('x-shop')).toBe('7')
    expect(receiver.events()).toHaveLength(1)
  })

  test('a delivery goes only to webhooks that subscribe to the kind of its event', async () => {
    const fixture = await open()
    const [payments, customers, none] = [
      await fixture.receive({ subscribedEvents: [0, 1] }),
      await fixture.receive({ subscribedEvents: [5] }),
      await fixture.receive({ subscribedEvents: [] }),
    ]
    await fixture.call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    await causeEvent(fixture)
    await payments.waitForDeliveries(1)
    await customers.waitForDeliveries(1)
    expect(payments.events().map(({ type }) => type)).toEqual(['transaction.authorized'])
    expect(customers.events().map(({ type }) => type)).toEqual(['customer.created'])
    expect(none.heard).toEqual([])
  })

  test('a webhook receives no events from before its registration, of other accounts or of live mode', async () => {
    const [fixture, otherFixture] = [await open(), await open()]
    await causeEvent(fixture)
    const [receiver, otherReceiver] = [await fixture.receive(), await otherFixture.receive()]
    const { key } = await fixture.merchant.issue('sk', { mode: 'live' })
    expect((await fixture.call('POST', '/v1/customers', { key, body: { firstName: 'Live' } })).status).toBe(200)
    const id = await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await sweep()
    expect(receiver.events().map(({ data }) => data.customer.id)).toEqual([id])
    expect(otherReceiver.heard).toEqual([])
  })

  test('a redirect is not followed and counts as a failed attempt', async () => {
    const fixture = await open()
    const [receiver, elsewhere] = [await fixture.receive(), await fixture.receive({ subscribedEvents: [] })]
    receiver.respondWith(() => new Response(null, { status: 307, headers: { location: elsewhere.url } }))
    await causeEvent(fixture)
    await receiver.waitForDeliveries(1)
    await expect.poll(async () => (await deliveriesTo(fixture, receiver))[0]?.attempts).toMatchObject([{ status: 307 }])
    expect((await deliveriesTo(fixture, receiver))[0]).toMatchObject({ state: 'pending' })
    expect(elsewhere.heard).toEqual([])
  })

  test('a delivery to an address that became forbidden sends no request and counts as a failed attempt', async () => {
    const fixture = await open()
    const receiver = await fixture.receive()
    for (const url of ['http://127.0.0.1:9/', 'https://169.254.169.254/', 'https://[::1]/', 'https://localhost/']) {
      await fixture.merchant.run('UPDATE webhooks SET url = ? WHERE id = ?', url, receiver.id)
      const id = await causeEvent(fixture)
      await expect
        .poll(async () => (await deliveriesTo(fixture, receiver, id))[0])
        .toMatchObject({ state: 'pending', attempts: [{ status: null }] })
    }
    expect(receiver.heard).toEqual([])
  })
})

test('an event with an unreadable snapshot fails and does not delay later events', async () => {
  const fixture = await open()
  const receiver = await fixture.receive()
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  await fixture.merchant.run('UPDATE webhooks SET enabled = 0 WHERE id = ?', receiver.id)
  const broken = await causeEvent(fixture)
  await fixture.merchant.run("UPDATE events SET snapshot = '{' WHERE resource = ?", broken)
  await fixture.merchant.run('UPDATE webhooks SET enabled = 1 WHERE id = ?', receiver.id)
  const id = await causeEvent(fixture)
  await receiver.waitForDeliveries(1)
  expect(receiver.events().map(({ data }) => data.customer.id)).toEqual([id])
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('event unreadable'))
  logged.mockRestore()
  expect(await receiver.object().deliveryOf(await referenceOf(fixture, broken))).toMatchObject({
    state: 'failed',
    next: null,
  })
})

const referenceOf = async ({ merchant }: ReceiverFixture, resource: string) => {
  const [row] = await merchant.rows('SELECT position, id FROM events WHERE resource = ?', resource)
  return { position: row!['position'] as number, id: row!['id'] as string }
}

test('a delivery verifies with a clock up to five minutes off and not beyond', async () => {
  const fixture = await open()
  const receiver = await fixture.receive()
  await causeEvent(fixture)
  await receiver.waitForDeliveries(1)
  const { headers, body, at } = receiver.heard[0]!
  const verify = (now: number) => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    try {
      return new Webhook(receiver.secret).verify(body, Object.fromEntries(headers))
    } finally {
      vi.useRealTimers()
    }
  }
  const minutes = 60 * second
  for (const offset of [-5 * minutes + second, 0, 5 * minutes - second]) expect(verify(at + offset)).toBeDefined()
  for (const offset of [-6 * minutes, 6 * minutes]) expect(() => verify(at + offset)).toThrow('Message timestamp too')
})
