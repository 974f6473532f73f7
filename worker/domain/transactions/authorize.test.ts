import { describe, expect, test } from 'vitest'
import { authorizeTransaction } from '#contract/transactions/transactions'
import { typesOf } from '../../testing/events.ts'
import { card } from '../../testing/given.ts'
import { paymentFixture, saleOf } from '../../testing/fixtures/paymentFixture.ts'
import { errorsOf, inputOf } from '../../testing/verbs.ts'
import { money } from '../money.ts'
import { initiateTransaction } from './initiate/initiateTransaction.ts'

const day = 86_400_000
const check = { accountNumber: '000123456789', routingNumber: '021000021' }

/** The payment that a route gives to its verb. */
const paymentOf = (payment: object) => inputOf(authorizeTransaction, { payment, amount: { value: 1 } }).payment

const byCard = (more: object) => saleOf(10.5, { payment: { creditCard: card('4242424242424242', more) } })

describe('an authorization', () => {
  test('that is approved holds the amount until it expires', async () => {
    const { authorize, shown, ledger, clock, operations, merchant } = await paymentFixture()
    const before = clock.now()
    const answer = await authorize(saleOf(10.5, { order: { metadata: { cart: '7' } } }))
    const { transactionId } = answer
    expect(answer).toEqual({
      transactionId,
      authCode: expect.stringMatching(/^[0-9]{6}$/),
      responseCode: '00',
      responseText: 'Approved',
      latency: expect.any(Number),
      avs: { code: 'I', text: 'Address not verified.' },
      cvv: { code: 'M', text: 'CVV matches' },
      amount: 10.5,
      metadata: { cart: '7' },
      errors: null,
    })
    expect(ledger.find(transactionId)).toMatchObject({
      type: 'authorize',
      asked: '1050',
      currency: 840,
      captureNow: false,
      state: 'approved',
      requests: 1,
      reversals: 0,
    })
    const payment = await shown(transactionId)
    expect(payment).toMatchObject({
      status: 'authorized',
      type: 'authorize',
      amountAuthorized: 10.5,
      amountCapturable: 10.5,
      amountCaptured: 0,
      tip: 0,
      payment: { network: 'visa', accountNumber: '************4242', initiatedBy: 'customer', initial: 'first' },
      order: { metadata: { cart: '7' } },
    })
    const lifetime = Date.parse(String(payment['expires'])) - before
    expect(lifetime).toBeGreaterThanOrEqual(7 * day)
    expect(lifetime).toBeLessThan(7 * day + 10_000)
    expect(await operations()).toEqual([
      {
        id: Number(transactionId),
        type: 'authorize',
        status: 'approved',
        amount: 1050,
        responseCode: '00',
        released: 0,
        attempts: 0,
        due: null,
      },
    ])
    expect(await typesOf(merchant, transactionId)).toEqual(['transaction.authorized'])
  })

  test('of an amount with more decimals than its currency has is refused', async () => {
    const { authorize, operations } = await paymentFixture({ settings: { defaultCurrency: 392 } })
    expect(await errorsOf(authorize(saleOf(10.5)))).toEqual([
      { type: 'amount_precision_invalid', field: 'amount.value', details: { places: 0 } },
    ])
    expect(await operations()).toEqual([])
  })

  test('without a currency is in the default currency of the account', async () => {
    const { authorize, ledger } = await paymentFixture({ settings: { defaultCurrency: 978 } })
    const { transactionId } = await authorize()
    expect(ledger.find(transactionId)).toMatchObject({ currency: 978, asked: '1050' })
  })

  test('of 0 verifies the card: it is approved by code 85, holds nothing and never expires', async () => {
    const { services, shown, ledger } = await paymentFixture()
    const on = services()
    const { transactionId, responseCode } = await initiateTransaction(
      'payment',
      { payment: paymentOf({ creditCard: card() }) },
      money('0', 840),
      on,
      { capture: 'now', allowPartial: false, bill: null, checkout: null },
    )
    expect(responseCode).toBe('85')
    expect(ledger.find(transactionId)).toMatchObject({ captureNow: false })
    expect(await shown(transactionId)).toMatchObject({
      status: 'authorized',
      amountAuthorized: 0,
      expires: null,
      operations: [{ type: 'authorize' }],
    })
  })

  test('with the option to capture now is captured by the same message', async () => {
    const { services, shown, ledger } = await paymentFixture()
    const { transactionId } = await initiateTransaction(
      'payment',
      { payment: paymentOf({ creditCard: card() }) },
      money('10.5', 840),
      services(),
      { capture: 'now', allowPartial: false, bill: null, checkout: null },
    )
    expect(ledger.find(transactionId)).toMatchObject({ captureNow: true, approved: '1050' })
    expect(await shown(transactionId)).toMatchObject({ status: 'captured', amountCaptured: 10.5, expires: null })
  })

  test('without the option of partial approvals is declined where the issuer has less', async () => {
    const { services, faultPlan, shown } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'partial', minor: '400' }, on: 'authorize' })
    const { transactionId, responseCode } = await initiateTransaction(
      'payment',
      { payment: paymentOf({ creditCard: card() }) },
      money('10.5', 840),
      services(),
      { capture: 'now', allowPartial: false, bill: null, checkout: null },
    )
    expect(responseCode).toBe('51')
    expect(await shown(transactionId)).toMatchObject({ status: 'declined', amountCaptured: 0 })
  })

  test('that the issuer declines answers the code, and holds nothing', async () => {
    const { authorize, faultPlan, shown, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const answer = await authorize()
    expect(answer).toMatchObject({
      responseCode: '51',
      authCode: null,
      amount: 10.5,
      avs: { code: 'I' },
      cvv: { code: 'M' },
      errors: [{ type: 'card_declined', code: 'insufficient_funds' }],
    })
    expect(await shown(answer.transactionId)).toMatchObject({
      status: 'declined',
      amountAuthorized: 0,
      amountCapturable: 0,
      expires: null,
    })
    expect(await typesOf(merchant, answer.transactionId)).toEqual(['transaction.declined'])
  })

  test('that is approved in part answers the approved amount', async () => {
    const { authorize, faultPlan, shown, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'partial', minor: '400' }, on: 'authorize' })
    const answer = await authorize()
    expect(answer).toMatchObject({ responseCode: '10', amount: 4, errors: null })
    expect(await shown(answer.transactionId)).toMatchObject({
      status: 'authorized',
      amountAuthorized: 4,
      amountCapturable: 4,
      operations: [{ amount: 4 }],
    })
    expect(await typesOf(merchant, answer.transactionId)).toEqual(['transaction.partially_authorized'])
  })

  test('that was never sent fails by code 92, without a reversal', async () => {
    const { authorize, faultPlan, shown, ledger, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    const answer = await authorize()
    expect(answer).toMatchObject({ responseCode: '92', authCode: null, errors: [{ type: 'processor_error' }] })
    expect(await shown(answer.transactionId)).toMatchObject({ status: 'failed', operations: [{ status: 'failed' }] })
    expect(ledger.find(answer.transactionId)).toBeUndefined()
    expect(await typesOf(merchant, answer.transactionId)).toEqual(['transaction.failed'])
  })

  test.each([{ kind: 'dropAfter' }, { kind: 'garbage' }] as const)(
    'with an unknown outcome (%o) answers code 68 and is reversed at once',
    async (fault) => {
      const { authorize, faultPlan, shown, ledger, operations, merchant } = await paymentFixture()
      faultPlan.add({ fault, on: 'authorize' })
      const answer = await authorize()
      expect(answer).toMatchObject({
        responseCode: '68',
        authCode: null,
        avs: null,
        cvv: null,
        amount: 10.5,
        errors: [{ type: 'processor_error', code: 'processor_timeout' }],
      })
      expect(ledger.find(answer.transactionId)).toMatchObject({ state: 'reversed', requests: 1, reversals: 1 })
      expect(await shown(answer.transactionId)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
      expect(await operations()).toMatchObject([
        { type: 'authorize', status: 'reversed', responseCode: '68', due: null },
        { type: 'reversal', status: 'approved', amount: 1050, attempts: 1, due: null },
      ])
      expect(await typesOf(merchant, answer.transactionId)).toEqual(['transaction.reversed'])
    },
  )

  test('that is being reversed by its request is left alone by the sweep until its lease ends', async () => {
    const fixture = await paymentFixture()
    const { authorize, faultPlan, operations, clock, services, recover, ledger } = fixture
    const on = services()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    let due: number | null = null
    const processor = {
      ...on.processor,
      reverse: async (...given: Parameters<typeof on.processor.reverse>) => {
        due = (await operations()).find(({ type }) => type === 'reversal')!.due
        await recover()
        return on.processor.reverse(...given)
      },
    }
    const { transactionId } = await authorize(undefined, { ...on, processor })
    expect(due! - clock.now()).toBeGreaterThan(on.limits.reversalLeaseMs - 10_000)
    expect(ledger.find(transactionId)).toMatchObject({ state: 'reversed' })
    expect(await operations()).toMatchObject([
      { type: 'authorize' },
      { type: 'reversal', status: 'approved', attempts: 1 },
    ])
  })

  test('whose reversal fails stays pending, and its reversal is due a minute later', async () => {
    const { authorize, faultPlan, shown, operations, clock, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse' })
    const before = clock.now()
    const answer = await authorize()
    expect(answer.responseCode).toBe('68')
    expect(await shown(answer.transactionId)).toMatchObject({ status: 'pending' })
    const [, reversal] = await operations()
    expect(reversal).toMatchObject({ type: 'reversal', status: 'pending', attempts: 1 })
    expect(reversal!.due! - before).toBeGreaterThanOrEqual(60_000)
    expect(reversal!.due! - before).toBeLessThan(70_000)
    expect(await typesOf(merchant, answer.transactionId)).toEqual([])
  })

  test.each([
    ['cash', { cash: true }, { network: null, accountNumber: null }],
    ['a check', { check }, { network: 'ach', accountNumber: '********6789' }],
  ])('by %s captures at once, since that has no hold', async (_method, payment, instrument) => {
    const { authorize, shown, ledger, operations, merchant } = await paymentFixture()
    const { transactionId } = await authorize(saleOf(10.5, { payment }))
    expect(ledger.find(transactionId)).toMatchObject({ captureNow: true, state: 'approved' })
    expect(await shown(transactionId)).toMatchObject({
      status: 'captured',
      amountAuthorized: 10.5,
      amountCaptured: 10.5,
      amountCapturable: 0,
      expires: null,
      payment: instrument,
    })
    expect(await operations()).toMatchObject([
      { type: 'authorize', status: 'approved', amount: 1050 },
      { type: 'capture', status: 'approved', amount: 1050, responseCode: '00', due: null },
    ])
    expect(await typesOf(merchant, transactionId)).toEqual(['transaction.authorized', 'transaction.captured'])
  })

  test('by a check that is declined answers check_declined', async () => {
    const { authorize, faultPlan, shown } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'decline', code: 'R01' }, on: 'authorize' })
    const answer = await authorize(saleOf(10.5, { payment: { check } }))
    expect(answer).toMatchObject({ responseCode: 'R01', errors: [{ type: 'check_declined' }], avs: null, cvv: null })
    expect(await shown(answer.transactionId)).toMatchObject({ status: 'declined', operations: [{ type: 'authorize' }] })
  })

  test('stores an order without the members that only the gateway sets', async () => {
    const { authorize, shown } = await paymentFixture()
    const order = { id: 'x', customerId: 'y', referenceObject: 'cart', referenceObjectId: 7, total: 10.5 }
    const { transactionId } = await authorize(saleOf(10.5, { order, initiatedByUserId: 9007199254740 }))
    expect(await shown(transactionId)).toMatchObject({
      order: { referenceObject: 'cart', referenceObjectId: 7, total: 10.5 },
      initiatedByUserId: 9007199254740,
    })
    expect((await shown(transactionId))['order']).not.toHaveProperty('id')
    expect((await shown(transactionId))['order']).not.toHaveProperty('customerId')
  })

  test('sends the postal code of the card rather than that of the order', async () => {
    const { authorize, services } = await paymentFixture()
    const sent: unknown[] = []
    const on = services()
    const processor = {
      ...on.processor,
      authorize: ((op, ref) => {
        sent.push(op.avs)
        return on.processor.authorize(op, ref)
      }) as typeof on.processor.authorize,
    }
    const order = { billTo: { postalCode: '10001', line1: 'Main St 1', country: 'US' } }
    await authorize(saleOf(10.5, { order }), { ...on, processor })
    await authorize(
      saleOf(10.5, { order, payment: { creditCard: card('4242424242424242', { postalCode: '94107' }) } }),
      { ...on, processor },
    )
    expect(sent).toEqual([
      { postal: '10001', line1: 'Main St 1', country: 'US' },
      { postal: '94107', line1: 'Main St 1', country: 'US' },
    ])
  })
})

