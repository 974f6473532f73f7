import { evictDurableObject } from '#runtime'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { endpointName } from '../webhooks/objectName.ts'
import { bindings } from './bindings.ts'
import { createMerchant, startWorker, testClock } from './merchant.ts'
import type { Call, MerchantOptions } from './merchant.ts'

/** A delivery as a receiver got it. */
export interface Heard {
  readonly url: string
  readonly headers: Headers
  readonly body: string
  /** By the test's clock. */
  readonly at: number
}

export type Answering = (heard: Heard, request: Request) => Response | Promise<Response>

const ok: Answering = () => new Response(null, { status: 204 })

/** Everything that webhooks are sent to: receivers by their host, each of which answers as it was told. */
export const startReceivers = (
  parts: Parameters<typeof startWorker>[0] = {},
  bound: Parameters<typeof startWorker>[1] = {},
) => {
  const clock = testClock()
  const byHost = new Map<string, { readonly heard: Heard[]; answering: Answering }>()
  const worker = startWorker(
    {
      clock,
      fetch: async (request) => {
        const receiver = byHost.get(new URL(request.url).host)
        if (receiver === undefined) throw new TypeError('Nobody is there.')
        const heard = { url: request.url, headers: request.headers, body: await request.text(), at: clock.now() }
        receiver.heard.push(heard)
        return receiver.answering(heard, request)
      },
      ...parts,
    },
    bound,
  )

  /** A receiver that is registered for an account's events. */
  const receive = async (call: Call, { subscribedEvents = null, headers = null }: Subscription = {}) => {
    const host = `r${crypto.randomUUID()}.receivers.net`
    const url = `https://${host}/hooks`
    const registration = { url, enabled: true, subscribedEvents, headers }
    const { webhook } = (await call('POST', '/v1/webhook', { body: registration })).json
    const receiver = { heard: [] as Heard[], answering: ok }
    byHost.set(host, receiver)
    const object = () => bindings.WEBHOOK_ENDPOINTS.getByName(endpointName('00', webhook.id))
    return {
      id: webhook.id as string,
      secret: webhook.secret as string,
      url,
      registration,
      object,
      get heard(): readonly Heard[] {
        return receiver.heard
      },
      /** The deliveries, each verified by the public library. */
      events: (secret: string = webhook.secret): any[] => receiver.heard.map((one) => verified(one, secret)),
      answer: (answering: Answering | number): void => {
        receiver.answering = typeof answering === 'number' ? () => new Response(null, { status: answering }) : answering
      },
      /** Until so many deliveries were heard. */
      hears: (count: number) =>
        expect.poll(() => receiver.heard.length, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(count),
      /** Takes its object out of memory, once it has nothing to do. */
      evict: () => evictDurableObject(object()),
    }
  }

  const open = async (options: MerchantOptions = {}) => {
    const merchant = await createMerchant(options)
    const call = worker.as(merchant.secretKey)
    return { merchant, call, receive: (subscription?: Subscription) => receive(call, subscription) }
  }
  return { ...worker, clock, open }
}

interface Subscription {
  readonly subscribedEvents?: readonly number[] | null
  readonly headers?: Readonly<Record<string, string>> | null
}

/** The library compares with the machine's clock, and ours is a test's: what it would say on the day of the delivery. */
const verified = ({ headers, body, at }: Heard, secret: string): any => {
  const real = Date.now
  Date.now = () => at
  try {
    return new Webhook(secret).verify(body, Object.fromEntries(headers))
  } finally {
    Date.now = real
  }
}
