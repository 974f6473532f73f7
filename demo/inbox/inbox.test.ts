import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Signer } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createShop } from '../shop/server.ts'
import type { Delivery, Summary } from './delivery.ts'
import { openInbox } from './inbox.ts'
import type { Webhook } from './webhook.ts'

const signing = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const otherSecret = `whsec_${btoa('another secret of 32 bytes, here')}`

/** The signing secret; null before registration. */
let secret: string | null
/** Pending slow responses and their delay. */
let waiting: { ms: number; end: () => void }[]
let shop: Server
let url: string

const webhook: Webhook = {
  url: 'http://shop.example/webhooks',
  registration: () => ({ state: 'enabled' }),
  secret: () => secret,
  onChange: () => {},
  register: async () => {},
  refresh: async () => {},
  refreshSoon: () => {},
  test: async () => '',
  replay: async () => '',
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((end, reject) => {
    waiting.push({ ms, end })
    signal.addEventListener('abort', reject)
  })

beforeEach(async () => {
  secret = signing
  waiting = []
  shop = createShop({
    gateway: 'http://gateway.invalid',
    secretKey: 'sluice_sk_test_00',
    publishableKey: 'pk',
    mail: '',
    inbox: openInbox(webhook, { sleep }),
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})

afterEach(async () => {
  shop.closeAllConnections()
  await new Promise((done) => shop.close(done))
})

const event = (
  id: string,
  data: object = { transaction: { transactionId: '12345678901235', originalTransactionId: '12345678901234' } },
) => ({
  id,
  kind: 1,
  type: 'transaction.captured',
  timestamp: '2026-11-20T10:30:00.123Z',
  apiVersion: 'v1',
  live: false,
  requestId: '4f1d',
  sequence: 3,
  data,
})

type Sent = { id?: string; body?: string; secret?: string; ago?: number; headers?: Record<string, string> }

/** A signed request; `ago` in seconds. */
const signed = ({ id = 'evt-1', body = JSON.stringify(event(id)), secret = signing, ago = 0 }: Sent = {}) => {
  const now = new Date(Date.now() - ago * 1000)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(id, now, body),
    } as Record<string, string>,
  }
}

const deliver = async (sent: Sent = {}, signal?: AbortSignal): Promise<Response> => {
  const { body, headers } = signed(sent)
  return fetch(`${url}/webhooks`, {
    method: 'POST',
    body,
    headers: { ...headers, ...sent.headers },
    ...(signal && { signal }),
  })
}

const post = (form: Record<string, string>) =>
  fetch(`${url}/inbox`, { method: 'POST', body: new URLSearchParams(form) })
const respondWith = (response: string, seconds = '20') => post({ act: 'respond', response, seconds })

/** An open page and the events that it received, in order. */
const openPage = async () => {
  const { body } = await fetch(`${url}/inbox/stream`)
  const messages: { name: string; data: unknown }[] = []
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  void (async () => {
    let unread = ''
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ value: '', done: true }))
      if (done) return
      const frames = (unread + value).split('\n\n')
      unread = frames.pop() ?? ''
      for (const frame of frames) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? []
        if (name && data) messages.push({ name, data: JSON.parse(data) as unknown })
      }
    }
  })()
  const eventsOf = (name: string) => messages.filter((message) => message.name === name).map(({ data }) => data)
  return { messages, eventsOf }
}

/** The deliveries as a new page receives them, newest first. */
const list = async (): Promise<Summary[]> => {
  const { eventsOf } = await openPage()
  return vi.waitUntil(() => eventsOf('deliveries')[0] as Summary[] | undefined)
}

const read = async (number: number) => (await (await fetch(`${url}/inbox/${number}`)).json()) as Delivery