describe('an authorization that the gateway declines', () => {
  test.each([
    ['in a currency that is not enabled', saleOf(10.5, { amount: { value: 10.5, currency: 978 } }), 'G07'],
    ['of a card whose check digit is wrong', saleOf(10.5, { payment: { creditCard: card('4242424242424241') } }), '14'],
    ['of an expired card', byCard({ expires: '0120' }), '54'],
    [
      'of a bank whose check digit is wrong',
      saleOf(10.5, { payment: { check: { ...check, routingNumber: '021000022' } } }),
      'R28',
    ],
  ])('%s is never sent', async (_what, body, responseCode) => {
    const { authorize, shown, ledger, operations } = await paymentFixture({ settings: { enabledCurrencies: [840] } })
    const answer = await authorize(body)
    expect(answer).toMatchObject({ responseCode, latency: 0, authCode: null })
    expect(answer['errors']).toHaveLength(1)
    expect(ledger.find(answer.transactionId)).toBeUndefined()
    expect(await shown(answer.transactionId)).toMatchObject({ status: 'declined', amountAuthorized: 0 })
    expect(await operations()).toMatchObject([{ status: 'declined', responseCode, due: null }])
  })

  test('as the duplicate of an equal payment names that payment, and is never sent', async () => {
    const { authorize, clock, ledger } = await paymentFixture({ settings: { duplicateWindowSeconds: 60 } })
    const first = await authorize()
    const second = await authorize()
    expect(second).toMatchObject({
      responseCode: 'G01',
      errors: [{ type: 'gateway_rejected', details: { transactionId: first.transactionId } }],
    })
    expect(ledger.find(second.transactionId)).toBeUndefined()
    clock.advance(61_000)
    expect(await authorize()).toMatchObject({ responseCode: '00' })
  })

  test.each([
    ['another amount', saleOf(11)],
    ['another card', saleOf(10.5, { payment: { creditCard: card('5555555555554444') } })],
    ['another order', saleOf(10.5, { order: { referenceObject: 'cart', referenceObjectId: 8 } })],
  ])('as a duplicate excludes a payment with %s', async (_difference, body) => {
    const { authorize } = await paymentFixture({ settings: { duplicateWindowSeconds: 60 } })
    await authorize()
    expect(await authorize(body)).toMatchObject({ responseCode: '00' })
  })

  test('as a duplicate excludes the repetition of a declined payment', async () => {
    const { authorize, faultPlan } = await paymentFixture({ settings: { duplicateWindowSeconds: 60 } })
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    await authorize()
    expect(await authorize()).toMatchObject({ responseCode: '00' })
  })
})

