import { describe, expect, test } from 'vitest'
import { authorizeTransaction } from '#contract/transactions/transactions'
import { readEventTypes } from '../../testing/events.ts'
import { card } from '../../testing/requestDefaults.ts'
import { paymentFixture, cardSale } from '../../testing/fixtures/paymentFixture.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { money } from '../money.ts'
import { initiateTransaction } from './initiate/initiateTransaction.ts'

const day = 86_400_000
const check = { accountNumber: '000123456789', routingNumber: '021000021' }

/** The payment as a route passes it to the domain. */
const paymentOf = (payment: object) => parseInput(authorizeTransaction, { payment, amount: { value: 1 } }).payment

describe('authorize', () => {
  test('an approved authorization holds the amount for seven days', async () => {
    const { authorize, read: shown, ledger, clock, operations, merchant } = await paymentFixture()
    const before = clock.now()
    const response = await authorize(cardSale(10.5, { order: { metadata: { cart: '7' } } }))
    const { transactionId } = response
    expect(response).toEqual({
      transactionId,
      authCode: expect.stringMatching(/^[0-9]{6}$/),
      approved: true,
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
      requested: '1050',
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
    expect(await readEventTypes(merchant, transactionId)).toEqual(['transaction.authorized'])
  })

  test('authorize with more decimals than the currency has returns amount_precision_invalid and inserts nothing', async () => {
    const { authorize, operations } = await paymentFixture({ settings: { defaultCurrency: 392 } })
    expect(await thrownErrors(authorize(cardSale(10.5)))).toEqual([
      { type: 'amount_precision_invalid', field: 'amount.value', details: { places: 0 } },
    ])
    expect(await operations()).toEqual([])
  })

  test('authorize without a currency uses the default currency of the account', async () => {
    const { authorize, ledger } = await paymentFixture({ settings: { defaultCurrency: 978 } })
    const { transactionId } = await authorize()
    expect(ledger.find(transactionId)).toMatchObject({ currency: 978, requested: '1050' })
  })

  test('a verification with amount 0 is approved with code 85, holds nothing and never expires', async () => {
    const { services, read: shown, ledger } = await paymentFixture()
    const needs = services()
    const { transactionId, responseCode } = await initiateTransaction(
      'payment',
      { payment: paymentOf({ creditCard: card() }) },
      money('0', 840),
      needs,
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

  test('authorize with the option capture: now captures in the same message', async () => {
    const { services, read: shown, ledger } = await paymentFixture()
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

  test('authorize with allowPartial: false declines a partial approval with code 51', async () => {
    const { services, faultPlan, read: shown } = await paymentFixture()
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

  test('authorize returns the response code of a decline and holds nothing', async () => {
    const { authorize, faultPlan, read: shown, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const response = await authorize()
    expect(response).toMatchObject({
      responseCode: '51',
      authCode: null,
      amount: 10.5,
      avs: { code: 'I' },
      cvv: { code: 'M' },
      errors: [{ type: 'card_declined', code: 'insufficient_funds' }],
    })
    expect(await shown(response.transactionId)).toMatchObject({
      status: 'declined',
      amountAuthorized: 0,
      amountCapturable: 0,
      expires: null,
    })
    expect(await readEventTypes(merchant, response.transactionId)).toEqual(['transaction.declined'])
  })

  test('authorize returns the approved amount of a partial approval', async () => {
    const { authorize, faultPlan, read: shown, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'partial', minor: '400' }, on: 'authorize' })
    const response = await authorize()
    expect(response).toMatchObject({ responseCode: '10', amount: 4, errors: null })
    expect(await shown(response.transactionId)).toMatchObject({
      status: 'authorized',
      amountAuthorized: 4,
      amountCapturable: 4,
      operations: [{ amount: 4 }],
    })
    expect(await readEventTypes(merchant, response.transactionId)).toEqual(['transaction.partially_authorized'])
  })

  test('an authorization that was never sent fails with code 92 and needs no reversal', async () => {
    const { authorize, faultPlan, read: shown, ledger, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    const response = await authorize()
    expect(response).toMatchObject({ responseCode: '92', authCode: null, errors: [{ type: 'processor_error' }] })
    expect(await shown(response.transactionId)).toMatchObject({ status: 'failed', operations: [{ status: 'failed' }] })
    expect(ledger.find(response.transactionId)).toBeUndefined()
    expect(await readEventTypes(merchant, response.transactionId)).toEqual(['transaction.failed'])
  })

  test.each([{ kind: 'dropAfter' }, { kind: 'garbage' }] as const)(
    'authorize with an unknown outcome (%o) returns code 68 and is reversed immediately',
    async (fault) => {
      const { authorize, faultPlan, read: shown, ledger, operations, merchant } = await paymentFixture()
      faultPlan.add({ fault, on: 'authorize' })
      const response = await authorize()
      expect(response).toMatchObject({
        responseCode: '68',
        authCode: null,
        avs: null,
        cvv: null,
        amount: 10.5,
        errors: [{ type: 'processor_error', code: 'processor_timeout' }],
      })
      expect(ledger.find(response.transactionId)).toMatchObject({ state: 'reversed', requests: 1, reversals: 1 })
      expect(await shown(response.transactionId)).toMatchObject({ status: 'reversed', amountAuthorized: 0 })
      expect(await operations()).toMatchObject([
        { type: 'authorize', status: 'reversed', responseCode: '68', due: null },
        { type: 'reversal', status: 'approved', amount: 1050, attempts: 1, due: null },
      ])
      expect(await readEventTypes(merchant, response.transactionId)).toEqual(['transaction.reversed'])
    },
  )

  test('a sweep skips a reversal while the lease of its request lasts', async () => {
    const fixture = await paymentFixture()
    const { authorize, faultPlan, operations, clock, services, recover, ledger } = fixture
    const needs = services()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    let due: number | null = null
    const processor = {
      ...needs.processor,
      reverse: async (...args: Parameters<typeof needs.processor.reverse>) => {
        due = (await operations()).find(({ type }) => type === 'reversal')!.due
        await recover()
        return needs.processor.reverse(...args)
      },
    }
    const { transactionId } = await authorize(undefined, { ...needs, processor })
    expect(due! - clock.now()).toBeGreaterThan(needs.limits.reversalLeaseMs - 10_000)
    expect(ledger.find(transactionId)).toMatchObject({ state: 'reversed' })
    expect(await operations()).toMatchObject([
      { type: 'authorize' },
      { type: 'reversal', status: 'approved', attempts: 1 },
    ])
  })

  test('an authorization whose reversal fails stays pending, and the reversal is due a minute later', async () => {
    const { authorize, faultPlan, read: shown, operations, clock, merchant } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'reverse' })
    const before = clock.now()
    const response = await authorize()
    expect(response.responseCode).toBe('68')
    expect(await shown(response.transactionId)).toMatchObject({ status: 'pending' })
    const [, reversal] = await operations()
    expect(reversal).toMatchObject({ type: 'reversal', status: 'pending', attempts: 1 })
    expect(reversal!.due! - before).toBeGreaterThanOrEqual(60_000)
    expect(reversal!.due! - before).toBeLessThan(70_000)
    expect(await readEventTypes(merchant, response.transactionId)).toEqual([])
  })

  test.each([
    ['cash', { cash: true }, { network: null, accountNumber: null }],
    ['a check', { check }, { network: 'ach', accountNumber: '********6789' }],
  ])('authorize by %s captures immediately, since the method has no hold', async (_method, payment, instrument) => {
    const { authorize, read: shown, ledger, operations, merchant } = await paymentFixture()
    const { transactionId } = await authorize(cardSale(10.5, { payment }))
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
    expect(await readEventTypes(merchant, transactionId)).toEqual(['transaction.authorized', 'transaction.captured'])
  })

  test('authorize by a declined check returns check_declined', async () => {
    const { authorize, faultPlan, read: shown } = await paymentFixture()
    faultPlan.add({ fault: { kind: 'decline', code: 'R01' }, on: 'authorize' })
    const response = await authorize(cardSale(10.5, { payment: { check } }))
    expect(response).toMatchObject({ responseCode: 'R01', errors: [{ type: 'check_declined' }], avs: null, cvv: null })
    expect(await shown(response.transactionId)).toMatchObject({
      status: 'declined',
      operations: [{ type: 'authorize' }],
    })
  })

  test('authorize stores an order without the members that only the gateway sets', async () => {
    const { authorize, read: shown } = await paymentFixture()
    const order = { id: 'x', customerId: 'y', referenceObject: 'cart', referenceObjectId: 7, total: 10.5 }
    const { transactionId } = await authorize(cardSale(10.5, { order, initiatedByUserId: 9007199254740 }))
    expect(await shown(transactionId)).toMatchObject({
      order: { referenceObject: 'cart', referenceObjectId: 7, total: 10.5 },
      initiatedByUserId: 9007199254740,
    })
    expect((await shown(transactionId))['order']).not.toHaveProperty('id')
    expect((await shown(transactionId))['order']).not.toHaveProperty('customerId')
  })

  test('authorize sends the postal code of the card instead of that of the order', async () => {
    const { authorize, services } = await paymentFixture()
    const sent: unknown[] = []
    const needs = services()
    const processor = {
      ...needs.processor,
      authorize: ((op, ref) => {
        sent.push(op.avs)
        return needs.processor.authorize(op, ref)
      }) as typeof needs.processor.authorize,
    }
    const order = { billTo: { postalCode: '10001', line1: 'Main St 1', country: 'US' } }
    await authorize(cardSale(10.5, { order }), { ...needs, processor })
    await authorize(
      cardSale(10.5, { order, payment: { creditCard: card('4242424242424242', { postalCode: '94107' }) } }),
      { ...needs, processor },
    )
    expect(sent).toEqual([
      { postal: '10001', line1: 'Main St 1', country: 'US' },
      { postal: '94107', line1: 'Main St 1', country: 'US' },
    ])
  })
})

describe('warnings', () => {
  test('authorize logs a warning for a card outside the documented test cards', async () => {
    const { authorize, warnings } = await paymentFixture()
    await authorize()
    expect(warnings).toEqual([])
    await authorize(cardSale(10.5, { payment: { creditCard: card('4012888888881881') } }))
    expect(warnings).toEqual(['card_outside_test_list'])
  })
})
