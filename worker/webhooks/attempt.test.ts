import { afterEach, describe, expect, test, vi } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { mintWebhookSecret } from '../domain/webhooks/secret.ts'
import { attemptDelivery } from './attempt.ts'
import type { Sending, Target } from './attempt.ts'
import { answerWithinMs } from './schedule.ts'

afterEach(() => void vi.useRealTimers())

const target = (more: Partial<Target> = {}): Target => ({
  url: 'https://shop.receivers.net/hooks',
  headers: {},
  secrets: [mintWebhookSecret()],
  ...more,
})
const message = { id: 'evt-1', body: '{"amount":10.50}' }
const sending = (fetch: Sending['fetch'], more: Partial<Sending> = {}): Sending => ({
  fetch,
  nowMs: 1_800_000_000_999,
  allowLocal: false,
  ...more,
})
const silent = { status: null, retryAfter: null }

describe('an attempt', () => {
  test('sends what it was given to the byte, at the second of the attempt', async () => {
    const seen: Request[] = []
    await attemptDelivery(
      target(),
      message,
      sending(async (request) => {
        seen.push(request)
        return new Response()
      }),
    )
    const [request] = seen
    expect(request).toMatchObject({ method: 'POST', url: 'https://shop.receivers.net/hooks', redirect: 'manual' })
    expect(await request!.text()).toBe(message.body)
    expect(request!.headers.get('webhook-timestamp')).toBe('1800000000')
    expect([...request!.headers.keys()]).toEqual([
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ])
  })

  test('lets nobody put other headers in place of its own', async () => {
    const headers = {
      'webhook-id': 'evt-2',
      'Content-Type': 'text/html',
      'WEBHOOK-SIGNATURE': 'v1,no',
      'user-agent': 'Shop',
    }
    const seen: Headers[] = []
    await attemptDelivery(
      target({ headers }),
      message,
      sending(async (request) => {
        seen.push(request.headers)
        return new Response()
      }),
    )
    expect(seen[0]!.get('webhook-id')).toBe('evt-1')
    expect(seen[0]!.get('content-type')).toBe('application/json')
    expect(seen[0]!.get('webhook-signature')).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
    expect(seen[0]!.get('user-agent')).toBe('Shop')
  })

  test.for([200, 204, 301, 410, 500, 503])('answers the status %i and Retry-After', async (status) => {
    const fetch = async () => new Response(null, { status, headers: { 'retry-after': '7' } })
    expect(await attemptDelivery(target(), message, sending(fetch))).toEqual({ status, retryAfter: '7' })
  })

  test('reads nothing of the answer', async () => {
    let pulled = 0
    let canceled = false
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulled++
          controller.enqueue(new Uint8Array(1024))
        },
        cancel: () => void (canceled = true),
      },
      { highWaterMark: 0 },
    )
    await attemptDelivery(
      target(),
      message,
      sending(async () => new Response(body)),
    )
    await expect.poll(() => canceled).toBe(true)
    expect(pulled).toBe(0)
  })

  test('has no answer from somebody who is not there', async () => {
    const refused = sending(() => Promise.reject(new TypeError('connection refused')))
    expect(await attemptDelivery(target(), message, refused)).toEqual(silent)
  })

  test('waits fifteen seconds, and not longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let aborted = false
    const asked = Promise.withResolvers<void>()
    const fetch = (request: Request) =>
      new Promise<Response>((_resolve, reject) => {
        asked.resolve()
        request.signal.addEventListener('abort', () => {
          aborted = true
          reject(new DOMException('late', 'AbortError'))
        })
      })
    const attempted = attemptDelivery(target(), message, sending(fetch))
    await asked.promise
    await vi.advanceTimersByTimeAsync(answerWithinMs - 1)
    expect(aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await attempted).toEqual(silent)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('leaves no timer behind where the answer came in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await attemptDelivery(
      target(),
      message,
      sending(async () => new Response()),
    )
    expect(vi.getTimerCount()).toBe(0)
  })

  test.for([
    'http://shop.receivers.net/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://shop.receivers.net:9000/',
    'https://user@shop.receivers.net/',
  ])('goes nowhere by %s', async (url) => {
    const fetch = vi.fn<Sending['fetch']>()
    expect(await attemptDelivery(target({ url }), message, sending(fetch))).toEqual(silent)
    expect(fetch).not.toHaveBeenCalled()
  })

  test('reaches this machine in local runs alone', async () => {
    const fetch = vi.fn<Sending['fetch']>(async () => new Response(null, { status: 204 }))
    const local = target({ url: 'http://localhost:8898/webhooks' })
    expect(await attemptDelivery(local, message, sending(fetch, { allowLocal: true }))).toMatchObject({ status: 204 })
    expect(await attemptDelivery(local, message, sending(fetch))).toEqual(silent)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('never says a secret where it fails', async () => {
    const secret = new Secret('whsec_no secret at all')
    await expect(
      attemptDelivery(
        target({ secrets: [secret] }),
        message,
        sending(async () => new Response()),
      ),
    ).rejects.not.toThrow('no secret at all')
  })
})
