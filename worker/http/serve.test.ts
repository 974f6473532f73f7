import { createExecutionContext, waitOnExecutionContext } from '#runtime'
import { describe, expect, test } from 'vitest'
import { claimsKeyItself } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { createWorker } from '../app/worker.ts'
import { simulator } from '../processors/simulator/simulator.ts'
import { bindings } from '../testing/bindings.ts'
import { byCard, card, createMerchant, gatewayOrigin, startWorker } from '../testing/merchant.ts'
import { honoPath } from './honoPath.ts'

const merchant = await createMerchant()

/** Sends a request with a context that notes what is to outlive it. */
const outliving = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const kept: Promise<unknown>[] = []
  const real = createExecutionContext()
  const context = new Proxy(real, {
    get: (target, member) =>
      member === 'waitUntil'
        ? (promise: Promise<unknown>) => {
            kept.push(promise)
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
  const answering = worker.fetch!(request as Request<unknown, IncomingRequestCfProperties>, bindings, context)
  return { kept, held, answering, finish: () => waitOnExecutionContext(real) }
}

describe('work that may reach a processor', () => {
  test('is kept alive until it has ended, should the caller hang up', async () => {
    const { kept, held, answering, finish } = await outliving('POST', '/v1/transactions/authorize', byCard())
    // One is the note that the key was used, the other the payment.
    await expect.poll(() => kept.length).toBe(2)
    let ended = 0
    for (const promise of kept) void promise.then(() => ended++)
    await expect.poll(() => ended).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(ended).toBe(1)
    held.resolve()
    const response = await answering
    await finish()
    expect(ended).toBe(2)
    expect(await response.json()).toMatchObject({ responseCode: '00' })
  })

  test('does not fail the runtime when it is refused', async () => {
    const { kept, answering, finish } = await outliving(
      'POST',
      '/v1/transactions/authorize',
      byCard('4242424242424242', { amount: { value: 100.5, currency: 840 }, referenceTransactionId: 5 }),
    )
    expect((await answering).status).toBe(400)
    await finish()
    await expect(Promise.all(kept)).resolves.toHaveLength(2)
  })

  test.each([
    ['GET', '/v1/transactions/1', undefined],
    ['POST', '/v1/tokens', { creditCard: card() }],
    ['GET', '/v1/account', undefined],
    ['PUT', '/v1/account', { name: 'Kept' }],
  ])('%s %s has none', async (method, path, body) => {
    const { kept, answering, finish } = await outliving(method, path, body)
    await answering
    await finish()
    expect(kept).toHaveLength(1)
  })

  test('is kept alive no less where an Idempotency-Key waits for its answer', async () => {
    const { kept, answering, finish } = await outliving(
      'PUT',
      '/v1/account',
      { name: 'Kept' },
      { 'idempotency-key': 'k' },
    )
    await answering
    await finish()
    expect(kept).toHaveLength(2)
  })

  test('and opens an operation, with which it claims the Idempotency-Key, is that of the four that move money', () => {
    // Any other that may reach a processor says what its key is: idempotent is 'answer', or false.
    expect(endpoints.filter(claimsKeyItself).map(({ path }) => path)).toEqual(
      ['authorize', 'capture', 'void', 'credit'].map((verb) => `/v1/transactions/${verb}`),
    )
  })
})

test.each([
  ['/v1/customers/{Customer}/wallet/{Wallet}', '/v1/customers/:Customer/wallet/:Wallet'],
  ['/v1/account', '/v1/account'],
])('%s is %s to the router', (path, pattern) => {
  expect(honoPath(path)).toBe(pattern)
})

describe('a path parameter', () => {
  const call = startWorker().as(merchant.secretKey)

  test.each(['abc', '-1', '1.5', '12345678901234567890', '%20', '%zz', '%31%32x', '1%00'])(
    '%s is no id of a transaction',
    async (id) => {
      const answer = await call('GET', `/v1/transactions/${id}`)
      expect(answer.status).toBe(400)
      expect(answer.json).toMatchObject({ type: `${gatewayOrigin}/problems/id-invalid`, status: 400 })
    },
  )
})

describe('Server-Timing', () => {
  test('counts round trips in test mode, and tells nothing in live mode', async () => {
    const live = await createMerchant({ mode: 'live' })
    const call = startWorker().as(null)
    expect((await call('GET', '/v1/account', { key: merchant.secretKey })).headers.get('server-timing')).toMatch(
      /^d1;desc="1";dur=\d+(\.\d+)?, processor;dur=0, total;dur=\d+(\.\d+)?$/,
    )
    expect((await call('GET', '/v1/account', { key: live.secretKey })).headers.has('server-timing')).toBe(false)
  })
})
