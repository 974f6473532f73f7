import { describe, expect, test } from 'vitest'
import { ApiError } from '#contract/errors/apiError'
import { paymentFixture, cardSale } from '../../../testing/fixtures/paymentFixture.ts'
import type { PaymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'

/** The services of a request with an idempotency key. */
const withKey = ({ services, clock }: PaymentFixture, key: string, fingerprint = 'body', route = 'POST /authorize') => {
  const needs = services()
  return {
    ...needs,
    idempotent: { route, keyHash: key, fingerprint, requestId: needs.requestId, at: clock.now(), realTime: 0 },
  }
}

describe('repeated authorize with an idempotency key', () => {
  test('a repeated authorize returns the first response with the first request id, and charges once', async () => {
    const fixture = await paymentFixture()
    const { authorize, ledger } = fixture
    const firstNeeds = withKey(fixture, 'key')
    const first = await authorize(cardSale(10, { order: { metadata: { cart: '7' } } }), firstNeeds)
    const second = await authorize(cardSale(10, { order: { metadata: { cart: '7' } } }), withKey(fixture, 'key'))
    expect(first).not.toHaveProperty('replayOf')
    expect(second).toEqual({ ...first, replayOf: firstNeeds.requestId })
    expect(ledger.entries()).toHaveLength(1)
  })

  test('a repeated authorize returns a decline with its details again', async () => {
    const fixture = await paymentFixture({ settings: { duplicateWindowSeconds: 60 } })
    const { authorize } = fixture
    const { transactionId } = await authorize()
    const first = await authorize(cardSale(), withKey(fixture, 'key'))
    expect(first).toMatchObject({ responseCode: 'G01', errors: [{ details: { transactionId } }] })
    expect(await authorize(cardSale(), withKey(fixture, 'key'))).toMatchObject(first)
  })

  test('authorize with a used idempotency key and another body returns idempotency_mismatch', async () => {
    const fixture = await paymentFixture()
    const { authorize, operations } = fixture
    await authorize(cardSale(), withKey(fixture, 'key'))
    expect(await thrownErrors(authorize(cardSale(11), withKey(fixture, 'key', 'other')))).toEqual([
      { type: 'idempotency_mismatch' },
    ])
    expect(await operations()).toHaveLength(1)
  })

  test('authorize with another idempotency key or route makes another payment', async () => {
    const fixture = await paymentFixture()
    const { authorize, ledger } = fixture
    await authorize(cardSale(), withKey(fixture, 'key'))
    await authorize(cardSale(), withKey(fixture, 'other'))
    await authorize(cardSale(), withKey(fixture, 'key', 'body', 'POST /other'))
    expect(ledger.entries()).toHaveLength(3)
  })

  test('a repeated authorize during the first one returns idempotency_in_progress', async () => {
    const fixture = await paymentFixture()
    const { authorize, services, operations } = fixture
    const first = withKey(fixture, 'key')
    const errors: unknown[] = []
    const processor: typeof first.processor = {
      ...first.processor,
      authorize: async (op, ref) => {
        errors.push(await thrownErrors(authorize(cardSale(), withKey(fixture, 'key'))))
        return services().processor.authorize(op, ref)
      },
    }
    expect(await authorize(cardSale(), { ...first, processor })).toMatchObject({ responseCode: '00' })
    expect(errors).toEqual([[{ type: 'idempotency_in_progress' }]])
    expect(await operations()).toHaveLength(1)
  })

  test('concurrent authorizes with one idempotency key make one payment', async () => {
    const fixture = await paymentFixture()
    const { authorize, ledger } = fixture
    const results = await Promise.allSettled([1, 2, 3].map(() => authorize(cardSale(), withKey(fixture, 'key'))))
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(ledger.entries()).toHaveLength(1)
  })

  test('a repeated authorize with an unknown outcome returns code 68 again, also after its reversal', async () => {
    const fixture = await paymentFixture()
    const { authorize, faultPlan } = fixture
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const first = await authorize(cardSale(), withKey(fixture, 'key'))
    const second = await authorize(cardSale(), withKey(fixture, 'key'))
    expect(second).toMatchObject({ responseCode: '68', transactionId: first.transactionId })
  })

  test('a repeated authorize after one that was never sent is sent again', async () => {
    const fixture = await paymentFixture()
    const { authorize, faultPlan } = fixture
    faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    const first = await authorize(cardSale(), withKey(fixture, 'key'))
    const second = await authorize(cardSale(), withKey(fixture, 'key'))
    expect(first).toMatchObject({ responseCode: '92' })
    expect(second).toMatchObject({ responseCode: '00' })
    expect(second).not.toHaveProperty('replayOf')
    expect(second.transactionId).not.toBe(first.transactionId)
  })
})

describe('repeated capture with an idempotency key', () => {
  test('a repeated capture returns the first response and captures once', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, read: shown } = fixture
    const payment = await authorized(10)
    const firstNeeds = withKey(fixture, 'key')
    const first = await capture(payment, { amount: 4 }, firstNeeds)
    const second = await capture(payment, { amount: 4 }, withKey(fixture, 'key'))
    expect(second).toEqual({ ...first, replayOf: firstNeeds.requestId })
    expect(await shown(payment)).toMatchObject({ amountCaptured: 4 })
  })

  test('a repeated capture returns the processor_timeout of the first request, and its outcome once known', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, faultPlan, recover, clock } = fixture
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    const first = withKey(fixture, 'key')
    const [error] = await thrownErrors(capture(payment, {}, first))
    const thrown: unknown = await capture(payment, {}, withKey(fixture, 'key')).catch((reason: unknown) => reason)
    expect(thrown).toBeInstanceOf(ApiError)
    expect(thrown).toMatchObject({ items: [error], replayOf: first.requestId })
    clock.advance(61_000)
    await recover()
    expect(await capture(payment, {}, withKey(fixture, 'key'))).toMatchObject({
      responseCode: '00',
      transactionId: error!.details!['transactionId'],
      replayOf: first.requestId,
    })
  })

  test('a rejected capture does not use up its idempotency key', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture } = fixture
    const payment = await authorized(10)
    await thrownErrors(capture(payment, { amount: 11 }, withKey(fixture, 'key')))
    expect(await capture(payment, { amount: 10 }, withKey(fixture, 'key', 'other'))).toMatchObject({
      responseCode: '00',
    })
  })
})
