import { describe, expect, test } from 'vitest'
import { newCheckout, pay, rowsOf } from '../../../testing/fixtures/checkoutFixture.ts'
import { customerFixture } from '../../../testing/fixtures/customerFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import type { DomainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { errorsOf } from '../../../testing/domainCalls.ts'
import { deleteWalletEntry } from '../../customers/deleteWalletEntry.ts'
import { localDate, startOfDay } from '../../localDay.ts'
import { completeCheckout } from './complete.ts'
import { findCheckout, getCheckout } from '../get.ts'
import { sendReceipt } from './receipt.ts'
import { replaceFunctions } from '../../../testing/doubles/replaceFunctions.ts'

const day = 86_400_000
const email = 'ann@shop.example'
const check = { accountNumber: '1234567', routingNumber: '021000021', accountType: 'checking', name: 'Ann Example' }

const receiptOf = async (fixture: DomainFixture, body: object, answers: object) => {
  const id = await newCheckout(fixture, { total: 5, ...body })
  const { receiptDue } = await pay(fixture, id, { answers })
  const { checkout } = await findCheckout(id, fixture.services())
  return [receiptDue, checkout.receipt]
}

describe('the receipt of a paid checkout', () => {
  test('is due where an email address is known', async () => {
    const fixture = await domainFixture()
    expect(await receiptOf(fixture, {}, { email })).toEqual([true, 'due'])
    expect(await receiptOf(fixture, {}, {})).toEqual([false, 'none'])
    expect(await receiptOf(fixture, { sendReceipt: true }, { email })).toEqual([true, 'due'])
  })

  test('is not due where the merchant wants none', async () => {
    expect(await receiptOf(await domainFixture(), { sendReceipt: false }, { email })).toEqual([false, 'none'])
  })
})

/** The state of a receipt that was to be sent three times, twice of them at once. */
const sendWith = async (isSent: boolean) => {
  const fixture = await domainFixture()
  const id = await newCheckout(fixture)
  await pay(fixture, id, { answers: { email } })
  const mails: unknown[] = []
  const services = {
    ...fixture.services(),
    drawReceipt: async (view: { readonly id: string }, mail: object) => async () => {
      mails.push({ ...mail, checkout: view.id })
      return isSent
    },
  }
  await Promise.all([sendReceipt(id, services), sendReceipt(id, services)])
  await sendReceipt(id, services)
  expect(mails).toEqual([{ to: email, locale: 'en', checkout: id }])
  return (await findCheckout(id, services)).checkout.receipt
}

describe('a receipt that is due', () => {
  test('is sent once by concurrent calls', async () => {
    expect(await sendWith(true)).toBe('sent')
  })

  test('that could not be sent is not sent again, and not shown as sent', async () => {
    expect(await sendWith(false)).not.toBe('sent')
  })
})

describe('the customer of a paid checkout', () => {
  test('has the name of the parcel, else that of the card', async () => {
    const fixture = await domainFixture()
    const creditCard = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' }
    const shipTo = { name: ' Ann Maria  Example ', line1: '1 Main St', city: 'Fargo', country: 'US' }
    await pay(fixture, await newCheckout(fixture, { total: 5, collectShipping: true }), { answers: { shipTo } })
    await pay(fixture, await newCheckout(fixture, { total: 6 }), {
      payment: { creditCard: { ...creditCard, nameOnCard: 'Bob' } },
    })
    await pay(fixture, await newCheckout(fixture, { total: 7, customerInfo: { name: 'Cy Known' } }))
    expect(await rowsOf(fixture, 'customers')).toMatchObject([
      { firstName: 'Ann Maria', lastName: 'Example', emailAddress: '' },
      { firstName: '', lastName: 'Bob' },
      { firstName: 'Cy', lastName: 'Known' },
    ])
  })

  test('is the one whom the merchant names', async () => {
    const fixture = await customerFixture()
    const id = await fixture.newCustomer()
    const checkout = await newCheckout(fixture, { total: 5, customerInfo: { id } })
    await pay(fixture, checkout, { answers: { save: true } })
    expect(await rowsOf(fixture, 'customers')).toHaveLength(1)
    expect(await rowsOf(fixture, 'walletEntries')).toMatchObject([{ customer: id }])
  })
})

