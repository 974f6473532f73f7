import { describe, expect, test } from 'vitest'
import { card } from '../../../testing/requestDefaults.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { check, sentCredential, sentCard, sourceFixture, walletPayload } from './sources.fixture.ts'

const verification = { dob: '1990-02-28', ssn: '1234', driversLicense: { number: 'D123', state: 'NY' } }

describe('token', () => {
  test('a card token is sent with its CVV and cannot be used again', async () => {
    const { pay, sent, createTokenFor, read: shown, merchant } = await sourceFixture()
    const token = await createTokenFor({ creditCard: card() })
    const { transactionId } = await pay({ token })
    expect(await merchant.rows('SELECT id FROM tokens WHERE account = ?', merchant.id)).toEqual([])
    expect(sent[0]).toEqual({
      instrument: { ...sentCard, entry: 'ecom' },
      avs: {},
      credential: sentCredential,
      capture: 'later',
    })
    expect(await shown(transactionId)).toMatchObject({ payment: { accountNumber: '************4242' } })
    expect(await thrownErrors(pay({ token }))).toEqual([{ type: 'token_used', field: 'payment.token' }])
  })

  test('of concurrent payments with one token, exactly one succeeds', async () => {
    const { pay, createTokenFor, ledger } = await sourceFixture()
    const token = await createTokenFor({ creditCard: card() })
    const results = await Promise.allSettled([pay({ token }), pay({ token }), pay({ token })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ledger.entries()).toHaveLength(1)
  })

  test('a bank account token is sent with its identity data and captured immediately', async () => {
    const { pay, sent, createTokenFor, read: shown } = await sourceFixture()
    const { transactionId } = await pay({
      token: await createTokenFor({ check: { ...check, name: 'Ada', verification } }),
    })
    expect(sent[0]).toMatchObject({
      instrument: {
        kind: 'check',
        routing: '021000021',
        account: '000123456789',
        accountType: 'checking',
        name: 'Ada',
        verification,
      },
      capture: 'now',
    })
    expect(await shown(transactionId)).toMatchObject({ method: 'check', status: 'captured' })
  })

  test('an incomplete driver’s license of a bank account token is not sent', async () => {
    const { pay, sent, createTokenFor } = await sourceFixture()
    for (const driversLicense of [{ number: 'D123' }, { state: 'NY' }, undefined]) {
      const proof = { ssn: '1234', ...(driversLicense && { driversLicense }) }
      await pay({ token: await createTokenFor({ check: { ...check, name: 'Ada', verification: proof } }) })
      expect(sent.at(-1)).toMatchObject({ instrument: { verification: { ssn: '1234' } } })
      expect((sent.at(-1)!['instrument'] as Record<string, unknown>)['verification']).not.toHaveProperty(
        'driversLicense',
      )
    }
  })

  test('a wallet payload token is sent with its cryptogram', async () => {
    const { merchant, clock, pay, sent, createTokenFor, read: shown } = await sourceFixture()
    const digitalPayPayment = await walletPayload(merchant.id, clock.now())
    const { transactionId } = await pay({ token: await createTokenFor({ digitalPayPayment }) })
    expect(sent[0]).toMatchObject({
      instrument: { kind: 'networkToken', dpan: '4242424242424242', eci: '05', cryptogram: expect.any(String) },
    })
    expect(await shown(transactionId)).toMatchObject({ method: 'digitalPayPayment' })
  })

  test('payment with an expired token returns token_expired', async () => {
    const { pay, createTokenFor, clock } = await sourceFixture()
    const token = await createTokenFor({ creditCard: card() })
    clock.advance(15 * 60_000)
    expect(await thrownErrors(pay({ token }))).toEqual([{ type: 'token_expired', field: 'payment.token' }])
  })

  test.each(['x'.repeat(8), 'A'.repeat(44)])(
    'payment with the unissued token "%s" returns token_not_found',
    async (token) => {
      const { pay } = await sourceFixture()
      expect(await thrownErrors(pay({ token }))).toEqual([{ type: 'token_not_found', field: 'payment.token' }])
    },
  )

  test('payment with a token of another account returns token_not_found', async () => {
    const { pay } = await sourceFixture()
    const other = await sourceFixture()
    expect(await thrownErrors(pay({ token: await other.createTokenFor({ creditCard: card() }) }))).toMatchObject([
      { type: 'token_not_found' },
    ])
  })

  test('a fixed test token can be used again and sends its card', async () => {
    const { pay, sent } = await sourceFixture()
    await pay({ token: 'test-visa-4242' })
    await pay({ token: 'test-visa-4242' })
    expect(sent).toMatchObject([
      { instrument: { pan: '4242424242424242', entry: 'ecom', cvv: '123' } },
      { instrument: { pan: '4242424242424242' } },
    ])
  })

  test('refund to a token of the payment’s card is accepted and uses the token', async () => {
    const { pay, capture, credit, createTokenFor, merchant, clock } = await sourceFixture()
    const { transactionId } = await pay({ creditCard: card() })
    await capture(transactionId)
    const refund = async (number?: string) => {
      clock.advance(1)
      const token = await createTokenFor({ creditCard: card(number) })
      return credit({ referenceTransactionId: Number(transactionId), amount: { value: 1 }, payment: { token } })
    }
    const lastDigits = () => merchant.rows('SELECT last4 FROM tokens WHERE account = ?', merchant.id)
    expect(await refund()).toMatchObject({ amount: 1 })
    expect(await lastDigits()).toEqual([])
    expect(await thrownErrors(refund('5555555555554444'))).toMatchObject([{ type: 'payment_method_ambiguous' }])
    expect(await lastDigits()).toEqual([{ last4: '4444' }])
  })
})
