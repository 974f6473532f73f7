import { createExecutionContext, waitOnExecutionContext } from '#runtime'
import { describe, expect, test } from 'vitest'
import { claimsKeyWithOperation } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { createWorker } from '../app/worker.ts'
import { simulator } from '../processors/simulator/simulator.ts'
import { bindings } from '../testing/bindings.ts'
import { cardPayment, card, createMerchant, gatewayOrigin, startWorker } from '../testing/merchant.ts'
import { honoPath } from './honoPath.ts'

const merchant = await createMerchant()

/** Sends a request and collects the promises passed to waitUntil. */
const sendCollectingWork = async (
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => {
  const waitedFor: Promise<unknown>[] = []
  const real = createExecutionContext()
  const context = new Proxy(real, {
    get: (target, member) =>
      member === 'waitUntil'
        ? (promise: Promise<unknown>) => {
            waitedFor.push(promise)
            target.waitUntil(promise)
          }
        : Reflect.get(target, member, target),
  })
  const held = Promise.withResolvers<void>()
  const processor = {
    ...simulator(),
    authorize: async (...asked: Parameters<ReturnType<typeof simulator>['authorize']>) => {
      await held.promise
      return simulator().authorize(...asked)
    },
  }
  const worker = createWorker({ log: () => undefined, processor })
  const request = new Request(gatewayOrigin + path, {
    method,
    headers: { 'x-api-key': merchant.secretKey, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const pending = worker.fetch!(request as Request<unknown, IncomingRequestCfProperties>, bindings, context)
  return { waitedFor, held, pending, finish: () => waitOnExecutionContext(real) }
}

describe('waitUntil', () => {
  test('authorize is kept alive until it ends, even if the client disconnects', async () => {
    const { waitedFor, held, pending, finish } = await sendCollectingWork(
      'POST',
      '/v1/transactions/authorize',
      cardPayment(),
    )
    // One records the use of the key, the other is the payment.
    await expect.poll(() => waitedFor.length).toBe(2)
    let ended = 0
    for (const promise of waitedFor) void promise.then(() => ended++)
    await expect.poll(() => ended).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ended).toBe(1)
    held.resolve()
    const response = await pending
    await finish()
    expect(ended).toBe(2)
    expect(await response.json()).toMatchObject({ responseCode: '00' })
  })

  test('a rejected authorize does not reject the promise passed to waitUntil', async () => {
    const { waitedFor, pending, finish } = await sendCollectingWork(
      'POST',
      '/v1/transactions/authorize',
      cardPayment('4242424242424242', { amount: { value: 100.5, currency: 840 }, referenceTransactionId: 5 }),
    )
    expect((await pending).status).toBe(400)
    await finish()
    await expect(Promise.all(waitedFor)).resolves.toHaveLength(2)
  })

  test.each([
    ['GET', '/v1/transactions/1', undefined],
    ['POST', '/v1/tokens', { creditCard: card() }],
    ['GET', '/v1/account', undefined],
    ['PUT', '/v1/account', { name: 'Kept' }],
  ])('%s %s is not kept alive', async (method, path, body) => {
    const { waitedFor, pending, finish } = await sendCollectingWork(method, path, body)
    await pending
    await finish()
    expect(waitedFor).toHaveLength(1)
  })

  test('a request with an Idempotency-Key is kept alive until it ends', async () => {
    const { waitedFor, pending, finish } = await sendCollectingWork(
      'PUT',
      '/v1/account',
      { name: 'Kept' },
      { 'idempotency-key': 'k' },
    )
    await pending
    await finish()
    expect(waitedFor).toHaveLength(2)
  })

  test('authorize, sale, capture, void, credit and new subscriptions claim the idempotency key with their operation', () => {
    expect(endpoints.filter(claimsKeyWithOperation).map(({ path }) => path)).toEqual([
      ...['authorize', 'sale', 'capture', 'void', 'credit'].map((verb) => `/v1/transactions/${verb}`),
      '/v1/customers/{Customer}/subscriptions',
    ])
  })
})

test.each([
  ['/v1/customers/{Customer}/wallet/{Wallet}', '/v1/customers/:Customer/wallet/:Wallet'],
  ['/v1/account', '/v1/account'],
])('path %s is %s in Hono', (path, pattern) => {
  expect(honoPath(path)).toBe(pattern)
})

describe('path parameters', () => {
  const call = startWorker().as(merchant.secretKey)

  test.each(['abc', '-1', '1.5', '12345678901234567890', '%20', '%zz', '%31%32x', '1%00'])(
    'transaction id %s returns 400 id_invalid',
    async (id) => {
      const answer = await call('GET', `/v1/transactions/${id}`)
      expect(answer.status).toBe(400)
      expect(answer.json).toMatchObject({ type: `${gatewayOrigin}/problems/id-invalid`, status: 400 })
    },
  )
})

describe('Server-Timing', () => {
  test('Server-Timing counts round trips in test mode and is absent in live mode', async () => {
    const live = await createMerchant({ mode: 'live' })
    const call = startWorker().as(null)
    expect((await call('GET', '/v1/account', { key: merchant.secretKey })).headers.get('server-timing')).toMatch(
      /^d1;desc="1";dur=\d+(\.\d+)?, processor;dur=0, total;dur=\d+(\.\d+)?$/,
    )
    expect((await call('GET', '/v1/account', { key: live.secretKey })).headers.has('server-timing')).toBe(false)
  })
})
