import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { baselines } from '../../testing/workers/baseline/baselines.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import type { Call } from '../../testing/merchant.ts'
import { cardPayment, card, createMerchant, startWorker } from '../../testing/merchant.ts'

/** `npm run bench` compares the gateway with these baselines, which is fair only if both query the database equally often. */

const authorized = async (call: Call): Promise<string> =>
  (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId

const requests = {
  authorize: async (call: Call) => () => call('POST', '/v1/transactions/authorize', { body: cardPayment() }),
  capture: async (call: Call) => {
    const transactionId = await authorized(call)
    return () => call('POST', '/v1/transactions/capture', { body: { transactionId } })
  },
  get: async (call: Call) => {
    const id = await authorized(call)
    return () => call('GET', `/v1/transactions/${id}`)
  },
  list: async (call: Call) => () => call('GET', '/v1/transactions?pageSize=10'),
  token: async (call: Call) => () => call('POST', '/v1/tokens', { body: { creditCard: card() } }),
  checkout: async (call: Call) => () => call('POST', '/v1/dynamiccheckout', { body: { total: 26.25 } }),
} satisfies Partial<Record<keyof typeof baselines, (call: Call) => Promise<() => ReturnType<Call>>>>

test.each(Object.keys(requests) as (keyof typeof requests)[])(
  'the benchmark baseline of %s makes as many round trips and statements as the gateway with cached keys',
  async (name) => {
    const { secretKey } = await createMerchant()
    const { d1, counts } = measuredDatabase(bindings.DB_00)
    const call = startWorker({ keyCacheMs: { test: 10_000, live: 10_000 } }, { DB_00: d1 }).as(secretKey)
    // Creates the encryption key of the account and caches the API key in the isolate.
    await call('POST', '/v1/tokens', { body: { creditCard: card() } })
    await authorized(call)
    const request = await requests[name](call)
    const { trips, statements } = counts
    const response = await request()
    expect(response.status).toBe(200)
    const { batches } = baselines[name]
    expect({ trips: counts.trips - trips, statements: counts.statements - statements }).toEqual({
      trips: batches.length,
      statements: batches.flat().length,
    })
    expect(response.d1).toBe(batches.length)
  },
)
