import { describe, expect, test } from 'vitest'
import { newCheckout, pay, accountRows } from '../../../testing/fixtures/checkoutFixture.ts'
import { customerFixture } from '../../../testing/fixtures/customerFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { deleteWalletEntry } from '../../customers/deleteWalletEntry.ts'
import { localDate, startOfDay } from '../../localDay.ts'
import { completeCheckout } from './complete.ts'
import { findCheckout, getCheckout } from '../get.ts'
import { replaceFunctions } from '../../../testing/doubles/replaceFunctions.ts'
import { savedMethodsFixture } from '../pay/savedMethods.fixture.ts'

const day = 86_400_000
const email = 'ann@shop.example'
const check = { accountNumber: '1234567', routingNumber: '021000021', accountType: 'checking', name: 'Ann Example' }

describe('customer of a paid checkout', () => {
  test('a new customer has the name of the shipping address, else of the card, else of customerInfo', async () => {
    const fixture = await domainFixture()
    const creditCard = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' }
    const shipTo = {
      name: ' Ann Maria  Example ',
      line1: '1 Main St',
      city: 'Fargo',
      state: 'ND',
      postalCode: '58102',
      country: 'US',
    }
    await pay(fixture, await newCheckout(fixture, { total: 5, collectShipping: true }), { answers: { shipTo } })
    await pay(fixture, await newCheckout(fixture, { total: 6 }), {
      payment: { creditCard: { ...creditCard, nameOnCard: 'Bob' } },
    })
    await pay(fixture, await newCheckout(fixture, { total: 7, customerInfo: { name: 'Cy Known' } }))
    expect(await accountRows(fixture, 'customers')).toMatchObject([
      { firstName: 'Ann Maria', lastName: 'Example', emailAddress: '' },
      { firstName: '', lastName: 'Bob' },
      { firstName: 'Cy', lastName: 'Known' },
    ])
  })

  test('a paid checkout for a known customer creates no customer and saves the card for that customer', async () => {
    const fixture = await customerFixture()
    const id = await fixture.newCustomer()
    const checkout = await newCheckout(fixture, { total: 5, customerInfo: { id } })
    await pay(fixture, checkout, { answers: { save: true } })
    expect(await accountRows(fixture, 'customers')).toHaveLength(1)
    expect(await accountRows(fixture, 'walletEntries')).toMatchObject([{ customer: id }])
  })

  test('a paid checkout creates a customer and saves the card if the shopper agrees', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await pay(fixture, id, { answers: { email: 'ann@shop.example', save: true } })
    const [customer] = await accountRows(fixture, 'customers')
    expect(customer).toMatchObject({ emailAddress: 'ann@shop.example' })
    expect(await accountRows(fixture, 'walletEntries')).toMatchObject([{ customer: customer!['id'], last4: '4242' }])
  })

  test('a paid checkout saves no card if the shopper does not agree', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await pay(fixture, id, { answers: { save: false } })
    expect(await accountRows(fixture, 'walletEntries')).toEqual([])
  })

  test('a one-time payment creates no customer', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture, { total: 5, oneTimePayment: true })
    await pay(fixture, id, { answers: { save: true } })
    expect(await accountRows(fixture, 'customers')).toEqual([])
  })
})

const orderOf = async (body: object, attempt: Parameters<typeof pay>[2]) => {
  const fixture = await domainFixture()
  const id = await newCheckout(fixture, body)
  await pay(fixture, id, attempt)
  const { attempts } = await findCheckout(id, fixture.services())
  return { id, order: JSON.parse(JSON.stringify(attempts[0]!.orderData)) }
}

describe('order of a paid checkout', () => {
  test('the order has the items, tax, discount and total of the checkout', async () => {
    const items = [{ name: 'Mug', price: 10.5, quantity: 2 }]
    const { id, order } = await orderOf({ items, tax: 1, discount: 2 }, {})
    expect(order).toMatchObject({
      referenceObject: id,
      tax: 1,
      surcharge: null,
      discount: 2,
      total: 20,
      lines: [{ description: 'Mug', unitCost: 10.5, quantity: 2, total: 21 }],
    })
    expect(Object.keys(order)).not.toEqual(expect.arrayContaining(['billTo', 'shipTo', 'email', 'metadata']))
  })

  test('the order has the billing address of the request, else the shipping address, with name and postal code of the card', async () => {
    const creditCard = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' }
    const shipTo = { name: 'Ann', line1: '1 Main St', city: 'Fargo', state: 'ND', postalCode: '58102', country: 'US' }
    const body = { total: 5, collectShipping: true }
    const shipped = await orderOf(body, { answers: { shipTo } })
    expect(shipped.order).toMatchObject({ shipTo, billTo: shipTo })
    const billed = await orderOf(body, {
      payment: { creditCard: { ...creditCard, nameOnCard: 'Bob', postalCode: '58102' } },
      answers: { shipTo, billTo: { ...shipTo, line1: '2 Side St' }, email },
    })
    expect(billed.order).toMatchObject({
      shipTo,
      billTo: { name: 'Bob', line1: '2 Side St', postalCode: '58102' },
      email,
    })
  })

  test('the order of a bank account payment has the name of the account holder as billing address', async () => {
    const { order } = await orderOf({ total: 5, allowAch: true }, { payment: { check } })
    expect(order.billTo).toEqual({ name: 'Ann Example' })
  })

  test('the order has the answers to the inputs of the merchant as metadata', async () => {
    const customerDefinedField = { cart: { type: 'hidden', value: '7' }, note: '' }
    const { order } = await orderOf({ total: 5, customerDefinedField }, { answers: { fields: { note: 'Hi' } } })
    expect(order.metadata).toEqual({ cart: '7', note: 'Hi' })
  })
})

