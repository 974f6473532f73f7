import { expect, test } from 'vitest'
import type { AuthorizeOp, Processor } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { address as home, bank as checking, cards, openShop } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../../testing/merchant.ts'

const simulated = simulator()

const unasked = () => Promise.reject(new Error('Nobody asked for this.'))

/** A shop whose processor's questions are kept. Whatever follows up on a payment fails: there is nothing to follow up on. */
const openListening = async (options: Parameters<typeof openShop>[0] = {}) => {
  const asked: AuthorizeOp[] = []
  const processor: Processor = {
    ...simulated,
    authorize: (op, ref) => {
      asked.push(op)
      return simulated.authorize(op, ref)
    },
    capture: unasked,
    void: unasked,
    credit: unasked,
  }
  return { ...(await openShop(options, { processor })), asked }
}

const shop = await openListening()
const { make, shopper, transaction, asked } = shop
const bank = { ...checking, accountType: 'savings' }
const address = { ...home, name: 'Ann', line2: 'Apt 2' }

/** Opens a checkout, pays, and answers its payment and what the processor was asked for it: once. */
const paid = async (body: object, more: object = {}) => {
  const before = asked.length
  const id = await make(body)
  const { json } = await shopper.openAndPay(id, more)
  expect(json).toMatchObject({ status: 'completed', errors: null })
  expect(asked.length).toBe(before + 1)
  return { id, shown: await transaction(json.transactionId), op: asked.at(-1)! }
}

test('by card is authorized and taken in one message, for all or nothing', async () => {
  const { shown, op } = await paid({ total: 26.25 })
  expect(op).toMatchObject({
    amount: { minor: 2625n, currency: 840 },
    allowPartial: false,
    capture: 'now',
    instrument: { kind: 'card', entry: 'ecom', expiry: '1230' },
    credential: { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' },
  })
  expect(op.instrument.kind === 'card' && op.instrument.cvv?.reveal()).toBe('123')
  expect(shown).toMatchObject({ status: 'captured', amountCaptured: 26.25, cvv: { code: 'M' }, method: 'creditCard' })
  expect(shown.operations.map(({ type }: any) => type)).toEqual(['authorize', 'capture'])
})

test('by a co-badged card goes over the network that the shopper chose', async () => {
  const payment = { creditCard: card('4000002500001001'), preferredNetwork: 'cartesBancaires' }
  const { shown, op } = await paid({ total: 5 }, { payment })
  expect(op.preferredNetwork).toBe('cartesBancaires')
  expect(shown.payment).toMatchObject({ network: 'visa', preferredNetwork: 'cartesBancaires' })
})

test('from a bank account is taken at once', async () => {
  const { shown, op } = await paid({ total: 5, allowAch: true }, { payment: { check: bank } })
  expect(op.instrument).toMatchObject({
    kind: 'check',
    routing: '021000021',
    accountType: 'savings',
    name: 'Ann Example',
  })
  expect(shown).toMatchObject({ status: 'captured', method: 'check', avs: null, cvv: null })
  expect(shown.order.billTo).toEqual({ name: 'Ann Example' })
})

test('with a saved card is the customer’s own charge, with the code that was typed', async () => {
  const customer = await shop.createCustomer()
  const wallet = await shop.store(customer, { creditCard: card(cards.other) })
  const { shown, op } = await paid(
    { total: 5, customerInfo: { id: customer } },
    { payment: { wallet, verificationValue: '901' } },
  )
  expect(op).toMatchObject({
    instrument: { kind: 'card', entry: 'cof' },
    credential: { initiatedBy: 'customer', initial: 'subsequent', reason: 'unscheduled' },
  })
  expect(shown).toMatchObject({ payment: { customer, wallet }, cvv: { code: 'N' } })
  expect(await shop.wallet(customer)).toHaveLength(1)
})

test('in yen and dinars is what was said, in their own units', async () => {
  for (const [defaultCurrency, total, minor] of [
    [392, 1050, 1050n],
    [414, 10.55, 10550n],
  ] as const) {
    const { make, shopper, asked } = await openListening({ settings: { defaultCurrency } })
    expect((await shopper.openAndPay(await make({ total }))).json.status).toBe('completed')
    expect(asked[0]!.amount).toMatchObject({ minor, currency: defaultCurrency })
  }
})

test('is an order: its lines and figures, who pays, where things go, and by which checkout it is found', async () => {
  const long = `${'x'.repeat(99)}😀${'y'.repeat(50)}`
  const { id, shown, op } = await paid(
    {
      items: [
        { name: 'Cup', price: 12.5, quantity: 2, description: 'Blue' },
        { name: long, price: 0.1, quantity: 3 },
      ],
      tax: 1.25,
      surcharge: 0.5,
      discount: 2,
      collectShipping: true,
    },
    {
      payment: { creditCard: card(undefined, { nameOnCard: 'Ann José', postalCode: '10001' }) },
      answers: {
        email: ' ann@mail.example ',
        shipTo: address,
        billTo: { line1: '2 Side St', country: 'DE', postalCode: '10115' },
      },
    },
  )
  expect(shown.order).toEqual({
    referenceObject: id,
    billTo: { line1: '2 Side St', country: 'DE', name: 'Ann José', postalCode: '10001' },
    shipTo: address,
    email: 'ann@mail.example',
    tax: 1.25,
    surcharge: 0.5,
    discount: 2,
    total: 25.05,
    lines: [
      { description: 'Cup', unitCost: 12.5, quantity: 2, total: 25 },
      { description: 'x'.repeat(99), unitCost: 0.1, quantity: 3, total: 0.3 },
    ],
  })
  expect(op.avs).toEqual({ postal: '10001', line1: '2 Side St', country: 'DE' })
  expect(op.instrument).toMatchObject({ name: 'Ann José' })
})

test('is billed to where things go, where no other address was given', async () => {
  const { shown, op } = await paid({ total: 5, collectShipping: true }, { answers: { shipTo: address } })
  expect(shown.order.billTo).toEqual(address)
  expect(op.avs).toEqual({ postal: '58102', line1: '1 Main St', country: 'US' })
})

test('has left no security code behind, and no token', async () => {
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
