import { expect, test, vi } from 'vitest'
import { consoleOrigin, startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant } from '../../testing/merchant.ts'

vi.spyOn(console, 'log').mockReturnValue()

const received: { readonly url: string; readonly type: string }[] = []
const { worker, join } = startConsole({
  fetch: async (request) => {
    received.push({ url: request.url, type: ((await request.json()) as { type: string }).type })
    return new Response(null, { status: 204 })
  },
})

test.each(['developer', 'owner'] as const)(
  'a webhook that a member with the role %s registers receives events of all kinds',
  async (role) => {
    const merchant = await createMerchant()
    const call = worker.as(merchant.secretKey)
    const { send } = await join(merchant.id, role)
    const url = `https://${role}.receivers.net/hooks`
    const registered = await send('POST', '/v1/webhook', { url, enabled: true, subscribedEvents: null })
    expect(registered.status).toBe(200)
    expect(registered.json.webhook.secret).toMatch(/^whsec_/)
    await call('POST', '/v1/customers', { body: {} })
    await call('POST', '/v1/dynamiccheckout', { body: { total: 10 } })
    const types = () => received.filter((one) => one.url === url).map(({ type }) => type)
    await expect.poll(types, { timeout: 10_000 }).toHaveLength(2)
    expect(types().toSorted()).toEqual(['checkout.created', 'customer.created'])
    const { deliveries } = (await send('GET', `/v1/webhook/${registered.json.webhook.id}/deliveries`)).json
    expect(deliveries.map((one: any) => one.event.type)).toEqual(['checkout.created', 'customer.created'])
  },
)

test('a key that cannot read the events of a webhook ends those of the member who registered it', async () => {
  const merchant = await createMerchant()
  const { send } = await join(merchant.id, 'owner')
  const url = 'https://both.receivers.net/hooks'
  const { webhook } = (await send('POST', '/v1/webhook', { url, enabled: true, subscribedEvents: [5] })).json
  const { key } = await merchant.issue('rk', { scopes: ['webhooks:write'] })
  const update = await worker.as(key)('PUT', `/v1/webhook/${webhook.id}`, { body: { subscribedEvents: [] } })
  expect(update.status).toBe(200)
  expect((await merchant.rows('SELECT scopes FROM webhooks WHERE id = ?', webhook.id))[0]).toEqual({ scopes: null })
})

test('a viewer can neither read nor register webhooks', async () => {
  const merchant = await createMerchant()
  const { send } = await join(merchant.id, 'viewer')
  expect((await send('GET', '/v1/webhook')).status).toBe(403)
  const body = { url: `${consoleOrigin}/hooks`, enabled: true, subscribedEvents: null }
  expect((await send('POST', '/v1/webhook', body)).status).toBe(403)
})