/** The subscriptions of a checkout if saved methods are deleted between its payment and its completion. */
const subscribedWithout = async (deleted: readonly ('card' | 'bank')[], body: object) => {
  const fixture = await savedMethodsFixture({ subscription: {}, ...body })
  const { services, customer, id } = fixture
  const uncompleted = services()
  const broken = {
    ...fixture,
    services: () => ({
      ...uncompleted,
      checkouts: replaceFunctions(uncompleted.checkouts, { complete: () => Promise.reject(new Error('crashed')) }),
    }),
  }
  const payment = { wallet: fixture.card, verificationValue: '123' }
  await pay(broken, id, { payment, answers: { email } })
  for (const method of deleted) await deleteWalletEntry({ customer, wallet: fixture[method] }, services())
  const { services: later } = fixture
  await completeCheckout(await findCheckout(id, later()), later())
  return { ...fixture, subscriptions: await accountRows(fixture, 'subscriptions') }
}

describe('subscription of a paid checkout', () => {
  test('the subscription of a paid checkout charges the payment method that paid', async () => {
    const fixture = await savedMethodsFixture({ subscription: {} })
    await pay(fixture, fixture.id, {
      payment: { wallet: fixture.card, verificationValue: '123' },
      answers: { email },
    })
    const [subscription] = await accountRows(fixture, 'subscriptions')
    expect(subscription).toMatchObject({ customer: fixture.customer, wallet: fixture.card })
    const [payment] = await accountRows(fixture, 'transactions')
    expect(await getCheckout(fixture.id, fixture.services())).toMatchObject({
      transactionId: String(payment!.id),
      customer: fixture.customer,
      subscription: subscription!.id,
    })
  })

  test('the subscription of a paid checkout charges the default if the method that paid was deleted', async () => {
    const { subscriptions } = await subscribedWithout(['card'], { allowAch: true })
    expect(subscriptions).toMatchObject([{ wallet: null, charges: 1 }])
  })

  test('a paid checkout creates no subscription if no payment method is left', async () => {
    expect((await subscribedWithout(['card'], {})).subscriptions).toEqual([])
    expect((await subscribedWithout(['card', 'bank'], { allowAch: true })).subscriptions).toEqual([])
  })

  test('a subscription with a later start verifies the card with amount 0 and is due on its start date', async () => {
    const fixture = await domainFixture()
    const startDate = localDate(fixture.clock.now() + 3 * day, 'UTC')
    const id = await newCheckout(fixture, { total: 9, subscription: { billingDate: startDate } })
    await pay(fixture, id, { answers: { email } })
    expect(await accountRows(fixture, 'transactions')).toMatchObject([
      { requested: 0, captured: 0, status: 'authorized' },
    ])
    const start = startOfDay(startDate, 'UTC')
    expect(await accountRows(fixture, 'subscriptions')).toMatchObject([
      { status: 'active', total: 900, period: 0, charges: 0, starts: start, due: start, wallet: expect.any(String) },
    ])
    expect(await accountRows(fixture, 'bills')).toEqual([])
  })

  test('subscriptions with the same billing day and price share a plan, and a label selects another plan', async () => {
    const fixture = await domainFixture()
    const subscribe = async (total: number, subscription: object) =>
      pay(fixture, await newCheckout(fixture, { total, subscription }), { answers: { email } })
    await subscribe(9, {})
    await subscribe(9, {})
    await subscribe(10, {})
    await subscribe(9, { label: 'Club' })
    const dayOfMonth = new Date(fixture.clock.now()).getUTCDate()
    const plans = await accountRows(fixture, 'plans')
    expect(plans).toMatchObject([
      { label: `Monthly on day ${dayOfMonth}: 9`, amount: 900, dayOfCycle: dayOfMonth, unit: 'month', interval: 1 },
      { label: `Monthly on day ${dayOfMonth}: 10`, amount: 1000 },
      { label: 'Club', amount: 900 },
    ])
    expect((await accountRows(fixture, 'subscriptions')).map(({ plan }) => plan)).toEqual(
      [0, 0, 1, 2].map((index) => plans[index]!.id),
    )
  })

  test('the payment of a checkout pays the first period of its subscription', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture, { total: 9, subscription: {} })
    await pay(fixture, id, { answers: { email: 'ann@shop.example' } })
    expect(await accountRows(fixture, 'subscriptions')).toMatchObject([
      { status: 'active', charges: 1, period: 1, total: 900 },
    ])
    expect(await accountRows(fixture, 'bills')).toMatchObject([{ status: 'paid', total: 900 }])
  })
})

test('completing a completed checkout again writes nothing', async () => {
  const fixture = await domainFixture()
  const id = await newCheckout(fixture)
  await pay(fixture, id, { answers: { email } })
  const services = fixture.services()
  expect(await completeCheckout(await findCheckout(id, services), services)).toBe(false)
  expect(await accountRows(fixture, 'customers')).toHaveLength(1)
})
