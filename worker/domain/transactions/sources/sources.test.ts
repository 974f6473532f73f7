import { describe, expect, test } from 'vitest'
import {
  addWalletEntry as addEntryEndpoint,
  createCustomer as createCustomerEndpoint,
} from '#contract/customers/customers'
import { createToken as createTokenEndpoint } from '#contract/tokens/tokens'
import { encryptCard } from '../../../../widget/encrypt/encryptCard.ts'
import { makeTestWalletPayload } from '../../../../widget/encrypt/testWalletPayload.ts'
import { card } from '../../../testing/given.ts'
import { paymentFixture, saleOf } from '../../../testing/fixtures/paymentFixture.ts'
import { errorsOf, inputOf } from '../../../testing/verbs.ts'
import { addWalletEntry } from '../../customers/addWalletEntry.ts'
import { createCustomer } from '../../customers/create.ts'
import { createToken } from '../../tokens/create.ts'

const check = { accountNumber: '000123456789', routingNumber: '021000021' }
const verification = { dob: '1990-02-28', ssn: '1234', driversLicense: { number: 'D123', state: 'NY' } }

/** Secrets as text, to be compared. */
const revealed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('reveal' in value && typeof value.reveal === 'function') return value.reveal()
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revealed(member)]))
}

/** An account whose processor records what it was sent. */
const setUp = async () => {
  const fixture = await paymentFixture()
  const sent: Record<string, unknown>[] = []
  const by = () => {
    const on = fixture.services()
    const { processor } = on
    const authorize: typeof processor.authorize = (op, ref) => {
      const { instrument, avs, credential, preferredNetwork, capture } = op
      sent.push({ instrument: revealed(instrument), avs, credential, preferredNetwork, capture })
      return processor.authorize(op, ref)
    }
    return { ...on, processor: { ...processor, authorize } }
  }
  const { authorize, services } = fixture
  const tokenOf = async (body: object) => (await createToken(inputOf(createTokenEndpoint, body), services())).token
  const pay = (payment: object, more: object = {}) => authorize(saleOf(10.5, { payment, ...more }), by())
  /** A customer with a saved card, and the address of its entry. */
  const customerWith = async (body: object, address: object = {}) => {
    const { customers } = await createCustomer(inputOf(createCustomerEndpoint, { firstName: 'Ada' }), services())
    const customer = customers[0]!.id
    const input = inputOf(addEntryEndpoint, { token: await tokenOf(body), address })
    const { wallet } = await addWalletEntry(customer, input, services())
    return { customer, wallet: wallet[0]!.id }
  }
  return { ...fixture, by, sent, pay, tokenOf, customerWith }
}

const sentCard = {
  kind: 'card',
  pan: '4242424242424242',
  expiry: '1230',
  cvv: '123',
}
/** A wallet's payment with the card 4242 for an account, which fits its clock. */
const walletPayload = (gatewayMerchantId: string, nowMs: number, more: object = {}) =>
  makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230', gatewayMerchantId, ...more }, nowMs)

