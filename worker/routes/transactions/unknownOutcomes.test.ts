import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TimeLimits } from '../../domain/timeLimits.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Fault } from '../../proof/acquirer/faultPlan.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { noPatience } from '../../testing/doubles/immediatePatience.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** Modifications with a lost, late or duplicated processor response, in the rows of the gateway and in the ledger of the acquirer. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

// A sweep processes the whole shard, so operations of earlier tests must not be due.
beforeEach(async () => {
  await bindings.DB_00.prepare('UPDATE operations SET due = NULL').run()
})

const minute = 60_000
const limits: TimeLimits = {
  processorTimeoutMs: 80,
  reversalTimeoutMs: 80,
  abandonAfterMs: 45_000,
  reversalLeaseMs: 60_000,
}

const setUp = async () => {
  const clock = testClock()
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const merchant = await createMerchant()
  const worker = startWorker({ processor, clock, limits })
  const call = worker.as(merchant.secretKey)
  const post = (operation: string, body: object, key?: string) =>
    call('POST', `/v1/transactions/${operation}`, {
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const authorized = async () =>
    (await post('authorize', cardPayment(undefined, { amount: { value: 10 } }))).json.transactionId
  const captured = async () => {
    const id = await authorized()
    await post('capture', { transactionId: id })
    return id
  }
  return {
    clock,
    processor,
    ledger,
    faultPlan,
    merchant,
    worker,
    post,
    authorized,
    captured,
    getTransaction: async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json,
  }
}

type Context = Awaited<ReturnType<typeof setUp>>

/** Each modification with a payment that permits it, and the payment while it is pending and once it is done. */
const operations = [
  {
    operation: 'capture',
    createPayment: (context: Context) => context.authorized(),
    body: (id: string) => ({ transactionId: id, amount: 4 }),
    pending: { status: 'authorized', amountCaptured: 0, amountCapturable: 6 },
    done: { status: 'partially_captured', amountCaptured: 4, amountCapturable: 6 },
  },
  {
    operation: 'void',
    createPayment: (context: Context) => context.captured(),
    body: (id: string) => ({ transactionId: id }),
    pending: { status: 'captured', amountCaptured: 10 },
    done: { status: 'voided', amountCaptured: 0 },
  },
  {
    operation: 'credit',
    createPayment: (context: Context) => context.captured(),
    body: (id: string) => ({ referenceTransactionId: Number(id), amount: { value: 4 } }),
    pending: { status: 'captured', amountCredited: 0 },
    done: { status: 'partially_refunded', amountCredited: 4 },
  },
] as const

describe.each(operations)('POST /v1/transactions/$operation', ({ operation, createPayment, body, pending, done }) => {
  test.each<[string, Fault]>([
    ['without a processor response', { kind: 'silent' }],
    ['with a lost response', { kind: 'dropAfter' }],
    ['with a lost request', { kind: 'dropBefore' }],
    ['with an unreadable response', { kind: 'garbage' }],
  ])(`${operation} %s returns 504, and a sweep repeats it with one effect`, async (_failure, fault) => {
    const context = await setUp()
    const id = await createPayment(context)
    context.faultPlan.add({ fault, on: operation })
    const response = await context.post(operation, body(id), 'key')
    expect(response.status).toBe(504)
    const [{ type, message }] = response.json.errors
    expect(type).toBe('processor_timeout')
    const modificationId = message.details.transactionId
    expect(await context.getTransaction(id)).toMatchObject(pending)
    expect(await context.getTransaction(modificationId)).toMatchObject({
      type: operation,
      responseCode: '68',
      originalTransactionId: id,
    })

    // Until the outcome is known, the key replays the response and other modifications are rejected.
    const replayed = await context.post(operation, body(id), 'key')
    expect([replayed.status, replayed.text]).toEqual([504, response.text])
    expect(replayed.headers.get('idempotent-replayed')).toBe('true')
    expect((await context.post('void', { transactionId: id })).status).toBe(409)

    context.clock.advance(minute)
    await context.worker.sweep()
    expect(await context.getTransaction(id)).toMatchObject(done)
    expect(await context.getTransaction(modificationId)).toMatchObject({ responseCode: '00' })
    expect(context.ledger.entries().filter((entry) => entry.root === id && entry.type === operation)).toMatchObject([
      { effects: 1 },
    ])
    const resolved = await context.post(operation, body(id), 'key')
    expect(resolved.status).toBe(200)
    expect(resolved.json).toMatchObject({
      requestId: response.json.requestId,
      transactionId: modificationId,
      responseCode: '00',
    })
  })

  test(`${operation} with an unknown outcome is repeated after 1, 2, 10 and 60 minutes and then hourly`, async () => {
    const context = await setUp()
    const id = await createPayment(context)
    context.faultPlan.add({ fault: { kind: 'dropAfter' }, on: operation, times: 7 })
    const modificationId = (await context.post(operation, body(id))).json.errors[0].message.details.transactionId
    const requests = () => context.ledger.find(modificationId)?.requests
    for (const [minutes, repeats] of [
      [1, 1],
      [1, 2],
      [8, 3],
      [50, 4],
      [59, 4],
      [1, 5],
      [60, 6],
    ] as const) {
      context.clock.advance(minutes * minute)
      await context.worker.sweep()
      expect(requests()).toBe(1 + repeats)
    }
    expect(await context.getTransaction(id)).toMatchObject(pending)
    context.clock.advance(60 * minute)
    await context.worker.sweep()
    expect(await context.getTransaction(id)).toMatchObject(done)
    expect(context.ledger.find(modificationId)).toMatchObject({ effects: 1 })
  })

  test(`${operation} that is declined when repeated changes no amount and releases its reservation`, async () => {
    const context = await setUp()
    const id = await createPayment(context)
    const before = await context.getTransaction(id)
    context.faultPlan.add({ fault: { kind: 'dropBefore' }, on: operation })
    context.faultPlan.add({ fault: { kind: 'decline', code: '05' }, on: operation })
    await context.post(operation, body(id), 'key')
    context.clock.advance(minute)
    await context.worker.sweep()
    const { status, amountCaptured, amountCapturable, amountCredited } = before
    expect(await context.getTransaction(id)).toMatchObject({ status, amountCaptured, amountCapturable, amountCredited })
    expect((await context.post(operation, body(id), 'key')).json).toMatchObject({
      responseCode: '05',
      errors: [{ type: 'card_declined' }],
    })
    expect((await context.post(operation, body(id))).json.responseCode).toBe('00')
  })

  test(`${operation} with a duplicated processor response is applied once`, async () => {
    const context = await setUp()
    const id = await createPayment(context)
    context.faultPlan.add({ fault: { kind: 'double' }, on: operation })
    expect((await context.post(operation, body(id))).json.responseCode).toBe('00')
    await context.worker.sweep()
    expect(await context.getTransaction(id)).toMatchObject(done)
  })

  test(`${operation} that was not sent fails with 92, reserves nothing and does not consume its idempotency key`, async () => {
    const context = await setUp()
    const id = await createPayment(context)
    context.faultPlan.add({ fault: { kind: 'busy' }, on: operation })
    expect((await context.post(operation, body(id), 'key')).json).toMatchObject({
      responseCode: '92',
      errors: [{ type: 'processor_error' }],
    })
    const again = await context.post(operation, body(id), 'key')
    expect(again.json.responseCode).toBe('00')
    expect(again.headers.has('idempotent-replayed')).toBe(false)
    expect(await context.getTransaction(id)).toMatchObject(done)
  })

  // The first database batch authenticates, the second inserts the operation, the third records its outcome and is tried three times.
  test.each([
    ['insert', 'fails before', [2]],
    ['insert', 'fails after', [2]],
    ['outcome', 'fails before', [3, 4, 5]],
    ['outcome', 'fails after', [3, 4, 5]],
  ] as const)(
    `${operation} whose %s batch %s its commit agrees with the ledger of the acquirer after the sweep`,
    async (batch, fate, calls) => {
      const context = await setUp()
      const id = await createPayment(context)
      let before = Infinity
      const isCall = (call: number) => calls.some((failing) => failing === call - before)
      const { d1, calls: countCalls } = faultyDatabase(bindings.DB_00, (call) => (isCall(call) ? fate : 'runs'))
      const parts = { processor: context.processor, clock: context.clock, limits, patience: noPatience }
      const failing = startWorker(parts, { DB_00: d1 }).as(context.merchant.secretKey)
      // Writes the last use of the API key, which later requests of the same minute skip.
      await failing('GET', '/v1/account')
      before = countCalls()
      const response = await failing('POST', `/v1/transactions/${operation}`, { body: body(id) })
      context.clock.advance(limits.abandonAfterMs + minute)
      await context.worker.sweep()
      const after = await context.getTransaction(id)
      const effects = context.ledger
        .entries()
        .filter((entry) => entry.root === id && entry.type === operation && entry.effects > 0)
      expect(effects.length).toBeLessThanOrEqual(1)
      expect(after).toMatchObject(
        effects.length === 1
          ? done
          : pending.status === 'authorized'
            ? { status: 'authorized', amountCapturable: 10 }
            : pending,
      )
      // A lost response to an insert is found out at once.
      expect(response.status).toBe(batch === 'insert' && fate === 'fails after' ? 200 : 503)
      expect(effects).toHaveLength(calls.length === 3 || fate === 'fails after' ? 1 : 0)
      // No operation is left pending, so the next one is permitted.
      expect(after.operations.filter(({ status }: any) => status === 'pending')).toEqual([])
    },
  )
})
