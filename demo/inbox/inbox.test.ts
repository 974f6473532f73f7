import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Signer } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createShop } from '../shop/server.ts'
import type { Delivery, Summary } from './delivery.ts'
import { openInbox } from './inbox.ts'
import type { Webhook } from './webhook.ts'

const signing = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const anothers = `whsec_${btoa('another secret of 32 bytes, here')}`

/** What the gateway has told the shop. */
let secret: string | null
/** Slow answers that wait, and for how long. */
let waiting: { ms: number; end: () => void }[]
let shop: Server
let url: string

const webhook: Webhook = {
  url: 'http://shop.example/webhooks',
  registration: () => ({ state: 'enabled' }),
  secret: () => secret,
  onChange: () => {},
  register: async () => {},
  look: async () => {},
  lookSoon: () => {},
  test: async () => '',
  replay: async () => '',
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((end, hangUp) => {
    waiting.push({ ms, end })
    signal.addEventListener('abort', hangUp)
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

/** What a sender sends who has the secret; `ago` in seconds. */
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

const ask = (form: Record<string, string>) => fetch(`${url}/inbox`, { method: 'POST', body: new URLSearchParams(form) })
const tell = (answer: string, seconds = '20') => ask({ act: 'tell', answer, seconds })

/** A page that is open, and what it was told so far, in order. */
const openPage = async () => {
  const { body } = await fetch(`${url}/inbox/stream`)
  const heard: { name: string; data: unknown }[] = []
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
        if (name && data) heard.push({ name, data: JSON.parse(data) as unknown })
      }
    }
  })()
  const told = (name: string) => heard.filter((message) => message.name === name).map(({ data }) => data)
  return { heard, told }
}

/** The newest first, as a page gets them that is opened now. */
const list = async (): Promise<Summary[]> => {
  const { told } = await openPage()
  return vi.waitUntil(() => told('deliveries')[0] as Summary[] | undefined)
}

const read = async (number: number) => (await (await fetch(`${url}/inbox/${number}`)).json()) as Delivery

