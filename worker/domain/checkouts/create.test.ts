import { describe, expect, test } from 'vitest'
import { newCheckout, accountRows } from '../../testing/fixtures/checkoutFixture.ts'
import { customerFixture } from '../../testing/fixtures/customerFixture.ts'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import type { DomainFixture } from '../../testing/fixtures/domainFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { findCheckout } from './get.ts'

const dayMs = 86_400_000

const dateIn = ({ clock }: DomainFixture, days: number): string =>
  new Date(clock.now() + days * dayMs).toISOString().slice(0, 10)

const rowOf = async (fixture: DomainFixture, body: object) =>
  (await findCheckout(await newCheckout(fixture, body), fixture.services())).checkout

/** The time from creation to expiry of an invoice. */
const openMs = async (fixture: DomainFixture, dueDate: string): Promise<number> => {
  const { created, expires } = await rowOf(fixture, { total: 5, invoiceInfo: { dueDate } })
  return expires - created
}

describe('expiry of a checkout', () => {
  test('a checkout expires a day after its creation, and its personal data is due for redaction 90 days later', async () => {
    const { created, expires, forget } = await rowOf(await domainFixture(), { total: 5 })
    expect(expires - created).toBe(dayMs)
    expect(forget).toBe(expires + 90 * dayMs)
  })

  test('an invoice expires 30 days after the end of its due date', async () => {
    const fixture = await domainFixture()
    const dueDate = dateIn(fixture, 10)
    const { expires } = await rowOf(fixture, { total: 5, invoiceInfo: { dueDate } })
    expect(new Date(expires).toISOString()).toBe(`${dateIn(fixture, 41)}T00:00:00.000Z`)
  })

  test('an invoice with a due time expires 30 days after that time', async () => {
    const fixture = await domainFixture()
    const due = `${dateIn(fixture, 10)}T12:00:00`
    const { expires } = await rowOf(fixture, { total: 5, invoiceInfo: { dueDate: `${due}Z` } })
    expect(expires).toBe(Date.parse(`${due}Z`) + 30 * dayMs)
  })

  test('an invoice expires at the earliest a day and at the latest a year after its creation', async () => {
    const fixture = await domainFixture()
    expect(await openMs(fixture, dateIn(fixture, -100))).toBe(dayMs)
    expect(await openMs(fixture, dateIn(fixture, 1000))).toBe(365 * dayMs)
  })
})

describe('total of a checkout', () => {
  test('the total of a checkout is computed from items, tax, surcharge and discount', async () => {
    const items = [
      { name: 'Mug', price: 10.5, quantity: 2 },
      { name: 'Box', price: 0.99 },
    ]
    const { total, offer } = await rowOf(await domainFixture(), { items, tax: 1, surcharge: 0.5, discount: 2 })
    expect(total).toBe(2149)
    expect(offer).toMatchObject({ subtotal: '21.99', tax: '1', surcharge: '0.5', discount: '2' })
    expect(offer.items).toEqual([
      { name: 'Mug', description: '', price: '10.5', quantity: 2 },
      { name: 'Box', description: '', price: '0.99', quantity: 1 },
    ])
  })

  test('amounts of 0 are left out of the offer', async () => {
    const { total, offer } = await rowOf(await domainFixture(), { total: 5, subtotal: 5, tax: 0, discount: 0 })
    expect(total).toBe(500)
    expect(offer).toMatchObject({ subtotal: '5', tax: null, surcharge: null, discount: null })
  })

  test('each amount with more decimals than the currency is rejected with amount_precision_invalid', async () => {
    const fixture = await domainFixture({ settings: { defaultCurrency: 392, enabledCurrencies: [392] } })
    const body = { total: 3.75, tax: 0.5, discount: 1, items: [{ name: 'Mug', price: 4.25 }] }
    expect(await thrownErrors(newCheckout(fixture, body))).toEqual(
      ['items[0].price', 'tax', 'total'].map((field) => ({
        type: 'amount_precision_invalid',
        field,
        details: { places: 0 },
      })),
    )
    expect(await accountRows(fixture, 'checkouts')).toEqual([])
    expect((await rowOf(fixture, { total: 500 })).total).toBe(500)
  })
})

