import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SluiceClient } from '../../widget/client/index.ts'
import type { Registration } from './delivery.ts'
import { openWebhook } from './webhook.ts'

const inbox = 'http://127.0.0.1:8788/webhooks'

/** What the gateway answers, by method and path. */
let answers: Record<string, { status?: number; body: object }>
let asked: { request: string; body: unknown }[]
let gateway: Server
let states: Registration[]
let webhook: ReturnType<typeof openWebhook>

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

const refused = (text: string) => ({
  errors: [{ type: 'url_not_allowed', message: { code: 'url_not_allowed', text } }],
})

beforeEach(async () => {
  answers = {
    'POST /v1/webhook': { body: { webhook: { id: 'w1', secret: 'whsec_first' } } },
    'POST /v1/webhook/w1/rotate': { body: { webhook: { id: 'w1', secret: 'whsec_second' } } },
    'GET /v1/webhook': { body: { webhooks: [{ id: 'w1', enabled: true, disabledReason: null }] } },
  }
  asked = []
  gateway = createServer(async (request, response) => {
    const name = `${request.method} ${request.url}`
    const text = await textOf(request)
    asked.push({ request: name, body: text === '' ? null : JSON.parse(text) })
    const { status = 200, body } = answers[name] ?? { status: 404, body: refused('Not there.') }
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

test('is registered for everything that happens, and told its secret', async () => {
  expect(webhook.secret()).toBeNull()
  await webhook.register()
  expect(asked).toEqual([
    { request: 'POST /v1/webhook', body: { url: inbox, enabled: true, subscribedEvents: null, headers: null } },
  ])
  expect(webhook.secret()).toBe('whsec_first')
  expect(states).toEqual([{ state: 'registering' }, { state: 'enabled' }])
})

test('gets another secret where it was registered before, so that nothing that waits is lost', async () => {
  answers['POST /v1/webhook'] = { body: { webhook: { id: 'w1', secret: null } } }
  await webhook.register()
  expect(asked.map(({ request }) => request)).toEqual(['POST /v1/webhook', 'POST /v1/webhook/w1/rotate'])
  expect(webhook.secret()).toBe('whsec_second')
  expect(webhook.registration()).toEqual({ state: 'enabled' })
})

test('says why it could not be registered, and can be tried again', async () => {
  answers['POST /v1/webhook'] = { status: 400, body: refused('This address is not allowed.') }
  await webhook.register()
  expect(webhook.registration()).toEqual({ state: 'failed', reason: 'This address is not allowed.' })
  expect(webhook.secret()).toBeNull()
  expect(await webhook.test()).toBe('The gateway does not know this inbox.')

  answers['POST /v1/webhook'] = { body: { webhook: { id: 'w1', secret: 'whsec_first' } } }
  await webhook.register()
  expect(webhook.registration()).toEqual({ state: 'enabled' })
})

test('survives a gateway that is not there', async () => {
  await new Promise((done) => gateway.close(done))
  await webhook.register()
  expect(webhook.registration()).toEqual({ state: 'failed', reason: 'The gateway does not answer.' })
  await webhook.look()
})

test.each([
  [
    'given up',
    [{ id: 'w1', enabled: false, disabledReason: { code: 'gone', text: 'The endpoint returned 410 Gone.' } }],
    { state: 'disabled', reason: 'The endpoint returned 410 Gone.' },
  ],
  [
    'disabled by somebody',
    [{ id: 'w1', enabled: false, disabledReason: null }],
    { state: 'disabled', reason: 'Somebody has disabled this webhook.' },
  ],
  ['deleted', [{ id: 'w2', enabled: true }], { state: 'failed', reason: 'Somebody has deleted this webhook.' }],
  ['as it was', [{ id: 'w1', enabled: true }], { state: 'enabled' }],
])('sees that it was %s', async (_, webhooks, state) => {
  await webhook.register()
  answers['GET /v1/webhook'] = { body: { webhooks } }
  await webhook.look()
  expect(webhook.registration()).toEqual(state)
})

test('has the gateway send a test, or an event once more, and says what went wrong', async () => {
  await webhook.register()
  answers['POST /v1/webhook/w1/test'] = { body: { attempt: { at: '', status: 200, tookMs: 1 }, delivered: true } }
  answers['POST /v1/events/evt-1/replay'] = { body: { webhooks: ['w1'] } }
  expect(await webhook.test()).toBe('')
  expect(await webhook.replay('evt-1')).toBe('')
  expect(asked.at(-1)).toEqual({ request: 'POST /v1/events/evt-1/replay', body: { webhook: 'w1' } })
  expect(await webhook.replay('evt-2')).toBe('Not there.')
})
