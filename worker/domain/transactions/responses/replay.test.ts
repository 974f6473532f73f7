import { describe, expect, test } from 'vitest'
import { Refusal } from '#contract/errors/apiError'
import { paymentFixture, saleOf } from '../../../testing/fixtures/paymentFixture.ts'
import type { PaymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import { errorsOf } from '../../../testing/verbs.ts'

/** A request under an Idempotency-Key. */
const keyed = ({ services, clock }: PaymentFixture, key: string, fingerprint = 'body', route = 'POST /authorize') => {
  const on = services()
  return { ...on, idempotent: { route, key, fingerprint, requestId: on.requestId, at: clock.now() } }
}

describe('a repeated authorization under one Idempotency-Key', () => {
  test('returns the first answer, with the id of the first request, and charges once', async () => {
    const fixture = await paymentFixture()
    const { authorize, ledger } = fixture
    const by = keyed(fixture, 'key')
    const first = await authorize(saleOf(10, { order: { metadata: { cart: '7' } } }), by)
    const second = await authorize(saleOf(10, { order: { metadata: { cart: '7' } } }), keyed(fixture, 'key'))
    expect(first).not.toHaveProperty('replayOf')
    expect(second).toEqual({ ...first, replayOf: by.requestId })
    expect(ledger.entries()).toHaveLength(1)
  })

  test('returns a decline with its facts again', async () => {
    const fixture = await paymentFixture({ settings: { duplicateWindowSeconds: 60 } })
    const { authorize } = fixture
    const { transactionId } = await authorize()
    const first = await authorize(saleOf(), keyed(fixture, 'key'))
    expect(first).toMatchObject({ responseCode: 'G01', errors: [{ details: { transactionId } }] })
    expect(await authorize(saleOf(), keyed(fixture, 'key'))).toMatchObject(first)
  })

  test('with another body is refused', async () => {
    const fixture = await paymentFixture()
    const { authorize, operations } = fixture
    await authorize(saleOf(), keyed(fixture, 'key'))
    expect(await errorsOf(authorize(saleOf(11), keyed(fixture, 'key', 'other')))).toEqual([
      { type: 'idempotency_mismatch' },
    ])
    expect(await operations()).toHaveLength(1)
  })

  test('under another key or route is another payment', async () => {
    const fixture = await paymentFixture()
    const { authorize, ledger } = fixture
    await authorize(saleOf(), keyed(fixture, 'key'))
    await authorize(saleOf(), keyed(fixture, 'other'))
    await authorize(saleOf(), keyed(fixture, 'key', 'body', 'POST /other'))
    expect(ledger.entries()).toHaveLength(3)
  })

  test('while the first waits for the processor is refused', async () => {
    const fixture = await paymentFixture()
    const { authorize, services, operations } = fixture
    const first = keyed(fixture, 'key')
    const faults: unknown[] = []
    const processor: typeof first.processor = {
      ...first.processor,
      authorize: async (op, ref) => {
        faults.push(await errorsOf(authorize(saleOf(), keyed(fixture, 'key'))))
        return services().processor.authorize(op, ref)
      },
    }
    expect(await authorize(saleOf(), { ...first, processor })).toMatchObject({ responseCode: '00' })
    expect(faults).toEqual([[{ type: 'idempotency_in_progress' }]])
    expect(await operations()).toHaveLength(1)
  })

  test('of concurrent requests makes one payment', async () => {
    const fixture = await paymentFixture()
    const { authorize, ledger } = fixture
    const results = await Promise.allSettled([1, 2, 3].map(() => authorize(saleOf(), keyed(fixture, 'key'))))
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(ledger.entries()).toHaveLength(1)
  })

  test('of an unknown outcome returns code 68 again, also after its reversal', async () => {
    const fixture = await paymentFixture()
    const { authorize, faultPlan } = fixture
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const first = await authorize(saleOf(), keyed(fixture, 'key'))
    const second = await authorize(saleOf(), keyed(fixture, 'key'))
    expect(second).toMatchObject({ responseCode: '68', transactionId: first.transactionId })
  })

  test('that was never sent is free to be sent again', async () => {
    const fixture = await paymentFixture()
    const { authorize, faultPlan } = fixture
    faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    const first = await authorize(saleOf(), keyed(fixture, 'key'))
    const second = await authorize(saleOf(), keyed(fixture, 'key'))
    expect(first).toMatchObject({ responseCode: '92' })
    expect(second).toMatchObject({ responseCode: '00' })
    expect(second).not.toHaveProperty('replayOf')
    expect(second.transactionId).not.toBe(first.transactionId)
  })
})

describe('a repeated capture under one Idempotency-Key', () => {
  test('returns the first answer, and captures once', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture, shown } = fixture
    const payment = await authorized(10)
    const by = keyed(fixture, 'key')
    const first = await capture(payment, { amount: 4 }, by)
    const second = await capture(payment, { amount: 4 }, keyed(fixture, 'key'))
    expect(second).toEqual({ ...first, replayOf: by.requestId })
    expect(await shown(payment)).toMatchObject({ amountCaptured: 4 })
  })

  test('returns processor_timeout of the first request while the outcome is unknown, and then the outcome', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture, faultPlan, recover, clock } = fixture
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    const first = keyed(fixture, 'key')
    const [fault] = await errorsOf(capture(payment, {}, first))
    const thrown: unknown = await capture(payment, {}, keyed(fixture, 'key')).catch((reason: unknown) => reason)
    expect(thrown).toBeInstanceOf(Refusal)
    expect(thrown).toMatchObject({ faults: [fault], replayOf: first.requestId })
    clock.advance(61_000)
    await recover()
    expect(await capture(payment, {}, keyed(fixture, 'key'))).toMatchObject({
      responseCode: '00',
      transactionId: fault!.details!['transactionId'],
      replayOf: first.requestId,
    })
  })

  test('that was refused does not use the key up', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture } = fixture
    const payment = await authorized(10)
    await errorsOf(capture(payment, { amount: 11 }, keyed(fixture, 'key')))
    expect(await capture(payment, { amount: 10 }, keyed(fixture, 'key', 'other'))).toMatchObject({ responseCode: '00' })
  })
})