describe('an approval that a rule of the account declines', () => {
  test.each([
    ['of the CVV', { cvvReject: ['M'] }, 'G05'],
    ['of the address', { avsReject: ['I'] }, 'G04'],
  ])('by the result %s is reversed', async (_check, settings, responseCode) => {
    const { authorize, shown, ledger, operations, merchant } = await paymentFixture({ settings })
    const answer = await authorize()
    expect(answer).toMatchObject({
      responseCode,
      authCode: null,
      amount: 10.5,
      cvv: { code: 'M' },
      errors: [{ type: 'gateway_rejected' }],
    })
    expect(ledger.find(answer.transactionId)).toMatchObject({ state: 'reversed', reversals: 1 })
    expect(await shown(answer.transactionId)).toMatchObject({
      status: 'declined',
      amountAuthorized: 0,
      expires: null,
      payment: { networkTransactionId: null },
    })
    expect(await operations()).toMatchObject([
      { type: 'authorize', status: 'declined', responseCode, due: null },
      { type: 'reversal', status: 'approved', attempts: 1, due: null },
    ])
    expect(await typesOf(merchant, answer.transactionId)).toEqual(['transaction.declined'])
  })

  test('whose reversal fails is reversed by a sweep, and stays declined', async () => {
    const { authorize, faultPlan, shown, ledger, clock, recover } = await paymentFixture({
      settings: { cvvReject: ['M'] },
    })
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse' })
    const { transactionId } = await authorize()
    expect(ledger.find(transactionId)).toMatchObject({ state: 'approved' })
    clock.advance(61_000)
    expect(await recover()).toMatchObject({ reversed: 1 })
    expect(ledger.find(transactionId)).toMatchObject({ state: 'reversed' })
    expect(await shown(transactionId)).toMatchObject({ status: 'declined', responseCode: 'G05' })
  })
})

describe('warnings of an authorization', () => {
  test('name a card outside the documented test cards', async () => {
    const { authorize, warnings } = await paymentFixture()
    await authorize()
    expect(warnings).toEqual([])
    await authorize(saleOf(10.5, { payment: { creditCard: card('4012888888881881') } }))
    expect(warnings).toEqual(['card_outside_test_list'])
  })
})
