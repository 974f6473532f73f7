import { afterEach, describe, expect, test, vi } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { mintWebhookSecret } from '../../domain/webhooks/secret.ts'
import { attemptDelivery } from './attempt.ts'
import type { SendOptions, Target } from './attempt.ts'
import { responseTimeoutMs } from './retrySchedule.ts'

afterEach(() => void vi.useRealTimers())

const target = (more: Partial<Target> = {}): Target => ({
  url: 'https://shop.receivers.net/hooks',
  headers: null,
  secrets: [mintWebhookSecret()],
  ...more,
})
const message = { id: 'evt-1', body: '{"amount":10.50}' }
const optionsWith = (fetch: SendOptions['fetch'], more: Partial<SendOptions> = {}): SendOptions => ({
  fetch,
  nowMs: 1_800_000_000_999,
  allowLocal: false,
  ...more,
})
const noResponse = { status: null, retryAfter: null }

describe('attemptDelivery', () => {
  test('an attempt sends the body unchanged, with the timestamp of the attempt', async () => {
    const sent: Request[] = []
    await attemptDelivery(
      target(),
      message,
      optionsWith(async (request) => {
        sent.push(request)
        return new Response()
      }),
    )
    const [request] = sent
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

  test('custom headers do not replace the headers of Standard Webhooks', async () => {
    const headers = {
      'webhook-id': 'evt-2',
      'Content-Type': 'text/html',
      'WEBHOOK-SIGNATURE': 'v1,no',
      'user-agent': 'Shop',
    }
    const sent: Headers[] = []
    await attemptDelivery(
      target({ headers: { hosts: ['shop.receivers.net'], headers } }),
      message,
      optionsWith(async (request) => {
        sent.push(request.headers)
        return new Response()
      }),
    )
    expect(sent[0]!.get('webhook-id')).toBe('evt-1')
    expect(sent[0]!.get('content-type')).toBe('application/json')
    expect(sent[0]!.get('webhook-signature')).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
    expect(sent[0]!.get('user-agent')).toBe('Shop')
  })

  test.each([
    ['https://shop.receivers.net/hooks', '7'],
    ['https://SHOP.receivers.net:8443/other', '7'],
    ['https://www.shop.receivers.net/hooks', null],
    ['https://receivers.net/hooks', null],
    ['https://evilshop.receivers.net/hooks', null],
    ['https://shop.receivers.net.evil.net/hooks', null],
    ['https://evil.net/shop.receivers.net', null],
    ['https://evil.net/?https://shop.receivers.net/', null],
  ])('headers bound to shop.receivers.net are sent to %s as %j', async (url, value) => {
    const sent: Headers[] = []
    await attemptDelivery(
      target({ url, headers: { hosts: ['blog.example', 'shop.receivers.net'], headers: { 'x-shop': '7' } } }),
      message,
      optionsWith(async (request) => {
        sent.push(request.headers)
        return new Response()
      }),
    )
    expect(sent.map((headers) => headers.get('x-shop'))).toEqual([value])
  })

  test.for([200, 204, 301, 410, 500, 503])('an attempt returns status %i and Retry-After', async (status) => {
    const fetch = async () => new Response(null, { status, headers: { 'retry-after': '7' } })
    expect(await attemptDelivery(target(), message, optionsWith(fetch))).toEqual({ status, retryAfter: '7' })
  })

  test('an attempt does not read the response body', async () => {
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
      optionsWith(async () => new Response(body)),
    )
    await expect.poll(() => canceled).toBe(true)
    expect(pulled).toBe(0)
  })

  test('an attempt to an unreachable receiver returns a null status', async () => {
    const unreachable = optionsWith(() => Promise.reject(new TypeError('connection refused')))
    expect(await attemptDelivery(target(), message, unreachable)).toEqual(noResponse)
  })

  test('an attempt times out after 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let aborted = false
    const requested = Promise.withResolvers<void>()
    const fetch = (request: Request) =>
      new Promise<Response>((_resolve, reject) => {
        requested.resolve()
        request.signal.addEventListener('abort', () => {
          aborted = true
          reject(new DOMException('late', 'AbortError'))
        })
      })
    const attempted = attemptDelivery(target(), message, optionsWith(fetch))
    await requested.promise
    await vi.advanceTimersByTimeAsync(responseTimeoutMs - 1)
    expect(aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await attempted).toEqual(noResponse)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an attempt clears its timer after a response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await attemptDelivery(
      target(),
      message,
      optionsWith(async () => new Response()),
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
  ])('an attempt sends no request to forbidden address %s', async (url) => {
    const fetch = vi.fn<SendOptions['fetch']>()
    expect(await attemptDelivery(target({ url }), message, optionsWith(fetch))).toEqual(noResponse)
    expect(fetch).not.toHaveBeenCalled()
  })

  test('an attempt reaches localhost only if local addresses are allowed', async () => {
    const fetch = vi.fn<SendOptions['fetch']>(async () => new Response(null, { status: 204 }))
    const local = target({ url: 'http://localhost:8898/webhooks' })
    expect(await attemptDelivery(local, message, optionsWith(fetch, { allowLocal: true }))).toMatchObject({
      status: 204,
    })
    expect(await attemptDelivery(local, message, optionsWith(fetch))).toEqual(noResponse)
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('an error of an attempt does not contain the secret', async () => {
    const secret = new Secret('whsec_no secret at all')
    await expect(
      attemptDelivery(
        target({ secrets: [secret] }),
        message,
        optionsWith(async () => new Response()),
      ),
    ).rejects.not.toThrow('no secret at all')
  })
})
