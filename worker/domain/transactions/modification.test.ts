import { describe, expect, test } from 'vitest'
import { typesOf } from '../../testing/events.ts'
import { card } from '../../testing/given.ts'
import { paymentFixture, saleOf } from '../../testing/paymentFixture.ts'
import type { PaymentFixture } from '../../testing/paymentFixture.ts'
import { errorsOf } from '../../testing/verbs.ts'
import { closeBatch } from '../batches/close.ts'

const check = { accountNumber: '000123456789', routingNumber: '021000021' }

const statesOf = async ({ operations }: PaymentFixture) =>
  (await operations()).map(({ type, status, amount, released }) => [type, status, amount, released])

describe('a capture', () => {
  test('without an amount takes all that is left', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture, shown, ledger, merchant } = fixture
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
      asked: '600',
      final: false,
      requests: 1,
    })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 10, amountCapturable: 0 })
    expect(await statesOf(fixture)).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'approved', 400, 0],
      ['capture', 'approved', 600, 0],
    ])
    expect(await typesOf(merchant, payment)).toEqual([
      'transaction.authorized',
      'transaction.captured',
      'transaction.captured',
    ])
  })

  test('of a part leaves the payment partially captured', async () => {
    const { authorized, capture, shown } = await paymentFixture()
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    expect(await shown(payment)).toMatchObject({
      status: 'partially_captured',
      amountCaptured: 4,
      amountCapturable: 6,
    })
  })

  test('that is final gives back the rest by its own message', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture, shown, ledger } = fixture
    const payment = await authorized(10)
    const { transactionId } = await capture(payment, { amount: 4, final: true })
    expect(ledger.find(transactionId)).toMatchObject({ final: true })
    expect(ledger.find(payment)).toMatchObject({ released: '600' })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 4, amountCapturable: 0 })
    expect(await statesOf(fixture)).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'approved', 400, 600],
    ])
    expect(await errorsOf(capture(payment))).toMatchObject([{ type: 'already_captured' }])
  })

  test('answers with the metadata of the payment', async () => {
    const { authorize, capture } = await paymentFixture()
    const { transactionId } = await authorize(saleOf(10, { order: { metadata: { cart: '7' } } }))
    expect(await capture(transactionId)).toMatchObject({ metadata: { cart: '7' } })
  })

  test('by the id of another capture belongs to the same payment', async () => {
    const { authorized, capture, shown } = await paymentFixture()
    const payment = await authorized(10)
    const first = await capture(payment, { amount: 4 })
    await capture(first.transactionId, { amount: 5 })
    expect(await shown(payment)).toMatchObject({ amountCaptured: 9 })
  })

  test('of less than the processor approves moves what it approved', async () => {
    const { authorized, capture, faultPlan, shown } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'partial', minor: '300' }, on: 'capture' })
    expect(await capture(payment)).toMatchObject({ responseCode: '10', amount: 3 })
    expect(await shown(payment)).toMatchObject({ amountCaptured: 3, amountCapturable: 7 })
  })

  test('that is declined leaves the authorization as it was', async () => {
    const { authorized, capture, faultPlan, shown, merchant } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'capture' })
    expect(await capture(payment)).toMatchObject({
      responseCode: '12',
      amount: 10,
      errors: [{ type: 'card_declined' }],
    })
    expect(await shown(payment)).toMatchObject({ status: 'authorized', amountCapturable: 10 })
    expect(await typesOf(merchant, payment)).toContain('transaction.capture_failed')
  })

  test('that was never sent fails, and its amount can be captured again', async () => {
    const { authorized, capture, faultPlan, shown, operations } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'busy' }, on: 'capture' })
    expect(await capture(payment)).toMatchObject({ responseCode: '92' })
    expect((await operations())[1]).toMatchObject({ type: 'capture', status: 'failed', due: null })
    expect(await capture(payment)).toMatchObject({ responseCode: '00' })
    expect(await shown(payment)).toMatchObject({ status: 'captured' })
  })

  test('with an unknown outcome returns processor_timeout and keeps its reservation', async () => {
    const { authorized, capture, faultPlan, shown, operations, clock } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    const before = clock.now()
    const faults = await errorsOf(capture(payment, { amount: 4 }))
    const [, pending] = await operations()
    expect(faults).toEqual([{ type: 'processor_timeout', details: { transactionId: String(pending!.id) } }])
    expect(pending).toMatchObject({ status: 'pending', responseCode: '68', attempts: 1 })
    expect(pending!.due! - before).toBeGreaterThanOrEqual(60_000)
    expect(pending!.due! - before).toBeLessThan(70_000)
    expect(await shown(payment)).toMatchObject({ status: 'authorized', amountCaptured: 0, amountCapturable: 6 })
  })

  test.each([
    ['more than is left', { amount: 10.01 }, { type: 'amount_exceeds_authorized', field: 'amount' }, 10],
    ['more decimals than the currency has', { amount: 1.5 }, null, 1200],
  ])('of %s is refused', async (_what, body, fault, _value) => {
    const { authorize, capture, operations } = await paymentFixture()
    const isYen = fault === null
    const amount = isYen ? { value: 1200, currency: 392 } : { value: 10 }
    const { transactionId } = await authorize(saleOf(10, { amount }))
    const faults = JSON.parse(JSON.stringify(await errorsOf(capture(transactionId, body)))) as unknown
    expect(faults).toEqual(
      isYen
        ? [{ type: 'amount_precision_invalid', field: 'amount', details: { places: 0 } }]
        : [{ ...fault, details: { capturable: 10 } }],
    )
    expect(await operations()).toHaveLength(1)
  })

  test('of an authorization that has lapsed is refused, before and after the sweep has expired it', async () => {
    const { authorized, capture, clock, operations } = await paymentFixture()
    const payment = await authorized(10)
    clock.advance(7 * 86_400_000 + 1_000)
    expect(await errorsOf(capture(payment))).toEqual([
      { type: 'authorization_expired', details: { state: 'authorized', allowed: ['capture', 'void'] } },
    ])
    expect(await operations()).toHaveLength(1)
  })

  test('of an unknown payment, or one of another account, is refused', async () => {
    const { capture } = await paymentFixture()
    const other = await paymentFixture()
    for (const id of ['1', await other.authorized()])
      expect(await errorsOf(capture(id))).toEqual([{ type: 'reference_not_found', field: 'transactionId' }])
  })

  test('with a reference that is no transaction of the account is refused', async () => {
    const { authorized, capture, shown } = await paymentFixture()
    const payment = await authorized(10)
    expect(await errorsOf(capture(payment, { referenceTransactionId: 1 }))).toEqual([
      { type: 'reference_not_found', field: 'referenceTransactionId' },
    ])
    expect(await capture(payment, { referenceTransactionId: Number(payment) })).toMatchObject({ responseCode: '00' })
    expect(await shown(payment)).toMatchObject({ status: 'captured' })
  })

  test('of an amount beyond a captured payment names the limit, and of the rest returns already_captured', async () => {
    const { captured, capture, operations } = await paymentFixture()
    const { payment } = await captured(10)
    expect(await errorsOf(capture(payment, { amount: 1 }))).toMatchObject([
      { type: 'amount_exceeds_authorized', field: 'amount' },
    ])
    expect(await errorsOf(capture(payment))).toMatchObject([{ type: 'already_captured' }])
    expect(await operations()).toHaveLength(2)
  })

  test('of cash is refused: it was captured with the payment', async () => {
    const { authorize, capture } = await paymentFixture()
    const { transactionId } = await authorize(saleOf(10, { payment: { cash: true } }))
    for (const body of [{}, { amount: 4 }])
      expect(await errorsOf(capture(transactionId, body))).toEqual([
        { type: 'already_captured', details: { state: 'captured', allowed: ['void', 'credit'] } },
      ])
  })

  test('beyond what concurrent captures reserve is refused, and no more than the amount is taken', async () => {
    const { authorized, capture, shown, ledger } = await paymentFixture()
    const payment = await authorized(10)
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => capture(payment, { amount: 3 })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const taken = ledger.entries().filter(({ type }) => type === 'capture')
    expect(taken).toHaveLength(3)
    expect(await shown(payment)).toMatchObject({ amountCaptured: 9, amountCapturable: 1 })
  })

  test('is due for recovery only after its request is certainly over', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture, clock, services, operations } = fixture
    const payment = await authorized(10)
    const on = services()
    let due: number | null = null
    const processor = {
      ...on.processor,
      capture: async (...given: Parameters<typeof on.processor.capture>) => {
        due = (await operations()).at(-1)!.due
        return on.processor.capture(...given)
      },
    }
    await capture(payment, {}, { ...on, processor })
    expect(due! - clock.now()).toBeGreaterThan(on.limits.abandonAfterMs - 10_000)
    expect((await operations()).at(-1)!.due).toBeNull()
  })

  test('of the rest is made once by concurrent requests', async () => {
    const { authorized, capture, shown } = await paymentFixture()
    const payment = await authorized(10)
    const results = await Promise.allSettled([capture(payment), capture(payment), capture(payment, { final: true })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 10 })
  })

  test('while another has reserved the rest returns operation_in_progress', async () => {
    const { authorized, capture, faultPlan } = await paymentFixture()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    await errorsOf(capture(payment, { amount: 4 }))
    expect(JSON.parse(JSON.stringify(await errorsOf(capture(payment, { amount: 7 }))))).toEqual([
      { type: 'amount_exceeds_authorized', field: 'amount', details: { capturable: 6 } },
    ])
    expect(await errorsOf(capture(payment, { amount: 6, final: true }))).toEqual([{ type: 'operation_in_progress' }])
    expect(await capture(payment, { amount: 6 })).toMatchObject({ amount: 6 })
    expect(await errorsOf(capture(payment))).toEqual([{ type: 'operation_in_progress' }])
  })
})

