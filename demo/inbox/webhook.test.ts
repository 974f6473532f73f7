import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SluiceClient } from '../../widget/client/index.ts'
import type { Registration } from './delivery.ts'
import { openWebhook } from './webhook.ts'

const inbox = 'http://127.0.0.1:8788/webhooks'

/** Responses of the gateway, by method and path. */
let responses: Record<string, { status?: number; body: object }>
let requests: { request: string; body: unknown }[]
let gateway: Server
let states: Registration[]
let webhook: ReturnType<typeof openWebhook>

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

const rejection = (text: string) => ({
  errors: [{ type: 'url_not_allowed', message: { code: 'url_not_allowed', text } }],
})

beforeEach(async () => {
  responses = {
    'POST /v1/webhook': { body: { webhook: { id: 'w1', secret: 'whsec_first' } } },
    'POST /v1/webhook/w1/rotate': { body: { webhook: { id: 'w1', secret: 'whsec_second' } } },
    'GET /v1/webhook': { body: { webhooks: [{ id: 'w1', enabled: true, disabledReason: null }] } },
  }
  requests = []
  gateway = createServer(async (request, response) => {
    const name = `${request.method} ${request.url}`
    const text = await textOf(request)
    requests.push({ request: name, body: text === '' ? null : JSON.parse(text) })
    const { status = 200, body } = responses[name] ?? { status: 404, body: rejection('Not found.') }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ errors: null, ...body }))
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  webhook = openWebhook(new SluiceClient({ baseUrl, apiKey: 'sluice_sk_test_00', retries: 0 }), inbox)
  states = []
  webhook.onChange((state) => states.push(state))
})

afterEach(async () => {
  gateway.closeAllConnections()
  await new Promise((done) => gateway.close(done))
})

test('registration subscribes to all events and stores the secret', async () => {
  expect(webhook.secret()).toBeNull()
  await webhook.register()
  expect(requests).toEqual([
    { request: 'POST /v1/webhook', body: { url: inbox, enabled: true, subscribedEvents: null, headers: null } },
  ])
  expect(webhook.secret()).toBe('whsec_first')
  expect(states).toEqual([{ state: 'registering' }, { state: 'enabled' }])
})

test('registration of an existing webhook rotates its secret', async () => {
  responses['POST /v1/webhook'] = { body: { webhook: { id: 'w1', secret: null } } }
  await webhook.register()
  expect(requests.map(({ request }) => request)).toEqual(['POST /v1/webhook', 'POST /v1/webhook/w1/rotate'])
  expect(webhook.secret()).toBe('whsec_second')
  expect(webhook.registration()).toEqual({ state: 'enabled' })
})

test('a rejected registration shows the reason and can be repeated', async () => {
  responses['POST /v1/webhook'] = { status: 400, body: rejection('This address is not allowed.') }
  await webhook.register()
  expect(webhook.registration()).toEqual({ state: 'failed', reason: 'This address is not allowed.' })
  expect(webhook.secret()).toBeNull()
  expect(await webhook.test()).toBe('This inbox is not registered.')

  responses['POST /v1/webhook'] = { body: { webhook: { id: 'w1', secret: 'whsec_first' } } }
  await webhook.register()
  expect(webhook.registration()).toEqual({ state: 'enabled' })
})

test('registration with an unreachable gateway fails with a reason', async () => {
  await new Promise((done) => gateway.close(done))
  await webhook.register()
  expect(webhook.registration()).toEqual({ state: 'failed', reason: 'The gateway is not responding.' })
  await webhook.refresh()
})

test.each([
  [
    'disabled by the gateway',
    [{ id: 'w1', enabled: false, disabledReason: { code: 'gone', text: 'The endpoint returned 410 Gone.' } }],
    { state: 'disabled', reason: 'The endpoint returned 410 Gone.' },
  ],
  [
    'disabled by a user',
    [{ id: 'w1', enabled: false, disabledReason: null }],
    { state: 'disabled', reason: 'This webhook was disabled.' },
  ],
  ['deleted', [{ id: 'w2', enabled: true }], { state: 'failed', reason: 'This webhook was deleted.' }],
  ['still enabled', [{ id: 'w1', enabled: true }], { state: 'enabled' }],
])('refresh of a webhook that is %s shows its state', async (_, webhooks, state) => {
  await webhook.register()
  responses['GET /v1/webhook'] = { body: { webhooks } }
  await webhook.refresh()
  expect(webhook.registration()).toEqual(state)
})

test('test and replay call the gateway and return its error text', async () => {
  await webhook.register()
  responses['POST /v1/webhook/w1/test'] = { body: { attempt: { at: '', status: 200, tookMs: 1 }, delivered: true } }
  responses['POST /v1/events/evt-1/replay'] = { body: { webhooks: ['w1'] } }
  expect(await webhook.test()).toBe('')
  expect(await webhook.replay('evt-1')).toBe('')
  expect(requests.at(-1)).toEqual({ request: 'POST /v1/events/evt-1/replay', body: { webhook: 'w1' } })
  expect(await webhook.replay('evt-2')).toBe('Not found.')
})
