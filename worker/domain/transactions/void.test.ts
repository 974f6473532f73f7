import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../testing/events.ts'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import { paymentFixture, cardSale } from '../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { closeBatch } from '../batches/close.ts'

describe('void', () => {
  test('void of an unknown or foreign payment returns reference_not_found', async () => {
    const fixture = await paymentFixture()
    for (const id of ['1', await (await paymentFixture()).newAuthorization(10)])
      expect(await thrownErrors(fixture.void(id))).toEqual([{ type: 'reference_not_found', field: 'transactionId' }])
  })

  test('void of an authorization releases the whole amount', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, void: voidIt, read: shown, ledger, merchant } = fixture
    const payment = await authorized(10)
    const response = await voidIt(payment)
    expect(response).toMatchObject({ responseCode: '00', amount: 10, errors: null })
    expect(ledger.find(payment)).toMatchObject({ state: 'voided' })
    expect(ledger.find(response.transactionId)).toMatchObject({ type: 'void', original: payment, root: payment })
    expect(await shown(payment)).toMatchObject({ status: 'voided', amountCapturable: 0 })
    expect(await fixture.operationStates()).toEqual([
      ['authorize', 'voided', 1000, 0],
      ['void', 'approved', 1000, 1000],
    ])
    expect(await readEventTypes(merchant, payment)).toEqual(['transaction.authorized', 'transaction.voided'])
  })

  test('void of a captured payment also voids its captures', async () => {
    const fixture = await paymentFixture()
    const { newCapture: captured, void: voidIt, read: shown, ledger } = fixture
    const { payment, capture } = await captured(10)
    await voidIt(payment)
    expect(ledger.find(capture)).toMatchObject({ state: 'voided' })
    expect(await shown(payment)).toMatchObject({ status: 'voided', amountCaptured: 0 })
    expect(await fixture.operationStates()).toEqual([
      ['authorize', 'voided', 1000, 0],
      ['capture', 'voided', 1000, 0],
      ['void', 'approved', 1000, 1000],
    ])
  })

  test('void of one capture makes its amount capturable again', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, void: voidIt, read: shown, ledger } = fixture
    const payment = await authorized(10)
    const first = await capture(payment, { amount: 4 })
    const second = await capture(payment, { amount: 3 })
    const response = await voidIt(first.transactionId)
    expect(response).toMatchObject({ amount: 4 })
    expect(ledger.find(response.transactionId)).toMatchObject({ original: first.transactionId })
    expect(ledger.find(second.transactionId)).toMatchObject({ state: 'approved' })
    expect(await shown(payment)).toMatchObject({
      status: 'partially_captured',
      amountCaptured: 3,
      amountCapturable: 7,
    })
    expect(await fixture.operationStates()).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'voided', 400, 0],
      ['capture', 'approved', 300, 0],
      ['void', 'approved', 400, 0],
    ])
  })

  test('void of a refund cancels the refund', async () => {
    const { newCapture: captured, refund, void: voidIt, read: shown, ledger } = await paymentFixture()
    const { payment } = await captured(10)
    const credit = await refund(payment, 4)
    expect(await voidIt(credit.transactionId)).toMatchObject({ amount: 4 })
    expect(ledger.find(credit.transactionId)).toMatchObject({ state: 'voided' })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCredited: 0 })
  })

  test('void of an unreferenced credit cancels the credit', async () => {
    const { credit, void: voidIt, read: shown } = await paymentFixture()
    const { transactionId } = await credit(cardSale(4))
    await voidIt(transactionId)
    expect(await shown(transactionId)).toMatchObject({ status: 'voided', amountCredited: 0 })
  })

  test('void by the id of a void of one capture voids the whole payment', async () => {
    const { newAuthorization: authorized, capture, void: voidIt, read: shown, ledger } = await paymentFixture()
    const payment = await authorized(10)
    const first = await capture(payment, { amount: 4 })
    const voidOfCapture = await voidIt(first.transactionId)
    const voidOfPayment = await voidIt(voidOfCapture.transactionId)
    expect(ledger.find(voidOfPayment.transactionId)).toMatchObject({ original: payment })
    expect(await shown(payment)).toMatchObject({ status: 'voided' })
  })

  test('void of a cash payment by the id of its capture voids the whole payment', async () => {
    const { authorize, operations, void: voidIt, read: shown } = await paymentFixture()
    const { transactionId } = await authorize(cardSale(10, { payment: { cash: true } }))
    const [, capture] = await operations()
    await voidIt(String(capture!.id))
    expect(await shown(transactionId)).toMatchObject({ status: 'voided', amountCaptured: 0 })
  })

  test('void of a partially settled payment releases the rest of its hold', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, services, void: voidIt, read: shown, ledger } = fixture
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    await closeBatch(services())
    const response = await voidIt(payment)
    expect(response).toMatchObject({ responseCode: '00', amount: 6 })
    expect(ledger.find(payment)).toMatchObject({ state: 'approved', released: '600', reversals: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'settled', amountCaptured: 4, amountCapturable: 0 })
    expect(await fixture.operationStates()).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'settled', 400, 0],
      ['void', 'approved', 600, 600],
    ])
    expect(await thrownErrors(voidIt(payment))).toEqual([
      { type: 'already_settled', details: { state: 'settled', allowed: ['credit'] } },
    ])
  })

  test.each([
    ['not found', { kind: 'notFound' }, { responseCode: '25' }, 'partially_captured'],
    ['unreachable', { kind: 'retry' }, null, 'partially_captured'],
  ] as const)(
    'void of the rest of a hold that is %s at the processor releases nothing',
    async (_what, { kind }, response, status) => {
      const { newAuthorization: authorized, capture, services, void: voidIt, read: shown } = await paymentFixture()
      const payment = await authorized(10)
      await capture(payment, { amount: 4 })
      await closeBatch(services())
      const needs = services()
      const withoutRelease = { ...needs, processor: { ...needs.processor, reverse: () => Promise.resolve(kind) } }
      if (response === null)
        expect(await thrownErrors(voidIt(payment, {}, withoutRelease))).toMatchObject([{ type: 'processor_timeout' }])
      else expect(await voidIt(payment, {}, withoutRelease)).toMatchObject(response)
      expect(await shown(payment)).toMatchObject({ status, amountCaptured: 4 })
    },
  )

  test.each([
    ['a voided payment', 'already_voided', { state: 'voided', allowed: [] }],
    ['a settled payment', 'already_settled', { state: 'settled', allowed: ['credit'] }],
    ['a refunded payment', 'invalid_state', { state: 'refunded', allowed: ['void'] }],
    ['a declined payment', 'invalid_state', { state: 'declined', allowed: [] }],
  ] as const)('void of %s returns %s', async (what, type, details) => {
    const { authorize, newCapture: captured, refund, services, void: voidIt, faultPlan } = await paymentFixture()
    if (what === 'a declined payment') faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const payment = what === 'a declined payment' ? (await authorize()).transactionId : (await captured(10)).payment
    if (what === 'a voided payment') await voidIt(payment)
    if (what === 'a settled payment') await closeBatch(services())
    if (what === 'a refunded payment') await refund(payment)
    expect(await thrownErrors(voidIt(payment))).toEqual([{ type, details }])
  })

  test('void of a voided, declined or settled capture returns already_voided, invalid_state or already_settled', async () => {
    const { newAuthorization: authorized, capture, services, void: voidIt, faultPlan } = await paymentFixture()
    const payment = await authorized(10)
    const voided = (await capture(payment, { amount: 1 })).transactionId
    await voidIt(voided)
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'capture' })
    const declined = (await capture(payment, { amount: 1 })).transactionId
    await capture(payment, { amount: 2 })
    const state = { state: 'partially_captured', allowed: ['capture', 'void', 'credit'] }
    expect(await thrownErrors(voidIt(voided))).toEqual([{ type: 'already_voided', details: state }])
    expect(await thrownErrors(voidIt(declined))).toEqual([
      { type: 'invalid_state', details: { ...state, state: 'declined' } },
    ])
    const settled = (await capture(payment, { amount: 3 })).transactionId
    await closeBatch(services())
    expect(await thrownErrors(voidIt(settled))).toEqual([{ type: 'already_settled', details: state }])
  })

  test('void of a settled refund returns already_settled', async () => {
    const { newCapture: captured, refund, services, void: voidIt } = await paymentFixture()
    const { payment } = await captured(10)
    const { transactionId } = await refund(payment, 4)
    await closeBatch(services())
    expect(await thrownErrors(voidIt(transactionId))).toMatchObject([{ type: 'already_settled' }])
  })

  test('void during a pending capture returns operation_in_progress for the payment and for the capture', async () => {
    const { newAuthorization: authorized, capture, void: voidIt, faultPlan, operations } = await paymentFixture()
    const payment = await authorized(10)
    await capture(payment, { amount: 2 })
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    await thrownErrors(capture(payment, { amount: 4 }))
    const pending = (await operations()).find(({ status }) => status === 'pending')
    for (const id of [payment, String(pending!.id)])
      expect(await thrownErrors(voidIt(id))).toEqual([{ type: 'operation_in_progress' }])
  })

  test('void of a sale by the id of its capture during a refund returns operation_in_progress at a processor that voids no capture', async () => {
    const can = { ...capabilitySets.isoLike, voidsOneCapture: false }
    const { authorize, refund, void: voidIt, faultPlan, operations } = await paymentFixture({}, { can })
    const { transactionId } = await authorize(cardSale(10, { payment: { cash: true } }))
    const [, capture] = await operations()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
    await thrownErrors(refund(transactionId, 4))
    expect(await thrownErrors(voidIt(String(capture!.id)))).toEqual([{ type: 'operation_in_progress' }])
  })

  test('a declined void leaves the payment unchanged', async () => {
    const { newCapture: captured, void: voidIt, faultPlan, read: shown, merchant } = await paymentFixture()
    const { payment } = await captured(10)
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'void' })
    expect(await voidIt(payment)).toMatchObject({ responseCode: '12' })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 10 })
    expect(await readEventTypes(merchant, payment)).toContain('transaction.void_failed')
  })

  test('captures, refunds and voids during a pending void return operation_in_progress', async () => {
    const { newAuthorization: authorized, capture, refund, void: voidIt, faultPlan } = await paymentFixture()
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'void' })
    await thrownErrors(voidIt(payment))
    for (const request of [capture(payment, { amount: 1 }), refund(payment, 1), voidIt(payment)])
      expect(await thrownErrors(request)).toEqual([{ type: 'operation_in_progress' }])
  })

  test('of concurrent voids of a payment, exactly one succeeds', async () => {
    const { newCapture: captured, void: voidIt, ledger } = await paymentFixture()
    const { payment } = await captured(10)
    const results = await Promise.allSettled([voidIt(payment), voidIt(payment), voidIt(payment)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ledger.entries().filter(({ type }) => type === 'void')).toHaveLength(1)
  })
})
