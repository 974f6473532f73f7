import { expect, test } from 'vitest'
import type { AuthorizeOp, Processor } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import {
  address as home,
  bankAccount as checking,
  cards,
  checkoutApiFixture,
} from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../../testing/merchant.ts'

const simulated = simulator()

const unexpected = () => Promise.reject(new Error('unexpected modification'))

/** A shop whose processor records authorizations, and throws on a modification. */
const openRecordingShop = async (options: Parameters<typeof checkoutApiFixture>[0] = {}) => {
  const authorizations: AuthorizeOp[] = []
  const processor: Processor = {
    ...simulated,
    authorize: (op, ref) => {
      authorizations.push(op)
      return simulated.authorize(op, ref)
    },
    capture: unexpected,
    void: unexpected,
    credit: unexpected,
  }
  return { ...(await checkoutApiFixture(options, { processor })), authorizations }
}

const shop = await openRecordingShop()
const { make, shopper, transaction, authorizations } = shop
const bank = { ...checking, accountType: 'savings' }
const address = { ...home, name: 'Ann', line2: 'Apt 2' }

/** Pays a new checkout, and returns the payment and its single authorization. */
const paid = async (body: object, more: object = {}) => {
  const before = authorizations.length
  const id = await make(body)
  const { json } = await shopper.openAndPay(id, more)
  expect(json).toMatchObject({ status: 'completed', errors: null })
  expect(authorizations.length).toBe(before + 1)
  return { id, payment: await transaction(json.transactionId), op: authorizations.at(-1)! }
}