describe('deliveries', () => {
  test('a signed delivery is verified and listed with its event details', async () => {
    expect((await deliver()).status).toBe(200)
    expect(await list()).toEqual([
      {
        number: 1,
        id: 'evt-1',
        type: 'transaction.captured',
        kind: 1,
        sequence: 3,
        resource: '12345678901234',
        timestamp: '2026-11-20T10:30:00.123Z',
        requestId: '4f1d',
        received: expect.any(Number),
        attempt: 1,
        complaint: null,
        answered: { status: 200, afterMs: expect.any(Number) },
      },
    ])
  })

  test.each([
    ['subscription', 'customerSubscriptionId'],
    ['checkout', 'id'],
  ])('an event of a %s is listed with the id in %s', async (name, member) => {
    await deliver({
      body: JSON.stringify({ ...event('evt-1', { [name]: { [member]: '71' } }), type: `${name}.created` }),
    })
    expect(await list()).toMatchObject([{ resource: '71' }])
  })

  test('a delivery keeps its raw body and masks secret headers', async () => {
    const body = '{"type": "transaction.captured", "amount": 10.10, "big": 9007199254740993}'
    await deliver({ body, headers: { authorization: 'Basic c2VjcmV0', 'x-api-key': 'secret', 'x-shop': 'kiln' } })
    const delivery = await read(1)
    expect(delivery.body).toBe(body)
    expect(Object.fromEntries(delivery.headers)).toMatchObject({
      authorization: '••••',
      'x-api-key': '••••',
      'x-shop': 'kiln',
      'webhook-id': 'evt-1',
    })
    expect(JSON.stringify(delivery)).not.toMatch(/secret|c2VjcmV0/)
  })

  test('attempts are counted per event', async () => {
    for (const id of ['evt-1', 'evt-2', 'evt-1', 'evt-1']) await deliver({ id })
    expect((await list()).map(({ id, attempt }) => [id, attempt])).toEqual([
      ['evt-1', 3],
      ['evt-1', 2],
      ['evt-2', 1],
      ['evt-1', 1],
    ])
  })

  test('the inbox stores the last 500 deliveries', async () => {
    const sent = signed()
    for (let count = 0; count < 502; count += 20)
      await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/webhooks`, { method: 'POST', ...sent })))
    const stored = await list()
    expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: 500 }, (_, index) => 520 - index))
    expect((await fetch(`${url}/inbox/20`)).status).toBe(404)
  })

  test('a delivery above 1 MiB returns 413', async () => {
    expect((await deliver({ body: JSON.stringify({ text: 'x'.repeat(100_000) }) })).status).toBe(200)
    expect((await deliver({ body: JSON.stringify({ text: 'x'.repeat(2_000_000) }) })).status).toBe(413)
  })

  test('a delivery before registration returns 503 and is not stored', async () => {
    secret = null
    expect((await deliver()).status).toBe(503)
    expect(await list()).toEqual([])
  })
})

describe('invalid signatures', () => {
  test.each<[string, Sent, string]>([
    ['with another secret', { secret: otherSecret }, 'No matching signature found'],
    ['with another id', { headers: { 'webhook-id': 'evt-2' } }, 'No matching signature found'],
    ['ten minutes ago', { ago: 600 }, 'Message timestamp too old'],
    ['ten minutes ahead', { ago: -600 }, 'Message timestamp too new'],
    ['without a signature', { headers: { 'webhook-signature': '' } }, 'Missing required headers'],
  ])('a delivery signed %s returns 400 and is listed as not verified', async (_, sent, complaint) => {
    expect((await deliver(sent)).status).toBe(400)
    expect(await list()).toMatchObject([{ complaint, attempt: null, answered: { status: 400 } }])
  })

  test('a delivery with a changed byte in its body returns 400', async () => {
    const { body, headers } = signed()
    const forged = body.replace('"sequence":3', '"sequence":4')
    expect((await fetch(`${url}/webhooks`, { method: 'POST', body: forged, headers })).status).toBe(400)
    expect(await list()).toMatchObject([{ complaint: 'No matching signature found', sequence: 4 }])
  })

  test('an unverified delivery does not count as an attempt', async () => {
    await deliver({ secret: otherSecret })
    await deliver()
    expect((await list()).map(({ attempt }) => attempt)).toEqual([1, null])
  })

  test.each(['fail', 'gone', 'slow'])(
    'an unverified delivery returns 400 while the response is “%s”',
    async (answer) => {
      await respondWith(answer)
      expect((await deliver({ secret: otherSecret })).status).toBe(400)
    },
  )

  test('an unverified delivery may have any body', async () => {
    for (const body of ['', 'null', '[1]', '{"type":7,"data":{"7":{"id":1}},"kind":"x"}', '{"type":"a.b","data":[]}'])
      await deliver({ body, secret: otherSecret })
    for (const summary of await list())
      expect(summary).toMatchObject({ type: summary.type === 'a.b' ? 'a.b' : null, kind: null, resource: null })
  })
})

describe('response setting', () => {
  test.each([
    ['ok', 200, null],
    ['fail', 500, null],
    ['busy', 503, '7'],
    ['gone', 410, null],
  ])('response “%s” returns %d', async (answer, status, retryAfter) => {
    expect(await (await respondWith(answer, '7')).json()).toEqual({ error: '' })
    const response = await deliver()
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(await list()).toMatchObject([{ complaint: null, answered: { status } }])
  })

  test('response “slow” is sent after its delay', async () => {
    await respondWith('slow', '12')
    const response = deliver()
    await vi.waitUntil(() => waiting.length === 1)
    expect(waiting[0]?.ms).toBe(12_000)
    expect(await list()).toMatchObject([{ answered: null }])
    waiting[0]?.end()
    expect((await response).status).toBe(200)
    expect(await list()).toMatchObject([{ answered: { status: 200 } }])
  })

  test('a delivery whose sender disconnects is listed without a status', async () => {
    await respondWith('slow')
    const controller = new AbortController()
    const response = deliver({}, controller.signal)
    await vi.waitUntil(() => waiting.length === 1)
    controller.abort()
    await expect(response).rejects.toThrow('aborted')
    await vi.waitUntil(async () => (await list())[0]?.answered)
    expect(await list()).toMatchObject([{ answered: { status: null } }])
  })

  test.each([
    ['an unknown response', 'teapot', '20'],
    ['a name of Object.prototype', 'toString', '20'],
    ['more than 60 seconds', 'slow', '61'],
    ['0 seconds', 'slow', '0'],
    ['half a second', 'slow', '0.5'],
  ])('a response setting with %s is rejected', async (_, answer, seconds) => {
    await respondWith('fail')
    expect(await (await respondWith(answer, seconds)).json()).toEqual({
      error: 'Invalid response or number of seconds.',
    })
    expect((await deliver()).status).toBe(500)
  })

  test.each(['', 'toString', 'forget'])('the unknown action “%s” returns 400', async (act) => {
    expect((await post({ act })).status).toBe(400)
  })
})

const pageText = async () => (await (await fetch(`${url}/inbox`)).text()).replace(/\s+/g, ' ')

describe('inbox page', () => {
  test('an open page receives the current state and then each change', async () => {
    await deliver({ id: 'evt-1' })
    const { messages, eventsOf } = await openPage()
    await vi.waitUntil(() => messages.length === 3)
    expect(eventsOf('setting')).toEqual([{ response: 'ok', seconds: 20 }])
    expect(eventsOf('registration')).toEqual([{ state: 'enabled' }])
    expect(eventsOf('deliveries')).toMatchObject([[{ id: 'evt-1' }]])

    await respondWith('busy', '5')
    await deliver({ id: 'evt-2' })
    await vi.waitUntil(() => eventsOf('delivery').length === 2)
    expect(eventsOf('setting').at(-1)).toEqual({ response: 'busy', seconds: 5 })
    expect(eventsOf('delivery')).toMatchObject([
      { number: 2, id: 'evt-2', answered: null },
      { number: 2, id: 'evt-2', answered: { status: 503 } },
    ])
    expect(JSON.stringify(messages)).not.toContain('webhook-signature')
  })

  test('clearing the inbox keeps the attempt counts', async () => {
    await deliver()
    const { eventsOf } = await openPage()
    await post({ act: 'clear' })
    await vi.waitUntil(() => eventsOf('deliveries').length === 2)
    expect(eventsOf('deliveries')[1]).toEqual([])
    await deliver()
    expect(await list()).toMatchObject([{ number: 2, attempt: 2 }])
  })

  test('the page is sent with the response setting, which its script does not have to fetch', async () => {
    expect(await pageText()).toMatch(/value="ok" aria-describedby="about" checked .*<label class="seconds" hidden>/)
    await respondWith('busy', '7')
    const html = await pageText()
    expect(html).toMatch(/value="busy" aria-describedby="about" checked/)
    expect(html.match(/ checked/g)).toHaveLength(1)
    expect(html).toMatch(/<label class="seconds" >.* value="7" .*<span>seconds in Retry-After<\/span>/)
    expect(html).toContain('<p id="about">Sends Retry-After.')
  })

  test('the content security policy of the inbox page allows only the shop', async () => {
    const policy = (await fetch(`${url}/inbox`)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toContain('gateway')
  })
})

test.each(['/inbox/0', '/inbox/7', '/inbox/nowhere', '/inbox/__proto__'])('GET %s returns 404', async (path) => {
  expect((await fetch(url + path)).status).toBe(404)
})
