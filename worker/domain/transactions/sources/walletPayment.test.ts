import { describe, expect, test } from 'vitest'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { sourceFixture, walletPayload } from './sources.fixture.ts'

describe('wallet payload', () => {
  test('a wallet payload with PAN_ONLY is sent as a card without a CVV', async () => {
    const { merchant, clock, pay, sent, read: shown } = await sourceFixture()
    const digitalPayPayment = await walletPayload(merchant.id, clock.now(), { authMethod: 'PAN_ONLY' })
    const { transactionId } = await pay({ digitalPayPayment: { ...digitalPayPayment, postalCode: '94107' } })
    expect(sent[0]).toMatchObject({ instrument: { kind: 'card', entry: 'ecom' }, avs: { postal: '94107' } })
    expect(sent[0]!['instrument']).not.toHaveProperty('cvv')
    expect(await shown(transactionId)).toMatchObject({ method: 'digitalPayPayment' })
  })

  test('a wallet payload pays once, also with concurrent requests', async () => {
    const { merchant, clock, pay, ledger } = await sourceFixture()
    const digitalPayPayment = await walletPayload(merchant.id, clock.now())
    const results = await Promise.allSettled([pay({ digitalPayPayment }), pay({ digitalPayPayment })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ledger.entries()).toHaveLength(1)
    expect(await thrownErrors(pay({ digitalPayPayment }))).toMatchObject([
      { type: 'format_invalid', field: 'payment.digitalPayPayment' },
    ])
  })

  test('payment with a wallet payload for another account returns format_invalid', async () => {
    const { pay, clock } = await sourceFixture()
    const digitalPayPayment = await walletPayload(crypto.randomUUID(), clock.now())
    expect(await thrownErrors(pay({ digitalPayPayment }))).toMatchObject([{ type: 'format_invalid' }])
  })
})