describe('offer of a checkout', () => {
  test('the offer of a checkout with only a total has no other values', async () => {
    const { offer, customer, currency } = await rowOf(await domainFixture(), { total: 5 })
    const emptyAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
    expect({ customer, currency }).toEqual({ customer: null, currency: 840 })
    expect(offer).toEqual({
      items: [],
      subtotal: '5',
      tax: null,
      surcharge: null,
      shippingAmount: null,
      discount: null,
      number: null,
      invoiceDate: null,
      dueDate: null,
      prefill: { email: '', address: emptyAddress },
      appearance: {},
      framed: false,
      oneTime: false,
      phone: 'none',
      shipping: false,
      receipt: null,
      thankYouUrl: null,
      cancelUrl: null,
      returnAutomatically: null,
      subscription: null,
      fields: [],
      consents: [],
      knownCustomer: false,
      allowRemoval: false,
      submitButtonText: null,
      bank: false,
    })
  })

  test('the offer prefills name, email and address of customerInfo, with a country code of two letters', async () => {
    const fixture = await domainFixture()
    const customerInfo = {
      name: 'Ann Example',
      email: 'ann@shop.example',
      address: '1 Main St',
      address2: 'Flat 2',
      city: 'Fargo',
      state: 'ND',
      zip: '58102',
      country: 'us',
    }
    const { offer } = await rowOf(fixture, { total: 5, customerInfo })
    expect(offer.prefill).toEqual({
      email: 'ann@shop.example',
      address: {
        name: 'Ann Example',
        line1: '1 Main St',
        line2: 'Flat 2',
        city: 'Fargo',
        state: 'ND',
        postalCode: '58102',
        country: 'US',
      },
    })
    const other = await rowOf(fixture, { total: 5, customerInfo: { country: 'USA' } })
    expect(other.offer.prefill.address.country).toBe('')
  })

  test('the offer has the inputs of the merchant, defined by an object or by an initial value', async () => {
    const { offer } = await rowOf(await domainFixture(), {
      total: 5,
      customerDefinedField: {
        gift: true,
        note: 'Hello',
        seats: 4,
        size: { type: 'select', label: 'Size', options: ['S', 'M'], required: true },
        terms: { type: 'checkbox', value: 'true', maxLength: 5 },
      },
    })
    const common = { options: [], required: false, maxLength: 500 }
    expect(offer.fields).toEqual([
      { ...common, name: 'gift', label: 'gift', type: 'checkbox', value: 'true' },
      { ...common, name: 'note', label: 'note', type: 'text', value: 'Hello' },
      { ...common, name: 'seats', label: 'seats', type: 'number', value: '4' },
      { ...common, name: 'size', label: 'Size', type: 'select', options: ['S', 'M'], required: true, value: '' },
      { ...common, name: 'terms', label: 'terms', type: 'checkbox', value: 'true', maxLength: 5 },
    ])
  })

  test('a font and a favicon without TLS are rejected with format_invalid in live mode only', async () => {
    const body = {
      total: 1,
      appearance: { fontUrl: 'http://localhost/brand.woff2', faviconUrl: 'http://127.0.0.1/icon.svg' },
    }
    await newCheckout(await domainFixture(), body)
    expect(await thrownErrors(newCheckout(await domainFixture({ mode: 'live' }), body))).toMatchObject([
      { type: 'format_invalid', field: 'appearance.faviconUrl' },
      { type: 'format_invalid', field: 'appearance.fontUrl' },
    ])
  })

  test('thankYouUrl and cancelUrl without TLS are rejected with format_invalid in live mode only', async () => {
    const body = { total: 5, thankYouUrl: 'http://localhost/thanks', cancelUrl: 'http://localhost/cart' }
    const { offer } = await rowOf(await domainFixture(), body)
    expect(offer).toMatchObject({ thankYouUrl: 'http://localhost/thanks', cancelUrl: 'http://localhost/cart' })
    expect(await thrownErrors(newCheckout(await domainFixture({ mode: 'live' }), body))).toMatchObject([
      { type: 'format_invalid', field: 'cancelUrl' },
      { type: 'format_invalid', field: 'thankYouUrl' },
    ])
  })

  test('a subscription begins today or on its billingDate, and a billingDate before today is rejected with out_of_range', async () => {
    const fixture = await domainFixture()
    const today = dateIn(fixture, 0)
    const subscriptionOf = async (subscription: object) =>
      (await rowOf(fixture, { total: 5, subscription })).offer.subscription
    const monthly = { label: null, unit: 'month', interval: 1, installments: 0 }
    expect(await subscriptionOf({})).toEqual({ ...monthly, firstDate: today })
    expect(await subscriptionOf({ billingDate: dateIn(fixture, 3) })).toEqual({
      ...monthly,
      firstDate: dateIn(fixture, 3),
    })
    expect(await thrownErrors(subscriptionOf({ billingDate: dateIn(fixture, -1) }))).toMatchObject([
      { type: 'out_of_range', field: 'subscription.billingDate' },
    ])
  })

  test('oneTimePayment with a subscription is rejected with format_invalid', async () => {
    expect(
      await thrownErrors(newCheckout(await domainFixture(), { total: 5, oneTimePayment: true, subscription: {} })),
    ).toMatchObject([{ type: 'format_invalid', field: 'oneTimePayment' }])
  })
})