const customerPresent = { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' }

describe('a card of the request', () => {
  test('is sent as typed by the merchant, with the name on it', async () => {
    const { pay, sent, shown } = await setUp()
    const { transactionId } = await pay({
      creditCard: card('4242424242424242', { nameOnCard: 'Ada', postalCode: '94107' }),
    })
    expect(sent).toEqual([
      {
        instrument: { ...sentCard, entry: 'manual', name: 'Ada' },
        avs: { postal: '94107' },
        credential: customerPresent,
        capture: 'later',
      },
    ])
    expect(await shown(transactionId)).toMatchObject({
      method: 'creditCard',
      payment: { network: 'visa', expiry: '1230', accountNumber: '************4242' },
    })
  })

  test('without a security code is sent without one', async () => {
    const { pay, sent } = await setUp()
    await pay({ creditCard: { accountNumber: '4242424242424242', expires: '1230' } })
    expect(sent[0]).toMatchObject({ instrument: { entry: 'manual' } })
    expect(sent[0]!['instrument']).not.toHaveProperty('cvv')
  })
})

describe('a token', () => {
  test('of a card is sent with its security code, and spent', async () => {
    const { pay, sent, tokenOf, shown, merchant } = await setUp()
    const token = await tokenOf({ creditCard: card() })
    const { transactionId } = await pay({ token })
    expect(sent[0]).toEqual({
      instrument: { ...sentCard, entry: 'ecom' },
      avs: {},
      credential: customerPresent,
      capture: 'later',
    })
    expect(await shown(transactionId)).toMatchObject({ payment: { accountNumber: '************4242' } })
    const rows = await merchant.rows('SELECT spentBy, sealedPan, sealedCvv FROM tokens WHERE account = ?', merchant.id)
    expect(rows).toEqual([{ spentBy: Number(transactionId), sealedPan: null, sealedCvv: null }])
    expect(await errorsOf(pay({ token }))).toEqual([{ type: 'token_used', field: 'payment.token' }])
  })

  test('is spent by one of concurrent payments', async () => {
    const { pay, tokenOf, ledger } = await setUp()
    const token = await tokenOf({ creditCard: card() })
    const results = await Promise.allSettled([pay({ token }), pay({ token }), pay({ token })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ledger.entries()).toHaveLength(1)
  })

  test('of a bank account is sent with the proof of identity, and captured at once', async () => {
    const { pay, sent, tokenOf, shown } = await setUp()
    const { transactionId } = await pay({ token: await tokenOf({ check: { ...check, name: 'Ada', verification } }) })
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

  test('of a bank account with half a driver’s license is sent without it', async () => {
    const { pay, sent, tokenOf } = await setUp()
    for (const driversLicense of [{ number: 'D123' }, { state: 'NY' }, undefined]) {
      const proof = { ssn: '1234', ...(driversLicense && { driversLicense }) }
      await pay({ token: await tokenOf({ check: { ...check, name: 'Ada', verification: proof } }) })
      expect(sent.at(-1)).toMatchObject({ instrument: { verification: { ssn: '1234' } } })
      expect((sent.at(-1)!['instrument'] as Record<string, unknown>)['verification']).not.toHaveProperty(
        'driversLicense',
      )
    }
  })

  test('of a wallet’s payment is sent with its cryptogram', async () => {
    const { merchant, clock, pay, sent, tokenOf, shown } = await setUp()
    const digitalPayPayment = await walletPayload(merchant.id, clock.now())
    const { transactionId } = await pay({ token: await tokenOf({ digitalPayPayment }) })
    expect(sent[0]).toMatchObject({
      instrument: { kind: 'networkToken', dpan: '4242424242424242', eci: '05', cryptogram: expect.any(String) },
    })
    expect(await shown(transactionId)).toMatchObject({ method: 'digitalPayPayment' })
  })

  test('that has expired is refused', async () => {
    const { pay, tokenOf, clock } = await setUp()
    const token = await tokenOf({ creditCard: card() })
    clock.advance(15 * 60_000)
    expect(await errorsOf(pay({ token }))).toEqual([{ type: 'token_expired', field: 'payment.token' }])
  })

  test.each(['x'.repeat(8), 'A'.repeat(44)])('"%s" that was never issued is refused', async (token) => {
    const { pay } = await setUp()
    expect(await errorsOf(pay({ token }))).toEqual([{ type: 'token_not_found', field: 'payment.token' }])
  })

  test('of another account is refused', async () => {
    const { pay } = await setUp()
    const other = await setUp()
    expect(await errorsOf(pay({ token: await other.tokenOf({ creditCard: card() }) }))).toMatchObject([
      { type: 'token_not_found' },
    ])
  })

  test('that is fixed stands for its card in test mode, as often as it is used', async () => {
    const { pay, sent } = await setUp()
    await pay({ token: 'test-visa-4242' })
    await pay({ token: 'test-visa-4242' })
    expect(sent).toMatchObject([
      { instrument: { pan: '4242424242424242', entry: 'ecom', cvv: '123' } },
      { instrument: { pan: '4242424242424242' } },
    ])
  })

  test('refunds the payment that was made with its card, and is spent by that', async () => {
    const { pay, capture, credit, tokenOf, merchant, clock } = await setUp()
    const { transactionId } = await pay({ creditCard: card() })
    await capture(transactionId)
    const refund = async (number?: string) => {
      clock.advance(1)
      const token = await tokenOf({ creditCard: card(number) })
      return credit({ referenceTransactionId: Number(transactionId), amount: { value: 1 }, payment: { token } })
    }
    expect(await refund()).toMatchObject({ amount: 1 })
    expect(await errorsOf(refund('5555555555554444'))).toMatchObject([{ type: 'payment_method_ambiguous' }])
    const rows = await merchant.rows('SELECT spentBy FROM tokens WHERE account = ? ORDER BY created', merchant.id)
    expect(rows.map(({ spentBy }) => spentBy !== null)).toEqual([true, false])
  })
})

describe('a saved payment method', () => {
  test('is sent as a credential on file, with the address of its entry', async () => {
    const { pay, sent, customerWith, shown } = await setUp()
    const address = { postalCode: '10001', line1: 'Main St 1', country: 'US' }
    const stored = await customerWith({ creditCard: card() }, address)
    const { transactionId } = await pay({ stored })
    expect(sent[0]).toEqual({
      instrument: { kind: 'card', pan: '4242424242424242', expiry: '1230', entry: 'cof' },
      avs: { postal: '10001', line1: 'Main St 1', country: 'US' },
      credential: { initiatedBy: 'customer', initial: 'subsequent', reason: 'unscheduled' },
      capture: 'later',
    })
    expect(await shown(transactionId)).toMatchObject({ payment: stored })
  })

  test('of a customer alone is the default of that customer', async () => {
    const { pay, customerWith, shown } = await setUp()
    const { customer, wallet } = await customerWith({ creditCard: card() })
    const { transactionId } = await pay({ stored: { customer } })
    expect(await shown(transactionId)).toMatchObject({ payment: { customer, wallet } })
  })

  test('that is a bank account is sent as one', async () => {
    const { pay, sent, customerWith } = await setUp()
    await pay({ stored: await customerWith({ check: { ...check, name: 'Ada' } }) })
    expect(sent[0]).toMatchObject({
      instrument: { kind: 'check', account: '000123456789', name: 'Ada' },
      capture: 'now',
    })
  })

  test('is charged later under the network’s id of its first approved payment', async () => {
    const { pay, sent, customerWith, shown } = await setUp()
    const stored = await customerWith({ creditCard: card() })
    const first = await pay({ stored })
    const { networkTransactionId } = (await shown(first.transactionId))['payment'] as Record<string, string>
    await pay({ stored: { ...stored, initiatedBy: 'merchant', initial: 'subsequent', installment: 2 } })
    expect(sent[1]).toMatchObject({
      credential: {
        initiatedBy: 'merchant',
        initial: 'subsequent',
        reason: 'installment',
        installment: 2,
        networkTransactionId,
      },
    })
  })

  test('is charged under the network’s id of the transaction that the client names', async () => {
    const { pay, sent, customerWith, warnings, shown } = await setUp()
    const other = await pay({ creditCard: card() })
    const { networkTransactionId } = (await shown(other.transactionId))['payment'] as Record<string, string>
    const stored = await customerWith({ creditCard: card() })
    await pay({ stored: { ...stored, initialTransactionId: other.transactionId } })
    await pay({ stored: { ...stored, initialTransactionId: 'NETWORK7' } })
    expect(sent.slice(1)).toMatchObject([
      { credential: { networkTransactionId } },
      { credential: { networkTransactionId: 'NETWORK7' } },
    ])
    expect(warnings).toEqual([])
  })

  test('that the merchant charges without any id of the network is warned of', async () => {
    const { pay, sent, customerWith, warnings } = await setUp()
    await pay({ stored: { ...(await customerWith({ creditCard: card() })), initiatedBy: 'merchant' } })
    expect(warnings).toEqual(['no_network_transaction_id'])
    expect(sent[0]!['credential']).not.toHaveProperty('networkTransactionId')
  })

  test('that does not exist is refused by what is wrong with it', async () => {
    const { pay, customerWith } = await setUp()
    const { customer, wallet } = await customerWith({ creditCard: card() })
    const other = await customerWith({ creditCard: card() })
    const unknown = crypto.randomUUID()
    const faultsOf = (stored: object) => errorsOf(pay({ stored }))
    expect(await faultsOf({ customer: unknown })).toEqual([
      { type: 'customer_not_found', field: 'payment.stored.customer' },
    ])
    expect(await faultsOf({ customer, wallet: unknown })).toEqual([
      { type: 'wallet_not_found', field: 'payment.stored.wallet' },
    ])
    expect(await faultsOf({ customer: other.customer, wallet })).toEqual([
      { type: 'wallet_not_of_customer', field: 'payment.stored.wallet' },
    ])
  })

  test('refunds only the payments that were made with it', async () => {
    const { pay, capture, credit, customerWith } = await setUp()
    const stored = await customerWith({ creditCard: card() })
    const other = await customerWith({ creditCard: card() })
    const { transactionId } = await pay({ stored })
    await capture(transactionId)
    const refund = (to: object) =>
      credit({ referenceTransactionId: Number(transactionId), amount: { value: 1 }, payment: { stored: to } })
    expect(await refund(stored)).toMatchObject({ amount: 1 })
    expect(await refund({ customer: stored.customer })).toMatchObject({ amount: 1 })
    expect(await errorsOf(refund(other))).toMatchObject([{ type: 'payment_method_ambiguous' }])
  })
})

describe('an encrypted card', () => {
  test('is sent as a card of a browser', async () => {
    const { pay, sent, services } = await setUp()
    const keys = await services().encryptedCards.publicKeys()
    await pay({ creditCardEncrypted: await encryptCard(card(), { keys: [...keys] }) })
    expect(sent[0]).toMatchObject({ instrument: { ...sentCard, entry: 'ecom' } })
  })

  test('that cannot be decrypted is refused', async () => {
    const { pay } = await setUp()
    expect(await errorsOf(pay({ creditCardEncrypted: 'a.b.c.d.e' }))).toMatchObject([
      { type: 'format_invalid', field: 'payment.creditCardEncrypted' },
    ])
  })
})

describe('a wallet’s payment', () => {
  test('of a card on file is sent as a card without a security code', async () => {
    const { merchant, clock, pay, sent, shown } = await setUp()
    const digitalPayPayment = await walletPayload(merchant.id, clock.now(), { authMethod: 'PAN_ONLY' })
    const { transactionId } = await pay({ digitalPayPayment: { ...digitalPayPayment, postalCode: '94107' } })
    expect(sent[0]).toMatchObject({ instrument: { kind: 'card', entry: 'ecom' }, avs: { postal: '94107' } })
    expect(sent[0]!['instrument']).not.toHaveProperty('cvv')
    expect(await shown(transactionId)).toMatchObject({ method: 'digitalPayPayment' })
  })

  test('pays once', async () => {
    const { merchant, clock, pay, ledger } = await setUp()
    const digitalPayPayment = await walletPayload(merchant.id, clock.now())
    const results = await Promise.allSettled([pay({ digitalPayPayment }), pay({ digitalPayPayment })])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ledger.entries()).toHaveLength(1)
    expect(await errorsOf(pay({ digitalPayPayment }))).toMatchObject([
      { type: 'format_invalid', field: 'payment.digitalPayPayment' },
    ])
  })

  test('for another account is refused', async () => {
    const { pay, clock } = await setUp()
    const digitalPayPayment = await walletPayload(crypto.randomUUID(), clock.now())
    expect(await errorsOf(pay({ digitalPayPayment }))).toMatchObject([{ type: 'format_invalid' }])
  })
})
