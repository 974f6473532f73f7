import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../testing/events.ts'
import { paymentFixture, cardSale } from '../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'

describe('capture', () => {
  test('capture without an amount captures the rest', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, read: shown, ledger, merchant } = fixture
    const payment = await authorized(10)
    const first = await capture(payment, { amount: 4 })
    const second = await capture(payment)
    expect(first).toMatchObject({ responseCode: '00', amount: 4, errors: null, authCode: null })
    expect(second).toMatchObject({ responseCode: '00', amount: 6, errors: null })
    expect(new Set([payment, first.transactionId, second.transactionId]).size).toBe(3)
    expect(ledger.find(second.transactionId)).toMatchObject({
      type: 'capture',
      original: payment,
      root: payment,
      requested: '600',
      final: false,
      requests: 1,
    })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 10, amountCapturable: 0 })
    expect(await fixture.operationStates()).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'approved', 400, 0],
      ['capture', 'approved', 600, 0],
    ])
    expect(await readEventTypes(merchant, payment)).toEqual([
      'transaction.authorized',
      'transaction.captured',
      'transaction.captured',
    ])
  })

  test('capture of a part of the amount leaves the payment partially captured', async () => {
    const { newAuthorization: authorized, capture, read: shown } = await paymentFixture()
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    expect(await shown(payment)).toMatchObject({
      status: 'partially_captured',
      amountCaptured: 4,
      amountCapturable: 6,
    })
  })

  test('a final capture releases the rest in its own message', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, read: shown, ledger } = fixture
    const payment = await authorized(10)
    const { transactionId } = await capture(payment, { amount: 4, final: true })
    expect(ledger.find(transactionId)).toMatchObject({ final: true })
    expect(ledger.find(payment)).toMatchObject({ released: '600' })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 4, amountCapturable: 0 })
    expect(await fixture.operationStates()).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'approved', 400, 600],
    ])
    expect(await thrownErrors(capture(payment))).toMatchObject([{ type: 'already_captured' }])
  })

  test('capture returns the metadata of the payment', async () => {
    const { authorize, capture } = await paymentFixture()
    const { transactionId } = await authorize(cardSale(10, { order: { metadata: { cart: '7' } } }))
    expect(await capture(transactionId)).toMatchObject({ metadata: { cart: '7' } })
  })

  test('capture by the id of another capture captures the same payment', async () => {
    const { newAuthorization: authorized, capture, read: shown } = await paymentFixture()
    const payment = await authorized(10)
    const first = await capture(payment, { amount: 4 })
    await capture(first.transactionId, { amount: 5 })
    expect(await shown(payment)).toMatchObject({ amountCaptured: 9 })
  })

  test('capture records the amount of a partial approval', async () => {
    const { newAuthorization: authorized, capture, faultPlan, read: shown } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'partial', minor: '300' }, on: 'capture' })
    expect(await capture(payment)).toMatchObject({ responseCode: '10', amount: 3 })
    expect(await shown(payment)).toMatchObject({ amountCaptured: 3, amountCapturable: 7 })
  })

  test('a declined capture leaves the authorization unchanged', async () => {
    const { newAuthorization: authorized, capture, faultPlan, read: shown, merchant } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'capture' })
    expect(await capture(payment)).toMatchObject({
      responseCode: '12',
      amount: 10,
      errors: [{ type: 'card_declined' }],
    })
    expect(await shown(payment)).toMatchObject({ status: 'authorized', amountCapturable: 10 })
    expect(await readEventTypes(merchant, payment)).toContain('transaction.capture_failed')
  })

  test('a capture that was never sent fails, and its amount can be captured again', async () => {
    const { newAuthorization: authorized, capture, faultPlan, read: shown, operations } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'busy' }, on: 'capture' })
    expect(await capture(payment)).toMatchObject({ responseCode: '92' })
    expect((await operations())[1]).toMatchObject({ type: 'capture', status: 'failed', due: null })
    expect(await capture(payment)).toMatchObject({ responseCode: '00' })
    expect(await shown(payment)).toMatchObject({ status: 'captured' })
  })

  test('capture with an unknown outcome returns processor_timeout and keeps its reservation', async () => {
    const { newAuthorization: authorized, capture, faultPlan, read: shown, operations, clock } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    const before = clock.now()
    const errors = await thrownErrors(capture(payment, { amount: 4 }))
    const [, pending] = await operations()
    expect(errors).toEqual([{ type: 'processor_timeout', details: { transactionId: String(pending!.id) } }])
    expect(pending).toMatchObject({ status: 'pending', responseCode: '68', attempts: 1 })
    expect(pending!.due! - before).toBeGreaterThanOrEqual(60_000)
    expect(pending!.due! - before).toBeLessThan(70_000)
    expect(await shown(payment)).toMatchObject({ status: 'authorized', amountCaptured: 0, amountCapturable: 6 })
  })

  test('capture of more than the authorized amount returns amount_exceeds_authorized and inserts nothing', async () => {
    const { newAuthorization: authorized, capture, operations } = await paymentFixture()
    const payment = await authorized(10)
    expect(JSON.parse(JSON.stringify(await thrownErrors(capture(payment, { amount: 10.01 }))))).toEqual([
      { type: 'amount_exceeds_authorized', field: 'amount', details: { capturable: 10 } },
    ])
    expect(await operations()).toHaveLength(1)
  })

  test('capture with more decimals than the currency has returns amount_precision_invalid and inserts nothing', async () => {
    const { authorize, capture, operations } = await paymentFixture()
    const { transactionId } = await authorize(cardSale(10, { amount: { value: 1200, currency: 392 } }))
    expect(await thrownErrors(capture(transactionId, { amount: 1.5 }))).toEqual([
      { type: 'amount_precision_invalid', field: 'amount', details: { places: 0 } },
    ])
    expect(await operations()).toHaveLength(1)
  })

  test('capture of a lapsed authorization returns authorization_expired before a sweep has expired it', async () => {
    const { newAuthorization: authorized, capture, clock, operations } = await paymentFixture()
    const payment = await authorized(10)
    clock.advance(7 * 86_400_000 + 1_000)
    expect(await thrownErrors(capture(payment))).toEqual([
      { type: 'authorization_expired', details: { state: 'authorized', allowed: ['capture', 'void'] } },
    ])
    expect(await operations()).toHaveLength(1)
  })

  test('capture of an unknown or foreign payment returns reference_not_found', async () => {
    const { capture } = await paymentFixture()
    const other = await paymentFixture()
    for (const id of ['1', await other.newAuthorization()])
      expect(await thrownErrors(capture(id))).toEqual([{ type: 'reference_not_found', field: 'transactionId' }])
  })

  test('capture with an unknown referenceTransactionId returns reference_not_found', async () => {
    const { newAuthorization: authorized, capture, read: shown } = await paymentFixture()
    const payment = await authorized(10)
    expect(await thrownErrors(capture(payment, { referenceTransactionId: 1 }))).toEqual([
      { type: 'reference_not_found', field: 'referenceTransactionId' },
    ])
    expect(await capture(payment, { referenceTransactionId: Number(payment) })).toMatchObject({ responseCode: '00' })
    expect(await shown(payment)).toMatchObject({ status: 'captured' })
  })

  test('capture of a captured payment returns amount_exceeds_authorized with an amount, already_captured without one', async () => {
    const { newCapture: captured, capture, operations } = await paymentFixture()
    const { payment } = await captured(10)
    expect(await thrownErrors(capture(payment, { amount: 1 }))).toMatchObject([
      { type: 'amount_exceeds_authorized', field: 'amount' },
    ])
    expect(await thrownErrors(capture(payment))).toMatchObject([{ type: 'already_captured' }])
    expect(await operations()).toHaveLength(2)
  })

  test('capture of a cash payment returns already_captured', async () => {
    const { authorize, capture } = await paymentFixture()
    const { transactionId } = await authorize(cardSale(10, { payment: { cash: true } }))
    for (const body of [{}, { amount: 4 }])
      expect(await thrownErrors(capture(transactionId, body))).toEqual([
        { type: 'already_captured', details: { state: 'captured', allowed: ['void', 'credit'] } },
      ])
  })

  test('concurrent captures never exceed the authorized amount', async () => {
    const { newAuthorization: authorized, capture, read: shown, ledger } = await paymentFixture()
    const payment = await authorized(10)
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => capture(payment, { amount: 3 })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const taken = ledger.entries().filter(({ type }) => type === 'capture')
    expect(taken).toHaveLength(3)
    expect(await shown(payment)).toMatchObject({ amountCaptured: 9, amountCapturable: 1 })
  })

  test('a pending capture is due for recovery only after its request has certainly ended', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, clock, services, operations } = fixture
    const payment = await authorized(10)
    const needs = services()
    let due: number | null = null
    const processor = {
      ...needs.processor,
      capture: async (...args: Parameters<typeof needs.processor.capture>) => {
        due = (await operations()).at(-1)!.due
        return needs.processor.capture(...args)
      },
    }
    await capture(payment, {}, { ...needs, processor })
    expect(due! - clock.now()).toBeGreaterThan(needs.limits.abandonAfterMs - 10_000)
    expect((await operations()).at(-1)!.due).toBeNull()
  })

  test('of concurrent captures of the rest, exactly one succeeds', async () => {
    const { newAuthorization: authorized, capture, read: shown } = await paymentFixture()
    const payment = await authorized(10)
    const results = await Promise.allSettled([capture(payment), capture(payment), capture(payment, { final: true })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 10 })
  })

  test('capture of a reserved amount returns amount_exceeds_authorized, capture of the rest operation_in_progress', async () => {
    const { newAuthorization: authorized, capture, faultPlan } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    await thrownErrors(capture(payment, { amount: 4 }))
    expect(JSON.parse(JSON.stringify(await thrownErrors(capture(payment, { amount: 7 }))))).toEqual([
      { type: 'amount_exceeds_authorized', field: 'amount', details: { capturable: 6 } },
    ])
    expect(await thrownErrors(capture(payment, { amount: 6, final: true }))).toEqual([
      { type: 'operation_in_progress' },
    ])
    expect(await capture(payment, { amount: 6 })).toMatchObject({ amount: 6 })
    expect(await thrownErrors(capture(payment))).toEqual([{ type: 'operation_in_progress' }])
  })
})