describe('a void', () => {
  test('of an unknown payment is refused', async () => {
    const fixture = await paymentFixture()
    for (const id of ['1', await (await paymentFixture()).authorized(10)])
      expect(await errorsOf(fixture.void(id))).toEqual([{ type: 'reference_not_found', field: 'transactionId' }])
  })

  test('of an authorization gives back all of it', async () => {
    const fixture = await paymentFixture()
    const { authorized, void: voidIt, shown, ledger, merchant } = fixture
    const payment = await authorized(10)
    const answer = await voidIt(payment)
    expect(answer).toMatchObject({ responseCode: '00', amount: 10, errors: null })
    expect(ledger.find(payment)).toMatchObject({ state: 'voided' })
    expect(ledger.find(answer.transactionId)).toMatchObject({ type: 'void', original: payment, root: payment })
    expect(await shown(payment)).toMatchObject({ status: 'voided', amountCapturable: 0 })
    expect(await statesOf(fixture)).toEqual([
      ['authorize', 'voided', 1000, 0],
      ['void', 'approved', 1000, 1000],
    ])
    expect(await typesOf(merchant, payment)).toEqual(['transaction.authorized', 'transaction.voided'])
  })

  test('of a captured payment undoes its captures, too', async () => {
    const fixture = await paymentFixture()
    const { captured, void: voidIt, shown, ledger } = fixture
    const { payment, capture } = await captured(10)
    await voidIt(payment)
    expect(ledger.find(capture)).toMatchObject({ state: 'voided' })
    expect(await shown(payment)).toMatchObject({ status: 'voided', amountCaptured: 0 })
    expect(await statesOf(fixture)).toEqual([
      ['authorize', 'voided', 1000, 0],
      ['capture', 'voided', 1000, 0],
      ['void', 'approved', 1000, 1000],
    ])
  })

  test('of one capture makes its amount capturable again', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture, void: voidIt, shown, ledger } = fixture
    const payment = await authorized(10)
    const first = await capture(payment, { amount: 4 })
    const second = await capture(payment, { amount: 3 })
    const answer = await voidIt(first.transactionId)
    expect(answer).toMatchObject({ amount: 4 })
    expect(ledger.find(answer.transactionId)).toMatchObject({ original: first.transactionId })
    expect(ledger.find(second.transactionId)).toMatchObject({ state: 'approved' })
    expect(await shown(payment)).toMatchObject({
      status: 'partially_captured',
      amountCaptured: 3,
      amountCapturable: 7,
    })
    expect(await statesOf(fixture)).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'voided', 400, 0],
      ['capture', 'approved', 300, 0],
      ['void', 'approved', 400, 0],
    ])
  })

  test('of a refund takes the refund back', async () => {
    const { captured, refund, void: voidIt, shown, ledger } = await paymentFixture()
    const { payment } = await captured(10)
    const credit = await refund(payment, 4)
    expect(await voidIt(credit.transactionId)).toMatchObject({ amount: 4 })
    expect(ledger.find(credit.transactionId)).toMatchObject({ state: 'voided' })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCredited: 0 })
  })

  test('of an unreferenced credit takes it back', async () => {
    const { credit, void: voidIt, shown } = await paymentFixture()
    const { transactionId } = await credit(saleOf(4))
    await voidIt(transactionId)
    expect(await shown(transactionId)).toMatchObject({ status: 'voided', amountCredited: 0 })
  })

  test('that names a void of one capture is one of the whole payment', async () => {
    const { authorized, capture, void: voidIt, shown, ledger } = await paymentFixture()
    const payment = await authorized(10)
    const first = await capture(payment, { amount: 4 })
    const one = await voidIt(first.transactionId)
    const all = await voidIt(one.transactionId)
    expect(ledger.find(all.transactionId)).toMatchObject({ original: payment })
    expect(await shown(payment)).toMatchObject({ status: 'voided' })
  })

  test('of cash by the id of its capture undoes the whole payment', async () => {
    const { authorize, operations, void: voidIt, shown } = await paymentFixture()
    const { transactionId } = await authorize(saleOf(10, { payment: { cash: true } }))
    const [, capture] = await operations()
    await voidIt(String(capture!.id))
    expect(await shown(transactionId)).toMatchObject({ status: 'voided', amountCaptured: 0 })
  })

  test('of a payment that has settled in part gives back the rest of its hold', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture, services, void: voidIt, shown, ledger } = fixture
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    await closeBatch(services())
    const answer = await voidIt(payment)
    expect(answer).toMatchObject({ responseCode: '00', amount: 6 })
    expect(ledger.find(payment)).toMatchObject({ state: 'approved', released: '600', reversals: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'settled', amountCaptured: 4, amountCapturable: 0 })
    expect(await statesOf(fixture)).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'settled', 400, 0],
      ['void', 'approved', 600, 600],
    ])
    expect(await errorsOf(voidIt(payment))).toEqual([
      { type: 'already_settled', details: { state: 'settled', allowed: ['credit'] } },
    ])
  })

  test.each([
    ['not found', { kind: 'notFound' }, { responseCode: '25' }, 'partially_captured'],
    ['unreachable', { kind: 'retry' }, null, 'partially_captured'],
  ] as const)(
    'of the rest of a hold that is %s at the processor gives nothing back',
    async (_what, { kind }, answer, status) => {
      const { authorized, capture, services, void: voidIt, shown } = await paymentFixture()
      const payment = await authorized(10)
      await capture(payment, { amount: 4 })
      await closeBatch(services())
      const on = services()
      const by = { ...on, processor: { ...on.processor, reverse: () => Promise.resolve(kind) } }
      if (answer === null)
        expect(await errorsOf(voidIt(payment, {}, by))).toMatchObject([{ type: 'processor_timeout' }])
      else expect(await voidIt(payment, {}, by)).toMatchObject(answer)
      expect(await shown(payment)).toMatchObject({ status, amountCaptured: 4 })
    },
  )

  test.each([
    ['a voided payment', 'already_voided', { state: 'voided', allowed: [] }],
    ['a settled payment', 'already_settled', { state: 'settled', allowed: ['credit'] }],
    ['a refunded payment', 'invalid_state', { state: 'refunded', allowed: ['void'] }],
    ['a declined payment', 'invalid_state', { state: 'declined', allowed: [] }],
  ] as const)('of %s is refused', async (what, type, details) => {
    const { authorize, captured, refund, services, void: voidIt, faultPlan } = await paymentFixture()
    if (what === 'a declined payment') faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const payment = what === 'a declined payment' ? (await authorize()).transactionId : (await captured(10)).payment
    if (what === 'a voided payment') await voidIt(payment)
    if (what === 'a settled payment') await closeBatch(services())
    if (what === 'a refunded payment') await refund(payment)
    expect(await errorsOf(voidIt(payment))).toEqual([{ type, details }])
  })

  test('of a capture that was voided, has settled or failed is refused', async () => {
    const { authorized, capture, services, void: voidIt, faultPlan } = await paymentFixture()
    const payment = await authorized(10)
    const voided = (await capture(payment, { amount: 1 })).transactionId
    await voidIt(voided)
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'capture' })
    const declined = (await capture(payment, { amount: 1 })).transactionId
    await capture(payment, { amount: 2 })
    const state = { state: 'partially_captured', allowed: ['capture', 'void', 'credit'] }
    expect(await errorsOf(voidIt(voided))).toEqual([{ type: 'already_voided', details: state }])
    expect(await errorsOf(voidIt(declined))).toEqual([
      { type: 'invalid_state', details: { ...state, state: 'declined' } },
    ])
    const settled = (await capture(payment, { amount: 3 })).transactionId
    await closeBatch(services())
    expect(await errorsOf(voidIt(settled))).toEqual([{ type: 'already_settled', details: state }])
  })

  test('of a refund that has settled is refused', async () => {
    const { captured, refund, services, void: voidIt } = await paymentFixture()
    const { payment } = await captured(10)
    const { transactionId } = await refund(payment, 4)
    await closeBatch(services())
    expect(await errorsOf(voidIt(transactionId))).toMatchObject([{ type: 'already_settled' }])
  })

  test('while a capture is under way returns operation_in_progress, also for that capture', async () => {
    const { authorized, capture, void: voidIt, faultPlan, operations } = await paymentFixture()
    const payment = await authorized(10)
    await capture(payment, { amount: 2 })
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    await errorsOf(capture(payment, { amount: 4 }))
    const pending = (await operations()).find(({ status }) => status === 'pending')
    for (const id of [payment, String(pending!.id)])
      expect(await errorsOf(voidIt(id))).toEqual([{ type: 'operation_in_progress' }])
  })

  test('that is declined leaves the payment as it was', async () => {
    const { captured, void: voidIt, faultPlan, shown, merchant } = await paymentFixture()
    const { payment } = await captured(10)
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'void' })
    expect(await voidIt(payment)).toMatchObject({ responseCode: '12' })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 10 })
    expect(await typesOf(merchant, payment)).toContain('transaction.void_failed')
  })

  test('that is under way holds the payment: captures and refunds return operation_in_progress', async () => {
    const { authorized, capture, refund, void: voidIt, faultPlan } = await paymentFixture()
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'void' })
    await errorsOf(voidIt(payment))
    for (const request of [capture(payment, { amount: 1 }), refund(payment, 1), voidIt(payment)])
      expect(await errorsOf(request)).toEqual([{ type: 'operation_in_progress' }])
  })

  test('is made once by concurrent requests', async () => {
    const { captured, void: voidIt, ledger } = await paymentFixture()
    const { payment } = await captured(10)
    const results = await Promise.allSettled([voidIt(payment), voidIt(payment), voidIt(payment)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ledger.entries().filter(({ type }) => type === 'void')).toHaveLength(1)
  })
})