const orderOf = async (body: object, attempt: Parameters<typeof pay>[2]) => {
  const fixture = await domainFixture()
  const id = await newCheckout(fixture, body)
  await pay(fixture, id, attempt)
  const { attempts } = await findCheckout(id, fixture.services())
  return { id, order: JSON.parse(JSON.stringify(attempts[0]!.orderData)) }
}

describe('the order of a paid checkout', () => {
  test('has the lines and figures of the offer', async () => {
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

  test('bills to the billing address, else to that of the parcel, by the name and postal code on the card', async () => {
    const creditCard = { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' }
    const shipTo = { name: 'Ann', line1: '1 Main St', city: 'Fargo', country: 'US' }
    const body = { total: 5, collectShipping: true }
    const shipped = await orderOf(body, { answers: { shipTo } })
    expect(shipped.order).toMatchObject({ shipTo, billTo: shipTo })
    const billed = await orderOf(body, {
      payment: { creditCard: { ...creditCard, nameOnCard: 'Bob', postalCode: '58102' } },
      answers: { shipTo, billTo: { line1: '2 Side St' }, email },
    })
    expect(billed.order).toMatchObject({
      shipTo,
      billTo: { name: 'Bob', line1: '2 Side St', postalCode: '58102' },
      email,
    })
  })

  test('of a bank account bills to its holder', async () => {
    const { order } = await orderOf({ total: 5, allowAch: true }, { payment: { check } })
    expect(order.billTo).toEqual({ name: 'Ann Example' })
  })

  test('has the answers to the inputs of the merchant as metadata', async () => {
    const customerDefinedField = { cart: { type: 'hidden', value: '7' }, note: '' }
    const { order } = await orderOf({ total: 5, customerDefinedField }, { answers: { fields: { note: 'Hi' } } })
    expect(order.metadata).toEqual({ cart: '7', note: 'Hi' })
  })
})

/** A customer with a saved card and a saved bank account, and a checkout of theirs. */
const savedFixture = async (body: object) => {
  const fixture = await customerFixture()
  const customer = await fixture.newCustomer()
  const { wallet } = await fixture.addEntry(customer, await fixture.newToken({ check }))
  const card = await fixture.newEntry(customer, '5555555555554444')
  const id = await newCheckout(fixture, { total: 5, customerInfo: { id: customer }, ...body })
  return { ...fixture, customer, bank: wallet[0]!.id, card, id }
}

describe('a saved payment method', () => {
  test('pays a checkout of its customer, and is not saved again', async () => {
    const fixture = await savedFixture({})
    const payment = { wallet: fixture.card, verificationValue: '123' }
    expect((await pay(fixture, fixture.id, { payment, answers: { save: true } })).state).toMatchObject({
      status: 'completed',
    })
    expect(await rowsOf(fixture, 'walletEntries')).toHaveLength(2)
    expect(await rowsOf(fixture, 'transactions')).toMatchObject([{ wallet: fixture.card, status: 'captured' }])
  })

  test('that is a bank account pays only where the merchant takes bank accounts', async () => {
    const cardsAlone = await savedFixture({})
    expect(await errorsOf(pay(cardsAlone, cardsAlone.id, { payment: { wallet: cardsAlone.bank } }))).toMatchObject([
      { type: 'wallet_not_found', field: 'payment.wallet' },
    ])
    const both = await savedFixture({ allowAch: true })
    await pay(both, both.id, { payment: { wallet: both.bank } })
    expect(await rowsOf(both, 'transactions')).toMatchObject([
      { wallet: both.bank, method: 'check', status: 'captured' },
    ])
  })

  test('that is a card needs its security code', async () => {
    const fixture = await savedFixture({})
    expect(await errorsOf(pay(fixture, fixture.id, { payment: { wallet: fixture.card } }))).toMatchObject([
      { type: 'required', field: 'payment.verificationValue' },
    ])
  })
})

/** The subscription that a checkout leaves where some saved methods are deleted between its payment and its completion. */
const subscribedWithout = async (gone: readonly ('card' | 'bank')[], body: object) => {
  const fixture = await savedFixture({ subscription: {}, ...body })
  const { services, customer, id } = fixture
  const uncompleted = services()
  const broken = {
    ...fixture,
    services: () => ({
      ...uncompleted,
      checkouts: replaceFunctions(uncompleted.checkouts, { complete: () => Promise.reject(new Error('died')) }),
    }),
  }
  const payment = { wallet: fixture.card, verificationValue: '123' }
  await pay(broken, id, { payment, answers: { email } })
  for (const method of gone) await deleteWalletEntry({ customer, wallet: fixture[method] }, services())
  const { services: later } = fixture
  await completeCheckout(await findCheckout(id, later()), later())
  return { ...fixture, subscriptions: await rowsOf(fixture, 'subscriptions') }
}

describe('the subscription of a paid checkout', () => {
  test('charges the method that was paid with', async () => {
    const fixture = await savedFixture({ subscription: {} })
    await pay(fixture, fixture.id, {
      payment: { wallet: fixture.card, verificationValue: '123' },
      answers: { email },
    })
    const [subscription] = await rowsOf(fixture, 'subscriptions')
    expect(subscription).toMatchObject({ customer: fixture.customer, wallet: fixture.card })
    const [payment] = await rowsOf(fixture, 'transactions')
    expect(await getCheckout(fixture.id, fixture.services())).toMatchObject({
      transactionId: String(payment!.id),
      customer: fixture.customer,
      subscription: subscription!.id,
    })
  })

  test('charges the default where that method was deleted meanwhile', async () => {
    const { subscriptions } = await subscribedWithout(['card'], { allowAch: true })
    expect(subscriptions).toMatchObject([{ wallet: null, charges: 1 }])
  })

  test('is not made where no method is left that could be charged', async () => {
    expect((await subscribedWithout(['card'], {})).subscriptions).toEqual([])
    expect((await subscribedWithout(['card', 'bank'], { allowAch: true })).subscriptions).toEqual([])
  })

  test('that begins later verifies the card, and is charged first on its day', async () => {
    const fixture = await domainFixture()
    const begins = localDate(fixture.clock.now() + 3 * day, 'UTC')
    const id = await newCheckout(fixture, { total: 9, subscription: { billingDate: begins } })
    await pay(fixture, id, { answers: { email } })
    expect(await rowsOf(fixture, 'transactions')).toMatchObject([{ requested: 0, captured: 0, status: 'authorized' }])
    const start = startOfDay(begins, 'UTC')
    expect(await rowsOf(fixture, 'subscriptions')).toMatchObject([
      { status: 'active', total: 900, period: 0, charges: 0, starts: start, due: start, wallet: expect.any(String) },
    ])
    expect(await rowsOf(fixture, 'bills')).toEqual([])
  })

  test('of one day and price has one plan, which its label can name', async () => {
    const fixture = await domainFixture()
    const subscribe = async (total: number, subscription: object) =>
      pay(fixture, await newCheckout(fixture, { total, subscription }), { answers: { email } })
    await subscribe(9, {})
    await subscribe(9, {})
    await subscribe(10, {})
    await subscribe(9, { label: 'Club' })
    const dayOfMonth = new Date(fixture.clock.now()).getUTCDate()
    const plans = await rowsOf(fixture, 'plans')
    expect(plans).toMatchObject([
      { label: `Monthly on day ${dayOfMonth}: 9`, amount: 900, dayOfCycle: dayOfMonth, unit: 'month', interval: 1 },
      { label: `Monthly on day ${dayOfMonth}: 10`, amount: 1000 },
      { label: 'Club', amount: 900 },
    ])
    expect((await rowsOf(fixture, 'subscriptions')).map(({ plan }) => plan)).toEqual(
      [0, 0, 1, 2].map((index) => plans[index]!.id),
    )
  })
})

test('a completed checkout is not completed again', async () => {
  const fixture = await domainFixture()
  const id = await newCheckout(fixture)
  await pay(fixture, id, { answers: { email } })
  const services = fixture.services()
  expect(await completeCheckout(await findCheckout(id, services), services)).toBe(false)
  expect(await rowsOf(fixture, 'customers')).toHaveLength(1)
})
