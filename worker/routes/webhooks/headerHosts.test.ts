import { describe, expect, test } from 'vitest'
import { toBase64, toHex, utf8 } from '#contract/encoding/bytes'
import type { ApiResponse, Call } from '../../testing/merchant.ts'
import { storedRows } from '../../testing/database/storedRows.ts'
import { firstError } from '../../testing/firstError.ts'
import { newHost, startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import {
  captureConsole,
  createEvent,
  hour,
  listWebhooks,
  sendTest,
  storedInObject,
  updateWebhook,
} from '../../testing/fixtures/webhookRequests.ts'
import type { Receiver } from '../../testing/fixtures/webhookRequests.ts'

const printed = captureConsole()
const { open, as, clock, log, sweep } = startWebhookReceivers()

/** Longer than any isolate caches a key. */
const keyCacheMs = 11_000

type Mode = 'test' | 'live'

/** A merchant, and in one mode a host, a header, a secret key and a restricted key that registers webhooks. */
const setUp = async (mode: Mode, kind: 'sk' | 'rk') => {
  const { merchant, receive } = await open()
  const admin: Record<Mode, Call> = {
    test: as(merchant.secretKey),
    live: as((await merchant.issue('sk', { mode: 'live' })).key),
  }
  const scopes = ['webhooks:write', 'customers:read', 'customers:write', 'subscriptions:read'] as const
  const call = kind === 'sk' ? admin[mode] : as((await merchant.issue('rk', { mode, scopes })).key)
  const responses: ApiResponse[] = []
  const receivers: Receiver[] = []
  const host = newHost()
  const value = `Bearer ${crypto.randomUUID()}`
  const setDefaults = async (webhookDefaults: object, by: Call = admin[mode]) => {
    const response = await by('PUT', '/v1/account', { body: { webhookDefaults } })
    responses.push(response)
    expect(response.status).toBe(200)
  }
  return {
    merchant,
    call,
    other: admin[mode === 'test' ? 'live' : 'test'],
    admin: admin[mode],
    host,
    headers: { authorization: value },
    value,
    responses,
    receivers,
    setDefaults,
    register: async (more: { host: string; headers?: Readonly<Record<string, string>> }): Promise<Receiver> => {
      const receiver = await receive({ subscribedEvents: [5], ...more }, call)
      receivers.push(receiver)
      return receiver
    },
    /** The value of the header in the next delivery, or null. */
    send: async (receiver: Receiver): Promise<string | null | undefined> => {
      const { length } = receiver.heard
      // Isolates cache live keys, with the ids of webhooks, for ten seconds.
      clock.advance(keyCacheMs)
      await createEvent(call)
      await receiver.waitForDeliveries(length + 1)
      return receiver.heard[length]?.headers.get('authorization')
    },
  }
}

type Shop = Awaited<ReturnType<typeof setUp>>
type Case = readonly [what: string, reaches: boolean, run: (shop: Shop) => Promise<(string | null | undefined)[]>]

const boundDefaults = ({ host, headers, setDefaults }: Shop) => setDefaults({ hosts: [host], headers })

/** Registers a webhook after the default headers are set, and returns what its next delivery contains. */
const sentTo =
  (hostOf: (host: string) => string, more: { headers?: Readonly<Record<string, string>> } = {}): Case[2] =>
  async (shop) => {
    await boundDefaults(shop)
    return [await shop.send(await shop.register({ host: hostOf(shop.host), ...more }))]
  }

const defaultHeaders: readonly Case[] = [
  ['to a bound host', true, sentTo((host) => host)],
  ['to another port of a bound host', true, sentTo((host) => `${host}:8443`)],
  ['to another host', false, sentTo(() => newHost())],
  ['to a sub-domain of a bound host', false, sentTo((host) => `www.${host}`)],
  ['to the parent domain of a bound host', false, sentTo((host) => host.slice(host.indexOf('.') + 1))],
  ['to a host that ends in a bound host', false, sentTo((host) => `evil${host}`)],
  ['to a host that begins with a bound host', false, sentTo((host) => `${host}.evil.net`)],
  ['to a webhook on a bound host that is registered with headers {}', false, sentTo((host) => host, { headers: {} })],
  [
    'to a webhook that was registered before they were set',
    true,
    async (shop) => {
      const receiver = await shop.register({ host: shop.host })
      await boundDefaults(shop)
      return [await shop.send(receiver)]
    },
  ],
  [
    'by a test message to a bound host',
    true,
    async (shop) => {
      await boundDefaults(shop)
      const receiver = await shop.register({ host: shop.host })
      await sendTest(shop.call, receiver.id)
      return receiver.heard.map(({ headers }) => headers.get('authorization'))
    },
  ],
  [
    'by a test message to another host',
    false,
    async (shop) => {
      await boundDefaults(shop)
      const receiver = await shop.register({ host: newHost() })
      await sendTest(shop.call, receiver.id)
      return receiver.heard.map(({ headers }) => headers.get('authorization'))
    },
  ],
  [
    'to the target of a redirect',
    false,
    async (shop) => {
      await boundDefaults(shop)
      const target = await shop.register({ host: newHost() })
      await updateWebhook(shop.call, target.id, { enabled: false })
      const receiver = await shop.register({ host: shop.host })
      receiver.respondWith(() => new Response(null, { status: 307, headers: { location: target.url } }))
      expect(await shop.send(receiver)).toBe(shop.value)
      expect(target.heard).toEqual([])
      return []
    },
  ],
  [
    'to a webhook that moved away from a bound host',
    false,
    async (shop) => {
      await boundDefaults(shop)
      const [receiver, away] = [await shop.register({ host: shop.host }), await shop.register({ host: newHost() })]
      await shop.call('DELETE', `/v1/webhook/${away.id}`)
      expect((await updateWebhook(shop.call, receiver.id, { url: away.url })).status).toBe(200)
      return [await shop.send(away)]
    },
  ],
  [
    'after they were deleted',
    false,
    async (shop) => {
      await boundDefaults(shop)
      const receiver = await shop.register({ host: shop.host })
      expect(await shop.send(receiver)).toBe(shop.value)
      await shop.setDefaults({ headers: null })
      return [await shop.send(receiver)]
    },
  ],
  [
    'by a retry after they were bound to another host',
    false,
    async (shop) => {
      await boundDefaults(shop)
      const receiver = await shop.register({ host: shop.host })
      receiver.respondWith(500)
      expect(await shop.send(receiver)).toBe(shop.value)
      await shop.setDefaults({ hosts: [newHost()], headers: shop.headers })
      clock.advance(hour)
      await sweep()
      await receiver.waitForDeliveries(2)
      return receiver.heard.slice(1).map(({ headers }) => headers.get('authorization'))
    },
  ],
  [
    'of the other mode',
    false,
    async (shop) => {
      await shop.setDefaults({ hosts: [shop.host], headers: shop.headers }, shop.other)
      return [await shop.send(await shop.register({ host: shop.host }))]
    },
  ],
]

/** Registers a webhook with headers of its own and another receiver, whose URL is free. */
const withOwnHeaders = async (shop: Shop) => {
  const own = await shop.register({ host: shop.host, headers: shop.headers })
  const away = await shop.register({ host: newHost() })
  await shop.call('DELETE', `/v1/webhook/${away.id}`)
  expect(await shop.send(own)).toBe(shop.value)
  return { own, away }
}

const ownHeaders: readonly Case[] = [
  [
    'after a move to another host with the headers',
    true,
    async (shop) => {
      const { own, away } = await withOwnHeaders(shop)
      expect((await updateWebhook(shop.call, own.id, { url: away.url, headers: shop.headers })).status).toBe(200)
      return [await shop.send(away)]
    },
  ],
  [
    'after a move to another path of the same host',
    true,
    async (shop) => {
      const { own } = await withOwnHeaders(shop)
      expect((await updateWebhook(shop.call, own.id, { url: `https://${shop.host}/moved` })).status).toBe(200)
      return [await shop.send(own)]
    },
  ],
  [
    'after a move to another host with headers {}',
    false,
    async (shop) => {
      const { own, away } = await withOwnHeaders(shop)
      expect((await updateWebhook(shop.call, own.id, { url: away.url, headers: {} })).status).toBe(200)
      return [await shop.send(away)]
    },
  ],
  [
    'after a move to another host without headers, which returns 400 required,',
    false,
    async (shop) => {
      const { own, away } = await withOwnHeaders(shop)
      expect(firstError(await updateWebhook(shop.call, own.id, { url: away.url }))).toEqual([
        400,
        'required',
        'headers',
      ])
      expect(await shop.send(own)).toBe(shop.value)
      expect(away.heard).toEqual([])
      return []
    },
  ],
  [
    'after a move to another host in the database',
    false,
    async (shop) => {
      const { own, away } = await withOwnHeaders(shop)
      await shop.merchant.run('UPDATE webhooks SET url = ? WHERE id = ?', away.url, own.id)
      return [await shop.send(away)]
    },
  ],
  [
    'to the target of a redirect',
    false,
    async (shop) => {
      const { own, away } = await withOwnHeaders(shop)
      own.respondWith(() => new Response(null, { status: 308, headers: { location: away.url } }))
      expect(await shop.send(own)).toBe(shop.value)
      expect(away.heard).toEqual([])
      return []
    },
  ],
]

/** Searches tables, objects, responses, logs and console for the header of a shop, in any encoding. */
const expectNoLeak = async (shop: Shop) => {
  const events = (await shop.admin('GET', '/v1/events')).json.events as { readonly id: string }[]
  const read = await Promise.all([
    ...['/v1/account', '/v1/webhook', '/v1/events', '/v1/apikeys'].map((path) => shop.admin('GET', path)),
    ...events.map(({ id }) => shop.admin('GET', `/v1/events/${id}/attempts`)),
  ])
  const everything = JSON.stringify([
    await storedRows(shop.merchant.database, shop.merchant.id),
    await Promise.all(shop.receivers.map(storedInObject)),
    [...shop.responses, ...read].map(({ text, headers }) => [text, Object.fromEntries(headers)]),
    log,
    printed,
  ])
  expect(everything).toContain(shop.merchant.id)
  const secret = utf8(shop.value.slice('Bearer '.length))
  for (const part of [secret.slice(0, 18), secret.slice(-18)])
    for (const text of [new TextDecoder().decode(part), toBase64(part), toHex(part)])
      expect(everything.includes(text), text).toBe(false)
}

const shops = (['test', 'live'] as const).flatMap((mode) => (['sk', 'rk'] as const).map((kind) => ({ mode, kind })))

describe.each(shops)('headers of webhooks that a $mode $kind key registers', ({ mode, kind }) => {
  test.each(defaultHeaders.map(([what, reaches, run]) => [what, reaches ? 'sent' : 'not sent', run] as const))(
    `default headers %s are %s (${mode} ${kind} key), and are stored and shown nowhere`,
    async (_what, outcome, run) => {
      const shop = await setUp(mode, kind)
      for (const sent of await run(shop)) expect(sent).toBe(outcome === 'sent' ? shop.value : null)
      await expectNoLeak(shop)
    },
  )

  test.each(ownHeaders.map(([what, reaches, run]) => [what, reaches ? 'sent' : 'not sent', run] as const))(
    `own headers of a webhook %s are %s (${mode} ${kind} key), and are stored and shown nowhere`,
    async (_what, outcome, run) => {
      const shop = await setUp(mode, kind)
      for (const sent of await run(shop)) expect(sent).toBe(outcome === 'sent' ? shop.value : null)
      await expectNoLeak(shop)
    },
  )
})

test('headerNames of a webhook has the default headers if they are bound to its host', async () => {
  const shop = await setUp('test', 'sk')
  const [bound, other] = [await shop.register({ host: shop.host }), await shop.register({ host: newHost() })]
  const names = async (id: string) => (await listWebhooks(shop.call)).find((webhook) => webhook.id === id).headerNames
  expect(await names(bound.id)).toEqual([])
  await boundDefaults(shop)
  expect([await names(bound.id), await names(other.id)]).toEqual([['authorization'], []])
  await updateWebhook(shop.call, bound.id, { headers: {} })
  expect(await names(bound.id)).toEqual([])
  await updateWebhook(shop.call, bound.id, { headers: null })
  expect(await names(bound.id)).toEqual(['authorization'])
})

test.each([
  ['*.shop.example', 'host'],
  ['*', 'host'],
  ['shop.example:8443', 'form'],
  ['https://shop.example', 'form'],
  ['shop.example/hooks', 'form'],
  ['a@shop.example', 'user_information'],
  ['10.0.0.1', 'address'],
  ['localhost', 'special_name'],
  ['metadata.google.internal', 'special_name'],
  ['shop', 'host'],
])('default headers bound to %j return 400 url_not_allowed with reason %s', async (host, reason) => {
  const { call } = await open()
  const response = await call('PUT', '/v1/account', {
    body: { webhookDefaults: { hosts: [host], headers: { a: 'b' } } },
  })
  expect(firstError(response)).toEqual([400, 'url_not_allowed', 'webhookDefaults.hosts[0]'])
  expect(response.json.errors[0].message.details).toEqual({ reason })
})