test('a checkout for an unknown customer is rejected with customer_not_found, and one for a known customer stores the id', async () => {
  const fixture = await customerFixture()
  const id = await fixture.newCustomer()
  expect((await rowOf(fixture, { total: 5, customerInfo: { id } })).customer).toBe(id)
  const unknown = { total: 5, customerInfo: { id: '01890000-0000-7000-8000-000000000000' } }
  expect(await thrownErrors(newCheckout(fixture, unknown))).toEqual([
    { type: 'customer_not_found', field: 'customerInfo.id' },
  ])
})

describe('choices of a checkout', () => {
  const item = { name: 'Mug', price: 10, adjustableQuantity: { maximum: 3 } }

  test('the offer has the choices, with countries of two letters and the end of a last day', async () => {
    const fixture = await domainFixture({ settings: { timeZone: 'UTC' } })
    const { offer, total } = await rowOf(fixture, {
      items: [{ ...item, imageUrl: 'https://shop.example/mug.jpg' }],
      collectShipping: true,
      discounts: [{ code: 'Spring', percentOff: 12.5, expires: '2030-03-31', minimum: 20 }],
      shippingOptions: [{ id: 'post', label: 'Post', amount: 5, countries: ['usa'] }],
      taxRates: [{ country: 'gbr', rate: 20 }],
    })
    expect(total).toBe(1000)
    expect(offer.items).toMatchObject([
      { imageUrl: 'https://shop.example/mug.jpg', adjustable: { minimum: 1, maximum: 3 } },
    ])
    expect(offer.choices).toEqual({
      discounts: [
        { code: 'Spring', amountOff: null, percentOff: '12.5', expires: Date.UTC(2030, 3, 1), minimum: '20' },
      ],
      shippingOptions: [{ id: 'post', label: 'Post', amount: '5', estimate: null, countries: ['US'] }],
      taxRates: [{ rate: '20', country: 'GB', state: null, includesShipping: false }],
    })
  })

  test('the largest total of all choices may be the largest amount, and no more', async () => {
    const fixture = await domainFixture()
    // Three units, and as much tax.
    const taxRates = [{ rate: 100 }]
    const [largest, above] = [166_666_666.66, 166_666_666.67].map((price) => ({
      items: [{ ...item, price }],
      taxRates,
    }))
    expect((await rowOf(fixture, largest!)).total).toBe(16_666_666_666)
    expect(await thrownErrors(newCheckout(fixture, above!))).toMatchObject([{ type: 'out_of_range', field: 'total' }])
  })

  test('amounts of choices have the decimals of the currency', async () => {
    const fixture = await domainFixture({ settings: { defaultCurrency: 392, enabledCurrencies: [392] } })
    const body = {
      items: [item],
      collectShipping: true,
      discounts: [{ code: 'x', amountOff: 0.5, minimum: 9.5 }],
      shippingOptions: [{ id: 'post', label: 'Post', amount: 1.5 }],
    }
    expect((await thrownErrors(newCheckout(fixture, body))).map(({ type, field }) => `${field} ${type}`)).toEqual(
      ['discounts[0].amountOff', 'discounts[0].minimum', 'shippingOptions[0].amount'].map(
        (field) => `${field} amount_precision_invalid`,
      ),
    )
  })

  test('a picture by http on localhost is for test mode alone', async () => {
    const body = { items: [{ name: 'Mug', price: 10, imageUrl: 'http://localhost:8788/mug.svg' }] }
    expect((await rowOf(await domainFixture(), body)).offer.items[0]!.imageUrl).toBe('http://localhost:8788/mug.svg')
    expect(await thrownErrors(newCheckout(await domainFixture({ mode: 'live' }), body))).toMatchObject([
      { type: 'format_invalid', field: 'items[0].imageUrl' },
    ])
  })
})
