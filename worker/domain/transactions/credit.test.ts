import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../testing/events.ts'
import { card } from '../../testing/requestDefaults.ts'
import { paymentFixture, cardSale } from '../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'

const check = { accountNumber: '000123456789', routingNumber: '021000021' }

describe('refund', () => {
  test('refund without an amount refunds the rest', async () => {
    const { newCapture: captured, refund, read: shown, ledger, merchant } = await paymentFixture()
    const { payment } = await captured(10)
    expect(await refund(payment, 4)).toMatchObject({ responseCode: '00', amount: 4 })
    expect(await shown(payment)).toMatchObject({ status: 'partially_refunded', amountCredited: 4 })
    const rest = await refund(payment)
    expect(rest).toMatchObject({ amount: 6 })
    expect(ledger.find(rest.transactionId)).toMatchObject({
      type: 'credit',
      original: payment,
      root: payment,
      requested: '600',
    })
    expect(await shown(payment)).toMatchObject({ status: 'refunded', amountCredited: 10, amountCaptured: 10 })
    expect(await readEventTypes(merchant, payment)).toEqual([
      'transaction.authorized',
      'transaction.captured',
      'transaction.credited',
      'transaction.credited',
    ])
  })

  test('refund of a partially captured payment releases the rest of its hold', async () => {
    const fixture = await paymentFixture()
    const { newAuthorization: authorized, capture, refund, read: shown, ledger, recover } = fixture
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    await refund(payment, 1)
    expect(await shown(payment)).toMatchObject({ status: 'partially_refunded', amountCapturable: 0 })
    expect(await fixture.operationStates()).toEqual([
      ['authorize', 'approved', 1000, 0],
      ['capture', 'approved', 400, 0],
      ['credit', 'approved', 100, 600],
      ['reversal', 'pending', 600, 0],
    ])
    expect(await recover()).toMatchObject({ released: 1, reversed: 0 })
    expect(ledger.find(payment)).toMatchObject({ state: 'approved', released: '600' })
    expect((await fixture.operations()).at(-1)).toMatchObject({ type: 'reversal', status: 'approved', due: null })
    await refund(payment, 1)
    expect((await fixture.operationStates()).filter(([type]) => type === 'reversal')).toHaveLength(1)
  })

  test('refund above the captured amount returns amount_exceeds_captured', async () => {
    const { newCapture: captured, refund } = await paymentFixture()
    const { payment } = await captured(10)
    await refund(payment, 4)
    expect(JSON.parse(JSON.stringify(await thrownErrors(refund(payment, 6.01))))).toEqual([
      { type: 'amount_exceeds_captured', field: 'amount.value', details: { creditable: 6 } },
    ])
  })

  test('refund in another currency returns currency_mismatch', async () => {
    const { newCapture: captured, credit } = await paymentFixture()
    const { payment } = await captured(10)
    const body = { referenceTransactionId: Number(payment), amount: { value: 1, currency: 978 } }
    expect(await thrownErrors(credit(body))).toEqual([
      { type: 'currency_mismatch', field: 'amount.currency', details: { currency: 840 } },
    ])
  })

  test('refund of an uncaptured authorization returns invalid_state', async () => {
    const { newAuthorization: authorized, refund } = await paymentFixture()
    expect(await thrownErrors(refund(await authorized(10)))).toEqual([
      { type: 'invalid_state', details: { state: 'authorized', allowed: ['capture', 'void'] } },
    ])
  })

  test('refund of an unknown payment returns reference_not_found', async () => {
    const { refund } = await paymentFixture()
    expect(await thrownErrors(refund('1'))).toEqual([{ type: 'reference_not_found', field: 'referenceTransactionId' }])
  })

  test.each([
    ['the card of the payment', { creditCard: card() }, true],
    ['another card', { creditCard: card('5555555555554444') }, false],
    ['cash', { cash: true }, false],
    ['a check', { check }, false],
  ])('refund to %s is accepted: %s', async (_instrument, payment, isAccepted) => {
    const { newCapture: captured, credit } = await paymentFixture()
    const paid = await captured(10)
    const request = credit({ referenceTransactionId: Number(paid.payment), amount: { value: 1 }, payment })
    if (isAccepted) expect(await request).toMatchObject({ amount: 1 })
    else
      expect(await thrownErrors(request)).toEqual([
        {
          type: 'payment_method_ambiguous',
          field: 'payment',
          details: { given: ['referenceTransactionId', 'payment'] },
        },
      ])
  })

  test('refund of a cash payment to cash is accepted', async () => {
    const { authorize, credit } = await paymentFixture()
    const { transactionId } = await authorize(cardSale(10, { payment: { cash: true } }))
    expect(await credit({ referenceTransactionId: Number(transactionId), payment: { cash: true } })).toMatchObject({
      amount: 10,
    })
  })

  test('concurrent refunds never exceed the captured amount', async () => {
    const { newCapture: captured, refund, read: shown, ledger } = await paymentFixture()
    const { payment } = await captured(10)
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => refund(payment, 3)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(ledger.entries().filter(({ type }) => type === 'credit')).toHaveLength(3)
    expect(await shown(payment)).toMatchObject({ amountCredited: 9 })
  })

  test('refund of a reserved amount returns amount_exceeds_captured, refund of the rest operation_in_progress', async () => {
    const { newCapture: captured, refund, capture, faultPlan } = await paymentFixture()
    const { payment } = await captured(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
    expect(await thrownErrors(refund(payment, 8))).toMatchObject([{ type: 'processor_timeout' }])
    expect(JSON.parse(JSON.stringify(await thrownErrors(refund(payment, 3))))).toEqual([
      { type: 'amount_exceeds_captured', field: 'amount.value', details: { creditable: 2 } },
    ])
    expect(await refund(payment)).toMatchObject({ amount: 2 })
    expect(await thrownErrors(refund(payment))).toEqual([{ type: 'operation_in_progress' }])
    expect(await thrownErrors(capture(payment))).toMatchObject([{ type: 'invalid_state' }])
  })

  test('a declined refund leaves the payment unchanged', async () => {
    const { newCapture: captured, refund, faultPlan, read: shown, merchant } = await paymentFixture()
    const { payment } = await captured(10)
    faultPlan.add({ fault: { kind: 'decline', code: '12' }, on: 'credit' })
    expect(await refund(payment)).toMatchObject({ responseCode: '12', amount: 10 })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCredited: 0 })
    expect(await readEventTypes(merchant, payment)).toContain('transaction.credit_declined')
  })
})

