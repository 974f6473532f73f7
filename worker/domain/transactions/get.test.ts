import { describe, expect, test } from 'vitest'
import { numberFromText } from '#contract/schema/rawJson'
import { paymentFixture, saleOf } from '../../testing/fixtures/paymentFixture.ts'
import { errorsOf } from '../../testing/verbs.ts'
import { getTransaction } from './get.ts'
import { getSignature } from './getSignature.ts'

describe('reading a transaction', () => {
  test('shows the outcome of the operation that is named, and the amounts of its payment', async () => {
    const { authorize, capture, shown } = await paymentFixture()
    const order = { referenceObject: 'cart', total: 10.25, metadata: { cart: '7' } }
    const { transactionId } = await authorize(saleOf(10, { order, initiatedByUserId: 5 }))
    const captured = await capture(transactionId, { amount: 4, referenceTransactionId: Number(transactionId) })
    const payment = await shown(captured.transactionId)
    expect(payment).toEqual({
      originalTransactionId: transactionId,
      type: 'capture',
      status: 'partially_captured',
      method: 'creditCard',
      transactionId: captured.transactionId,
      authCode: null,
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
      referenceTransactionId: null,
      initiatedByUserId: 5,
      operations: [
        {
          transactionId,
          type: 'authorize',
          status: 'approved',
          amount: 10,
          responseCode: '00',
          created: expect.stringMatching(/^20.*Z$/),
        },
        {
          transactionId: captured.transactionId,
          type: 'capture',
          status: 'approved',
          amount: 4,
          responseCode: '00',
          created: expect.stringMatching(/^20.*Z$/),
        },
      ],
      batchId: null,
      created: expect.stringMatching(/^20.*Z$/),
      updated: expect.stringMatching(/^20.*Z$/),
      expires: expect.stringMatching(/^20.*Z$/),
    })
  })

  test('keeps numbers of an order to the digit', async () => {
    const { services, authorize } = await paymentFixture()
    const { transactionId } = await authorize(
      saleOf(10, { order: { referenceObjectId: numberFromText('9007199254740993') } }),
    )
    expect(JSON.stringify(await getTransaction(transactionId, services()))).toContain('9007199254740993')
  })

  test.each(['1', '99999999999999999999', '0'])('by the unknown id %s returns 404', async (id) => {
    const { shown } = await paymentFixture()
    expect(await errorsOf(shown(id))).toEqual([{ type: 'not_found', details: { resource: 'transaction' } }])
  })

  test('of another account returns 404', async () => {
    const { authorized } = await paymentFixture()
    const other = await paymentFixture()
    expect(await errorsOf(other.shown(await authorized()))).toMatchObject([{ type: 'not_found' }])
  })
})

describe('reading a signature', () => {
  const png = 'iVBORw0KGgo='

  test('returns the image, by the id of any operation of the payment', async () => {
    const { captured, services, merchant } = await paymentFixture()
    const { payment, capture } = await captured()
    const on = services()
    const { sealed, wrappedKey } = await on.readerVault.sealSignature(Number(payment), png)
    const at = Date.UTC(2026, 10, 20)
    await merchant.run(
      "INSERT INTO signatures (transactionId, account, mode, sealed, wrappedKey, created) VALUES (?, ?, 'test', ?, ?, ?)",
      Number(payment),
      merchant.id,
      sealed,
      wrappedKey,
      at,
    )
    for (const id of [payment, capture])
      expect(await getSignature(id, on)).toEqual({
        signature: { type: 'image/png', data: png, created: '2026-11-20T00:00:00.000Z' },
        errors: null,
      })
  })

  test('of a payment without one, or an unknown payment, returns 404', async () => {
    const { authorized, services } = await paymentFixture()
    for (const id of [await authorized(), '1', '99999999999999999999'])
      expect(await errorsOf(getSignature(id, services()))).toEqual([
        { type: 'not_found', details: { resource: 'signature' } },
      ])
  })
})
