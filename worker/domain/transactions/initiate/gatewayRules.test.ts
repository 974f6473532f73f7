import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../../testing/events.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { paymentFixture, cardSale } from '../../../testing/fixtures/paymentFixture.ts'

const check = { accountNumber: '000123456789', routingNumber: '021000021' }

const byCard = (more: object) => cardSale(10.5, { payment: { creditCard: card('4242424242424242', more) } })

describe('authorizations declined by the gateway', () => {
  test.each([
    ['a currency that is not enabled', cardSale(10.5, { amount: { value: 10.5, currency: 978 } }), 'G07'],
    [
      'a card number with a wrong check digit',
      cardSale(10.5, { payment: { creditCard: card('4242424242424241') } }),
      '14',
    ],
    ['an expired card', byCard({ expires: '0120' }), '54'],
    [
      'a routing number with a wrong check digit',
      cardSale(10.5, { payment: { check: { ...check, routingNumber: '021000022' } } }),
      'R28',
    ],
  ])('authorize with %s is declined by the gateway and never sent', async (_what, body, responseCode) => {
    const {
      authorize,
      read: shown,
      ledger,
      operations,
    } = await paymentFixture({ settings: { enabledCurrencies: [840] } })
    const response = await authorize(body)
    expect(response).toMatchObject({ responseCode, latency: 0, authCode: null })
    expect(response['errors']).toHaveLength(1)
    expect(ledger.find(response.transactionId)).toBeUndefined()
    expect(await shown(response.transactionId)).toMatchObject({ status: 'declined', amountAuthorized: 0 })
    expect(await operations()).toMatchObject([{ status: 'declined', responseCode, due: null }])
  })

  test('a duplicate payment is declined with G01 and the id of the first payment, and never sent', async () => {
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
    ['another amount', cardSale(11)],
    ['another card', cardSale(10.5, { payment: { creditCard: card('5555555555554444') } })],
    ['another order', cardSale(10.5, { order: { referenceObject: 'cart', referenceObjectId: 8 } })],
  ])('a payment with %s is not a duplicate', async (_difference, body) => {
    const { authorize } = await paymentFixture({ settings: { duplicateWindowSeconds: 60 } })
    await authorize()
    expect(await authorize(body)).toMatchObject({ responseCode: '00' })
  })

  test('a repeated payment after a decline is not a duplicate', async () => {
    const { authorize, faultPlan } = await paymentFixture({ settings: { duplicateWindowSeconds: 60 } })
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    await authorize()
    expect(await authorize()).toMatchObject({ responseCode: '00' })
  })
})

describe('approvals declined by a rule of the account', () => {
  test.each([
    ['CVV', { cvvReject: ['M'] }, 'G05'],
    ['AVS', { avsReject: ['I'] }, 'G04'],
  ])('an approval with a rejected %s result is declined and reversed', async (_check, settings, responseCode) => {
    const { authorize, read: shown, ledger, operations, merchant } = await paymentFixture({ settings })
    const response = await authorize()
    expect(response).toMatchObject({
      responseCode,
      authCode: null,
      amount: 10.5,
      cvv: { code: 'M' },
      errors: [{ type: 'gateway_rejected' }],
    })
    expect(ledger.find(response.transactionId)).toMatchObject({ state: 'reversed', reversals: 1 })
    expect(await shown(response.transactionId)).toMatchObject({
      status: 'declined',
      amountAuthorized: 0,
      expires: null,
      payment: { networkTransactionId: null },
    })
    expect(await operations()).toMatchObject([
      { type: 'authorize', status: 'declined', responseCode, due: null },
      { type: 'reversal', status: 'approved', attempts: 1, due: null },
    ])
    expect(await readEventTypes(merchant, response.transactionId)).toEqual(['transaction.declined'])
  })

  test('a declined approval whose reversal fails is reversed by a sweep and stays declined', async () => {
    const {
      authorize,
      faultPlan,
      read: shown,
      ledger,
      clock,
      recover,
    } = await paymentFixture({
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