describe('a refund', () => {
  test('without an amount gives back all that is left', async () => {
    const { captured, refund, shown, ledger, merchant } = await paymentFixture()
    const { payment } = await captured(10)
    expect(await refund(payment, 4)).toMatchObject({ responseCode: '00', amount: 4 })
    expect(await shown(payment)).toMatchObject({ status: 'partially_refunded', amountCredited: 4 })
    const rest = await refund(payment)
    expect(rest).toMatchObject({ amount: 6 })
    expect(ledger.find(rest.transactionId)).toMatchObject({
      type: 'credit',
      original: payment,
      root: payment,
      asked: '600',
    })
    expect(await shown(payment)).toMatchObject({ status: 'refunded', amountCredited: 10, amountCaptured: 10 })
    expect(await typesOf(merchant, payment)).toEqual([
      'transaction.authorized',
      'transaction.captured',
      'transaction.credited',
      'transaction.credited',
    ])
  })

  test('of a payment that was captured in part gives up the rest of its hold', async () => {
    const fixture = await paymentFixture()
    const { authorized, capture, refund, shown, ledger, recover } = fixture
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    await refund(payment, 1)
    expect(await shown(payment)).toMatchObject({ status: 'partially_refunded', amountCapturable: 0 })
    expect(await statesOf(fixture)).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'approved', 400, 0],
      ['credit', 'approved', 100, 600],
      ['reversal', 'pending', 600, 0],
    ])
    expect(await recover()).toMatchObject({ released: 1, reversed: 0 })
    expect(ledger.find(payment)).toMatchObject({ state: 'approved', released: '600' })
    expect((await fixture.operations()).at(-1)).toMatchObject({ type: 'reversal', status: 'approved', due: null })
    await refund(payment, 1)
    expect((await statesOf(fixture)).filter(([type]) => type === 'reversal')).toHaveLength(1)
  })

  test('of more than was captured is refused', async () => {
    const { captured, refund } = await paymentFixture()
    const { payment } = await captured(10)
    await refund(payment, 4)
    expect(JSON.parse(JSON.stringify(await errorsOf(refund(payment, 6.01))))).toEqual([
      { type: 'amount_exceeds_captured', field: 'amount.value', details: { creditable: 6 } },
    ])
  })

  test('in another currency is refused', async () => {
    const { captured, credit } = await paymentFixture()
    const { payment } = await captured(10)
    const body = { referenceTransactionId: Number(payment), amount: { value: 1, currency: 978 } }
    expect(await errorsOf(credit(body))).toEqual([
      { type: 'currency_mismatch', field: 'amount.currency', details: { currency: 840 } },
    ])
  })

  test('of an authorization that nothing was captured of is refused', async () => {
    const { authorized, refund } = await paymentFixture()
    expect(await errorsOf(refund(await authorized(10)))).toEqual([
      { type: 'invalid_state', details: { state: 'authorized', allowed: ['capture', 'void'] } },
    ])
  })

  test('of an unknown payment is refused', async () => {
    const { refund } = await paymentFixture()
    expect(await errorsOf(refund('1'))).toEqual([{ type: 'reference_not_found', field: 'referenceTransactionId' }])
  })

  test.each([
    ['the card of the payment', { creditCard: card() }, true],
    ['another card', { creditCard: card('5555555555554444') }, false],
    ['cash', { cash: true }, false],
    ['a check', { check }, false],
  ])('to %s: accepted %s', async (_instrument, payment, isAccepted) => {
    const { captured, credit } = await paymentFixture()
    const paid = await captured(10)
    const request = credit({ referenceTransactionId: Number(paid.payment), amount: { value: 1 }, payment })
    if (isAccepted) expect(await request).toMatchObject({ amount: 1 })
    else
      expect(await errorsOf(request)).toEqual([
        {
          type: 'payment_method_ambiguous',
          field: 'payment',
          details: { given: ['referenceTransactionId', 'payment'] },
        },
      ])
  })

  test('of cash to cash is accepted', async () => {
    const { authorize, credit } = await paymentFixture()
    const { transactionId } = await authorize(saleOf(10, { payment: { cash: true } }))
    expect(await credit({ referenceTransactionId: Number(transactionId), payment: { cash: true } })).toMatchObject({
      amount: 10,
    })
  })

  test('beyond what concurrent refunds reserve is refused, and no more than was captured goes back', async () => {
    const { captured, refund, shown, ledger } = await paymentFixture()
    const { payment } = await captured(10)
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => refund(payment, 3)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(ledger.entries().filter(({ type }) => type === 'credit')).toHaveLength(3)
    expect(await shown(payment)).toMatchObject({ amountCredited: 9 })
  })

  test('while another has reserved the amount is refused', async () => {
    const { captured, refund, capture, faultPlan } = await paymentFixture()
    const { payment } = await captured(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
    expect(await errorsOf(refund(payment, 8))).toMatchObject([{ type: 'processor_timeout' }])
    expect(JSON.parse(JSON.stringify(await errorsOf(refund(payment, 3))))).toEqual([
      { type: 'amount_exceeds_captured', field: 'amount.value', details: { creditable: 2 } },
    ])
    expect(await refund(payment)).toMatchObject({ amount: 2 })
    expect(await errorsOf(refund(payment))).toEqual([{ type: 'operation_in_progress' }])
    expect(await errorsOf(capture(payment))).toMatchObject([{ type: 'invalid_state' }])
  })

  test('that is declined gives nothing back', async () => {
    const { captured, refund, faultPlan, shown, merchant } = await paymentFixture()
    const { payment } = await captured(10)
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'credit' })
    expect(await refund(payment)).toMatchObject({ responseCode: '12', amount: 10 })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCredited: 0 })
    expect(await typesOf(merchant, payment)).toContain('transaction.credit_declined')
  })
})