describe('unreferenced credit', () => {
  test('an unreferenced credit is paid to its instrument', async () => {
    const { credit, read: shown, ledger, operations, merchant } = await paymentFixture()
    const response = await credit(cardSale(4))
    expect(response).toMatchObject({ responseCode: '00', amount: 4, errors: null })
    expect(ledger.find(response.transactionId)).toMatchObject({
      type: 'credit',
      original: null,
      requested: '400',
      lastFour: '4242',
    })
    expect(await shown(response.transactionId)).toMatchObject({
      type: 'credit',
      status: 'refunded',
      amountAuthorized: 0,
      amountCredited: 4,
      expires: null,
    })
    expect(await operations()).toMatchObject([{ type: 'credit', status: 'approved', amount: 400, due: null }])
    expect(await readEventTypes(merchant, response.transactionId)).toEqual(['transaction.credited'])
  })

  test('an unreferenced credit in a mode without permission returns scope_missing', async () => {
    const { credit, operations } = await paymentFixture({
      own: { test: { unreferencedCredits: false }, live: { unreferencedCredits: true } },
    })
    expect(await thrownErrors(credit(cardSale(4)))).toEqual([
      { type: 'scope_missing', details: { scope: 'unreferencedCredits' } },
    ])
    expect(await operations()).toEqual([])
  })

  test('a credit without reference, amount and payment returns required for each missing member', async () => {
    const { credit } = await paymentFixture()
    expect(await thrownErrors(credit({}))).toEqual([
      { type: 'required', field: 'amount' },
      { type: 'required', field: 'payment' },
    ])
    expect(await thrownErrors(credit({ amount: { value: 1 } }))).toEqual([{ type: 'required', field: 'payment' }])
  })

  test('a declined unreferenced credit pays nothing', async () => {
    const { credit, faultPlan, read: shown, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'credit' })
    const response = await credit(cardSale(4))
    expect(response).toMatchObject({ responseCode: '51', amount: 4 })
    expect(await shown(response.transactionId)).toMatchObject({ status: 'declined', amountCredited: 0 })
    expect(await readEventTypes(merchant, response.transactionId)).toEqual(['transaction.credit_declined'])
  })

  test('an unreferenced credit with an unknown outcome returns processor_timeout and is reversed', async () => {
    const { credit, faultPlan, read: shown, ledger, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
    const [error] = await thrownErrors(credit(cardSale(4)))
    expect(error).toMatchObject({ type: 'processor_timeout' })
    const id = String(error!.details!['transactionId'])
    expect(ledger.find(id)).toMatchObject({ state: 'reversed' })
    expect(await shown(id)).toMatchObject({ status: 'reversed', responseCode: '68' })
    expect(await readEventTypes(merchant, id)).toEqual(['transaction.reversed'])
  })

  test('an unreferenced credit without a currency uses the default currency of the account', async () => {
    const { credit, ledger } = await paymentFixture({ settings: { defaultCurrency: 978 } })
    const { transactionId } = await credit(cardSale(4))
    expect(ledger.find(transactionId)).toMatchObject({ currency: 978 })
  })
})