test('a checkout paid by card is authorized and captured in one message, without partial approval', async () => {
  const { payment, op } = await paid({ total: 26.25 })
  expect(op).toMatchObject({
    amount: { minor: 2625n, currency: 840 },
    allowPartial: false,
    capture: 'now',
    instrument: { kind: 'card', entry: 'ecom', expiry: '1230' },
    credential: { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' },
  })
  expect(op.instrument.kind === 'card' && op.instrument.cvv?.reveal()).toBe('123')
  expect(payment).toMatchObject({ status: 'captured', amountCaptured: 26.25, cvv: { code: 'M' }, method: 'creditCard' })
  expect(payment.operations.map(({ type }: any) => type)).toEqual(['authorize', 'capture'])
})

test('a checkout paid by a co-badged card uses the network that the shopper chose', async () => {
  const method = { creditCard: card('4000002500001001'), preferredNetwork: 'cartesBancaires' }
  const { payment, op } = await paid({ total: 5 }, { payment: method })
  expect(op.preferredNetwork).toBe('cartesBancaires')
  expect(payment.payment).toMatchObject({ network: 'visa', preferredNetwork: 'cartesBancaires' })
})

test('a co-badged card whose own network is not accepted is charged over its other network', async () => {
  const appearance = { acceptedNetworks: ['cartesBancaires'] }
  const { op } = await paid({ total: 5, appearance }, { payment: { creditCard: card('4000002500001001') } })
  expect(op.preferredNetwork).toBe('cartesBancaires')
  const { op: ownNetwork } = await paid(
    { total: 5, appearance: { acceptedNetworks: ['cartesBancaires', 'visa'] } },
    { payment: { creditCard: card('4000002500001001') } },
  )
  expect(ownNetwork.preferredNetwork).toBeUndefined()
})

test('a card of a network that is not accepted returns network_not_accepted, and nothing is sent or stored', async () => {
  const before = authorizations.length
  const id = await make({ total: 5, appearance: { acceptedNetworks: ['mastercard', 'amex'] } })
  const attempts: readonly object[] = [
    { creditCard: card() },
    { creditCard: card('4000002500001001'), preferredNetwork: 'cartesBancaires' },
  ]
  for (const payment of attempts) {
    const { status, json } = await shopper.openAndPay(id, { payment })
    expect([status, json.errors.map(({ type, message }: any) => [type, message.field])]).toEqual([
      400,
      [['network_not_accepted', 'payment.creditCard.accountNumber']],
    ])
  }
  expect(authorizations.length).toBe(before)
  expect((await shop.read(id)).transactionId).toBeNull()
  const { json } = await shopper.openAndPay(id, { payment: { creditCard: card(cards.other) } })
  expect(json).toMatchObject({ status: 'completed' })
})

test('a saved card of a network that is not accepted is not offered, and cannot pay', async () => {
  const customer = await shop.createCustomer()
  const wallet = await shop.store(customer, { creditCard: card() })
  const id = await make({
    total: 5,
    customerInfo: { id: customer },
    appearance: { acceptedNetworks: ['amex'] },
  })
  expect((await shopper.open(id)).data!.saved).toEqual([])
  const { json } = await shopper.openAndPay(id, { payment: { wallet, verificationValue: '123' } })
  expect(json.errors).toMatchObject([{ type: 'wallet_not_found' }])
})

test('a payment carries the statement’s text to the processor; a payment of a subscription does not', async () => {
  const appearance = { statementDescriptor: 'KILN*TIDE' }
  expect((await paid({ total: 5, appearance })).op.order?.statementDescriptor).toBe('KILN*TIDE')
  const answers = { email: 'ann@shop.example' }
  const subscribed = await paid({ total: 5, appearance, subscription: {} }, { answers })
  expect(subscribed.op.order?.statementDescriptor).toBeUndefined()
  expect((await paid({ total: 5 })).op.order?.statementDescriptor).toBeUndefined()
})

test('a checkout paid from a bank account is captured at once', async () => {
  const { payment, op } = await paid({ total: 5, allowAch: true }, { payment: { check: bank } })
  expect(op.instrument).toMatchObject({
    kind: 'check',
    routing: '021000021',
    accountType: 'savings',
    name: 'Ann Example',
  })
  expect(payment).toMatchObject({ status: 'captured', method: 'check', avs: null, cvv: null })
  expect(payment.order.billTo).toEqual({ name: 'Ann Example' })
})

test('a checkout paid with a saved card is a customer-initiated payment with the entered security code', async () => {
  const customer = await shop.createCustomer()
  const wallet = await shop.store(customer, { creditCard: card(cards.other) })
  const { payment, op } = await paid(
    { total: 5, customerInfo: { id: customer } },
    { payment: { wallet, verificationValue: '123' } },
  )
  expect(op).toMatchObject({
    instrument: { kind: 'card', entry: 'cof' },
    credential: { initiatedBy: 'customer', initial: 'subsequent', reason: 'unscheduled' },
  })
  expect(payment).toMatchObject({ payment: { customer, wallet }, cvv: { code: 'M' } })
  expect(await shop.wallet(customer)).toHaveLength(1)
})

test('a checkout in yen or Kuwaiti dinars is charged in the minor units of its currency', async () => {
  for (const [defaultCurrency, total, minor] of [
    [392, 1050, 1050n],
    [414, 10.55, 10550n],
  ] as const) {
    const { make, shopper, authorizations } = await openRecordingShop({ settings: { defaultCurrency } })
    expect((await shopper.openAndPay(await make({ total }))).json.status).toBe('completed')
    expect(authorizations[0]!.amount).toMatchObject({ minor, currency: defaultCurrency })
  }
})

test('the payment of a checkout has an order with reference, lines, amounts, billing and shipping address', async () => {
  const long = `${'x'.repeat(99)}😀${'y'.repeat(50)}`
  const { id, payment, op } = await paid(
    {
      items: [
        { name: 'Cup', price: 12.5, quantity: 2, description: 'Blue' },
        { name: long, price: 0.1, quantity: 3 },
      ],
      tax: 1.25,
      surcharge: 0.5,
      shipping: 4,
      discount: 2,
      collectShipping: true,
    },
    {
      payment: { creditCard: card(undefined, { nameOnCard: 'Ann José', postalCode: '10001' }) },
      answers: {
        email: ' ann@mail.example ',
        shipTo: address,
        billTo: { line1: '2 Side St', city: 'Berlin', country: 'DE', postalCode: '10115' },
      },
    },
  )
  expect(payment.order).toEqual({
    referenceObject: id,
    billTo: { line1: '2 Side St', city: 'Berlin', country: 'DE', name: 'Ann José', postalCode: '10001' },
    shipTo: address,
    email: 'ann@mail.example',
    tax: 1.25,
    surcharge: 0.5,
    shipping: 4,
    discount: 2,
    total: 29.05,
    lines: [
      { description: 'Cup', unitCost: 12.5, quantity: 2, total: 25 },
      { description: 'x'.repeat(99), unitCost: 0.1, quantity: 3, total: 0.3 },
    ],
  })
  expect(op.avs).toEqual({ postal: '10001', line1: '2 Side St', country: 'DE' })
  expect(op.instrument).toMatchObject({ name: 'Ann José' })
})

test('the billing address of a checkout is its shipping address by default', async () => {
  const { payment, op } = await paid({ total: 5, collectShipping: true }, { answers: { shipTo: address } })
  expect(payment.order.billTo).toEqual(address)
  expect(op.avs).toEqual({ postal: '58102', line1: '1 Main St', country: 'US' })
})

test('paying a checkout stores no security code and no token', async () => {
  const { json } = await shopper.openAndPay(await make(), {
    payment: { creditCard: card('378282246310005', { verificationValue: '7391' }) },
  })
  expect(json.status).toBe('completed')
  const [row] = await shop.merchant.rows('SELECT * FROM transactions WHERE id = ?', Number(json.transactionId))
  for (const value of Object.values(row!)) expect(String(value)).not.toMatch(/(?<![0-9A-Za-z+/])7391(?![0-9A-Za-z+/])/)
  expect(
    await shop.merchant.rows('SELECT id FROM tokens WHERE account = ? AND sealedCvv IS NOT NULL', shop.merchant.id),
  ).toEqual([])
})
