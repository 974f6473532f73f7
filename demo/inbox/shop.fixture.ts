import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Signer } from 'standardwebhooks'
import { afterEach, beforeEach, vi } from 'vitest'
import { createShop } from '../shop/server.ts'
import type { Delivery, Registration, Summary } from './delivery.ts'
import { openInbox } from './inbox.ts'
import type { Webhook } from './webhook.ts'

const signing = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const otherSecret = `whsec_${btoa('another secret of 32 bytes, here')}`

export const event = (
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

export type Sent = { id?: string; body?: string; secret?: string; ago?: number; headers?: Record<string, string> }

/** A signed request; `ago` in seconds. */
export const signed = ({ id = 'evt-1', body = JSON.stringify(event(id)), secret = signing, ago = 0 }: Sent = {}) => {
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

/** What a test of the inbox changes and reads. */
type State = {
  /** The signing secret; null before registration. */
  secret: string | null
  registration: Registration
  /** Pending slow responses and their delay. */
  waiting: { ms: number; end: () => void }[]
  url: string
}

/** Starts a shop with an empty inbox for each test of a file. */
export const useShop = () => {
  let server: Server
  const state: State = { secret: signing, registration: { state: 'enabled' }, waiting: [], url: '' }

  const webhook: Webhook = {
    url: 'http://shop.example/webhooks',
    registration: () => state.registration,
    secret: () => state.secret,
    onChange: () => {},
    register: async () => {},
    refresh: async () => {},
    refreshSoon: () => {},
    test: async () => '',
    replay: async () => '',
  }

  const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((end, reject) => {
      state.waiting.push({ ms, end })
      signal.addEventListener('abort', reject)
    })

  beforeEach(async () => {
    Object.assign(state, { secret: signing, registration: { state: 'enabled' }, waiting: [] })
    server = createShop({
      gateway: 'http://gateway.invalid',
      secretKey: 'sluice_sk_test_00',
      publishableKey: 'pk',
      mail: '',
      inbox: openInbox(webhook, { sleep }),
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })

  const deliver = async (sent: Sent = {}, signal?: AbortSignal): Promise<Response> => {
    const { body, headers } = signed(sent)
    return fetch(`${state.url}/webhooks`, {
      method: 'POST',
      body,
      headers: { ...headers, ...sent.headers },
      ...(signal && { signal }),
    })
  }

  const post = (form: Record<string, string>) =>
    fetch(`${state.url}/inbox`, { method: 'POST', body: new URLSearchParams(form) })
  const respondWith = (response: string, seconds = '20') => post({ act: 'respond', response, seconds })

  /** An open page and the events that it received, in order. */
  const openPage = async () => {
    const { body } = await fetch(`${state.url}/inbox/stream`)
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

  const read = async (number: number) => (await (await fetch(`${state.url}/inbox/${number}`)).json()) as Delivery

  return Object.assign(state, { deliver, post, respondWith, openPage, list, read })
}
