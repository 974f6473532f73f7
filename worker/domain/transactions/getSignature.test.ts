import { describe, expect, test } from 'vitest'
import { paymentFixture } from '../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { getSignature } from './getSignature.ts'

describe('get of a signature', () => {
  const png = 'iVBORw0KGgo='

  test('get of a signature by the id of any operation of the payment returns the image', async () => {
    const { newCapture: captured, services, merchant } = await paymentFixture()
    const { payment, capture } = await captured()
    const needs = services()
    const { sealed, wrappedKey } = await needs.terminalVault.sealSignature(Number(payment), png)
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
      expect(await getSignature(id, needs)).toEqual({
        signature: { type: 'image/png', data: png, created: '2026-11-20T00:00:00.000Z' },
        errors: null,
      })
  })

  test('get of a signature of a payment without one, or of an unknown payment, returns 404', async () => {
    const { newAuthorization: authorized, services } = await paymentFixture()
    for (const id of [await authorized(), '1', '99999999999999999999'])
      expect(await thrownErrors(getSignature(id, services()))).toEqual([
        { type: 'not_found', details: { resource: 'signature' } },
      ])
  })
})