describe('an unreferenced credit', () => {
  test('is paid to its instrument', async () => {
    const { credit, shown, ledger, operations, merchant } = await paymentFixture()
    const answer = await credit(saleOf(4))
    expect(answer).toMatchObject({ responseCode: '00', amount: 4, errors: null })
    expect(ledger.find(answer.transactionId)).toMatchObject({
      type: 'credit',
      original: null,
      asked: '400',
      lastFour: '4242',
    })
    expect(await shown(answer.transactionId)).toMatchObject({
      type: 'credit',
      status: 'refunded',
      amountAuthorized: 0,
      amountCredited: 4,
      expires: null,
    })
    expect(await operations()).toMatchObject([{ type: 'credit', status: 'approved', amount: 400, due: null }])
    expect(await typesOf(merchant, answer.transactionId)).toEqual(['transaction.credited'])
  })

  test('is refused where the account does not allow it in this mode', async () => {
    const { credit, operations } = await paymentFixture({
      settings: { unreferencedCredits: { test: false, live: true } },
    })
    expect(await errorsOf(credit(saleOf(4)))).toEqual([
      { type: 'scope_missing', details: { scope: 'unreferencedCredits' } },
    ])
    expect(await operations()).toEqual([])
  })

  test('without an amount or instrument is refused by name', async () => {
    const { credit } = await paymentFixture()
    expect(await errorsOf(credit({}))).toEqual([
      { type: 'required', field: 'amount' },
      { type: 'required', field: 'payment' },
    ])
    expect(await errorsOf(credit({ amount: { value: 1 } }))).toEqual([{ type: 'required', field: 'payment' }])
  })

  test('that is declined pays nothing', async () => {
    const { credit, faultPlan, shown, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'credit' })
    const answer = await credit(saleOf(4))
    expect(answer).toMatchObject({ responseCode: '51', amount: 4 })
    expect(await shown(answer.transactionId)).toMatchObject({ status: 'declined', amountCredited: 0 })
    expect(await typesOf(merchant, answer.transactionId)).toEqual(['transaction.credit_declined'])
  })

  test('with an unknown outcome returns processor_timeout and is reversed', async () => {
    const { credit, faultPlan, shown, ledger, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
    const [fault] = await errorsOf(credit(saleOf(4)))
    expect(fault).toMatchObject({ type: 'processor_timeout' })
    const id = String(fault!.details!['transactionId'])
    expect(ledger.find(id)).toMatchObject({ state: 'reversed' })
    expect(await shown(id)).toMatchObject({ status: 'reversed', responseCode: '68' })
    expect(await typesOf(merchant, id)).toEqual(['transaction.reversed'])
  })

  test('in the default currency of the account has that currency', async () => {
    const { credit, ledger } = await paymentFixture({ settings: { defaultCurrency: 978 } })
    const { transactionId } = await credit(saleOf(4))
    expect(ledger.find(transactionId)).toMatchObject({ currency: 978 })
  })
})