describe('a delivery', () => {
  test('of the gateway’s is verified, and shown with what it says of itself', async () => {
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
  ])('says which %s it is about', async (name, member) => {
    await deliver({
      body: JSON.stringify({ ...event('evt-1', { [name]: { [member]: '71' } }), type: `${name}.created` }),
    })
    expect(await list()).toMatchObject([{ resource: '71' }])
  })

  test('is kept as it came, but for secrets among its headers', async () => {
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

  test('counts the attempts of its event, and those of no other', async () => {
    for (const id of ['evt-1', 'evt-2', 'evt-1', 'evt-1']) await deliver({ id })
    expect((await list()).map(({ id, attempt }) => [id, attempt])).toEqual([
      ['evt-1', 3],
      ['evt-1', 2],
      ['evt-2', 1],
      ['evt-1', 1],
    ])
  })

  test('is one of 500 that are kept', async () => {
    const sent = signed()
    for (let count = 0; count < 502; count += 20)
      await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/webhooks`, { method: 'POST', ...sent })))
    const kept = await list()
    expect(kept.map(({ number }) => number)).toEqual(Array.from({ length: 500 }, (_, index) => 520 - index))
    expect((await fetch(`${url}/inbox/20`)).status).toBe(404)
  })

  test('may be larger than any form', async () => {
    expect((await deliver({ body: JSON.stringify({ text: 'x'.repeat(100_000) }) })).status).toBe(200)
    expect((await deliver({ body: JSON.stringify({ text: 'x'.repeat(2_000_000) }) })).status).toBe(413)
  })

  test('is put off as long as nobody has told the shop the secret', async () => {
    secret = null
    expect((await deliver()).status).toBe(503)
    expect(await list()).toEqual([])
  })
})

describe('what the gateway has not signed', () => {
  test.each<[string, Sent, string]>([
    ['by another secret', { secret: anothers }, 'No matching signature found'],
    ['with another id', { headers: { 'webhook-id': 'evt-2' } }, 'No matching signature found'],
    ['ten minutes ago', { ago: 600 }, 'Message timestamp too old'],
    ['in ten minutes', { ago: -600 }, 'Message timestamp too new'],
    ['without a signature', { headers: { 'webhook-signature': '' } }, 'Missing required headers'],
  ])('is refused and said to be forged: signed %s', async (_, sent, complaint) => {
    expect((await deliver(sent)).status).toBe(400)
    expect(await list()).toMatchObject([{ complaint, attempt: null, answered: { status: 400 } }])
  })

  test('is refused for a single other byte in its body', async () => {
    const { body, headers } = signed()
    const forged = body.replace('"sequence":3', '"sequence":4')
    expect((await fetch(`${url}/webhooks`, { method: 'POST', body: forged, headers })).status).toBe(400)
    expect(await list()).toMatchObject([{ complaint: 'No matching signature found', sequence: 4 }])
  })

  test('is no attempt, whatever its id', async () => {
    await deliver({ secret: anothers })
    await deliver()
    expect((await list()).map(({ attempt }) => attempt)).toEqual([1, null])
  })

  test.each(['fail', 'gone', 'slow'])('is refused just so by an inbox that was told “%s”', async (answer) => {
    await tell(answer)
    expect((await deliver({ secret: anothers })).status).toBe(400)
  })

  test('may be anything', async () => {
    for (const body of ['', 'null', '[1]', '{"type":7,"data":{"7":{"id":1}},"kind":"x"}', '{"type":"a.b","data":[]}'])
      await deliver({ body, secret: anothers })
    for (const summary of await list())
      expect(summary).toMatchObject({ type: summary.type === 'a.b' ? 'a.b' : null, kind: null, resource: null })
  })
})

describe('told how to answer', () => {
  test.each([
    ['ok', 200, null],
    ['fail', 500, null],
    ['busy', 503, '7'],
    ['gone', 410, null],
  ])('answers “%s” with %d', async (answer, status, retryAfter) => {
    expect(await (await tell(answer, '7')).json()).toEqual({ trouble: '' })
    const response = await deliver()
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter])
    expect(await list()).toMatchObject([{ complaint: null, answered: { status } }])
  })

  test('answers “slow” when the time is over, and not before', async () => {
    await tell('slow', '12')
    const answer = deliver()
    await vi.waitUntil(() => waiting.length === 1)
    expect(waiting[0]?.ms).toBe(12_000)
    expect(await list()).toMatchObject([{ answered: null }])
    waiting[0]?.end()
    expect((await answer).status).toBe(200)
    expect(await list()).toMatchObject([{ answered: { status: 200 } }])
  })

  test('knows that nobody heard its answer', async () => {
    await tell('slow')
    const hangingUp = new AbortController()
    const answer = deliver({}, hangingUp.signal)
    await vi.waitUntil(() => waiting.length === 1)
    hangingUp.abort()
    await expect(answer).rejects.toThrow('aborted')
    await vi.waitUntil(async () => (await list())[0]?.answered)
    expect(await list()).toMatchObject([{ answered: { status: null } }])
  })

  test.each([
    ['what is in no table', 'teapot', '20'],
    ['what an object has by itself', 'toString', '20'],
    ['a minute and more', 'slow', '61'],
    ['no time at all', 'slow', '0'],
    ['half a second', 'slow', '0.5'],
  ])('does not take %s', async (_, answer, seconds) => {
    await tell('fail')
    expect(await (await tell(answer, seconds)).json()).toEqual({ trouble: 'There is no such answer.' })
    expect((await deliver()).status).toBe(500)
  })

  test.each(['', 'toString', 'forget'])('does nothing for the act “%s”', async (act) => {
    expect((await ask({ act })).status).toBe(400)
  })
})

describe('a page that is open', () => {
  test('is told what there is, and then everything at once', async () => {
    await deliver({ id: 'evt-1' })
    const { heard, told } = await openPage()
    await vi.waitUntil(() => heard.length === 3)
    expect(told('told')).toEqual([{ answer: 'ok', seconds: 20 }])
    expect(told('registration')).toEqual([{ state: 'enabled' }])
    expect(told('deliveries')).toMatchObject([[{ id: 'evt-1' }]])

    await tell('busy', '5')
    await deliver({ id: 'evt-2' })
    await vi.waitUntil(() => told('delivery').length === 2)
    expect(told('told').at(-1)).toEqual({ answer: 'busy', seconds: 5 })
    expect(told('delivery')).toMatchObject([
      { number: 2, id: 'evt-2', answered: null },
      { number: 2, id: 'evt-2', answered: { status: 503 } },
    ])
    expect(JSON.stringify(heard)).not.toContain('webhook-signature')
  })

  test('is cleared, while attempts still count', async () => {
    await deliver()
    const { told } = await openPage()
    await ask({ act: 'clear' })
    await vi.waitUntil(() => told('deliveries').length === 2)
    expect(told('deliveries')[1]).toEqual([])
    await deliver()
    expect(await list()).toMatchObject([{ number: 2, attempt: 2 }])
  })

  test('may load its own script and style, and talk to the shop alone', async () => {
    const policy = (await fetch(`${url}/inbox`)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toContain('gateway')
  })
})

test.each(['/inbox/0', '/inbox/7', '/inbox/nowhere', '/inbox/__proto__'])('answers %s with 404', async (path) => {
  expect((await fetch(url + path)).status).toBe(404)
})
