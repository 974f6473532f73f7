import { describe, expect, test } from 'vitest'
import { numberFromText } from '#contract/schema/rawJson'
import { paymentFixture, cardSale } from '../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { getTransaction } from './get.ts'

describe('get of a transaction', () => {
  test('get by the id of a capture returns the outcome of the capture and the amounts of its payment', async () => {
    const { authorize, capture, read: shown } = await paymentFixture()
    const order = { referenceObject: 'cart', total: 10.25, metadata: { cart: '7' } }
    const { transactionId } = await authorize(cardSale(10, { order, initiatedByUserId: 5 }))
    const captured = await capture(transactionId, { amount: 4, referenceTransactionId: Number(transactionId) })
    const payment = await shown(captured.transactionId)
    expect(payment).toEqual({
      originalTransactionId: transactionId,
      type: 'capture',
      status: 'partially_captured',
      method: 'creditCard',
      transactionId: captured.transactionId,
      authCode: null,
      approved: true,
      responseCode: '00',
      responseText: 'Approved',
      latency: expect.any(Number),
      avs: null,
      cvv: null,
      amount: 4,
      metadata: { cart: '7' },
      errors: null,
      currency: 840,
      amountAuthorized: 10,
      amountCaptured: 4,
      amountCapturable: 6,
      amountCredited: 0,
      amountSettled: 0,
      tip: 0,
      payment: {
        network: 'visa',
        preferredNetwork: null,
        accountNumber: '************4242',
        expiry: '1230',
        customer: null,
        wallet: null,
        terminal: null,
        initiatedBy: 'customer',
        initial: 'first',
        networkTransactionId: expect.stringMatching(/^ACQ/),
      },
      order,
      referenceTransactionId: Number(transactionId),
      initiatedByUserId: null,
      operations: [
        {
          transactionId,
          type: 'authorize',
          status: 'approved',
          amount: 10,
          approved: true,
          responseCode: '00',
          actor: expect.objectContaining({ kind: expect.any(String) }),
          referenceTransactionId: null,
          initiatedByUserId: 5,
          created: expect.stringMatching(/^20.*Z$/),
        },
        {
          transactionId: captured.transactionId,
          type: 'capture',
          status: 'approved',
          amount: 4,
          approved: true,
          responseCode: '00',
          actor: expect.objectContaining({ kind: expect.any(String) }),
          referenceTransactionId: Number(transactionId),
          initiatedByUserId: null,
          created: expect.stringMatching(/^20.*Z$/),
        },
      ],
      disputes: [],
      returns: [],
      batchId: null,
      connection: 'simulator',
      created: expect.stringMatching(/^20.*Z$/),
      updated: expect.stringMatching(/^20.*Z$/),
      expires: expect.stringMatching(/^20.*Z$/),
      needsAttention: null,
      checkout: null,
      resolutions: [],
    })
  })

  test('get returns the numbers of an order with all digits', async () => {
    const { services, authorize } = await paymentFixture()
    const { transactionId } = await authorize(
      cardSale(10, { order: { referenceObjectId: numberFromText('9007199254740993') } }),
    )
    expect(JSON.stringify(await getTransaction(transactionId, services()))).toContain('9007199254740993')
  })

  test.each(['1', '99999999999999999999', '0'])('get of a transaction by the unknown id %s returns 404', async (id) => {
    const { read: shown } = await paymentFixture()
    expect(await thrownErrors(shown(id))).toEqual([{ type: 'not_found', details: { resource: 'transaction' } }])
  })

  test('get of a transaction of another account returns 404', async () => {
    const { newAuthorization: authorized } = await paymentFixture()
    const other = await paymentFixture()
    expect(await thrownErrors(other.read(await authorized()))).toMatchObject([{ type: 'not_found' }])
  })
})
