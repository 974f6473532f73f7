import { describe, expect, test } from 'vitest'
import { newCheckout, rowsOf } from '../../testing/fixtures/checkoutFixture.ts'
import { customerFixture } from '../../testing/fixtures/customerFixture.ts'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import type { DomainFixture } from '../../testing/fixtures/domainFixture.ts'
import { errorsOf } from '../../testing/domainCalls.ts'
import { findCheckout } from './get.ts'

const day = 86_400_000

const dateIn = ({ clock }: DomainFixture, days: number): string =>
  new Date(clock.now() + days * day).toISOString().slice(0, 10)

const rowOf = async (fixture: DomainFixture, body: object) =>
  (await findCheckout(await newCheckout(fixture, body), fixture.services())).checkout

/** How long a checkout of an invoice is open. */
const openMs = async (fixture: DomainFixture, dueDate: string): Promise<number> => {
  const { created, expires } = await rowOf(fixture, { total: 5, invoiceInfo: { dueDate } })
  return expires - created
}

describe('the end of a checkout', () => {
  test('is a day after it was created, and its personal data is redacted 90 days later', async () => {
    const { created, expires, forget } = await rowOf(await domainFixture(), { total: 5 })
    expect(expires - created).toBe(day)
    expect(forget).toBe(expires + 90 * day)
  })

  test('of an invoice is 30 days after the end of its due date', async () => {
    const fixture = await domainFixture()
    const dueDate = dateIn(fixture, 10)
    const { expires } = await rowOf(fixture, { total: 5, invoiceInfo: { dueDate } })
    expect(new Date(expires).toISOString()).toBe(`${dateIn(fixture, 41)}T00:00:00.000Z`)
  })

  test('of an invoice that is due at a time is 30 days after that time', async () => {
    const fixture = await domainFixture()
    const due = `${dateIn(fixture, 10)}T12:00:00`
    const { expires } = await rowOf(fixture, { total: 5, invoiceInfo: { dueDate: `${due}Z` } })
    expect(expires).toBe(Date.parse(`${due}Z`) + 30 * day)
  })

  test('of an invoice that was due long ago is a day after its creation, and of a distant one a year', async () => {
    const fixture = await domainFixture()
    expect(await openMs(fixture, dateIn(fixture, -100))).toBe(day)
    expect(await openMs(fixture, dateIn(fixture, 1000))).toBe(365 * day)
  })
})

describe('the total of a checkout', () => {
  test('is computed from items, tax, surcharge and discount', async () => {
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

  test('is the stated one where there is one, and figures of 0 are left out', async () => {
    const { total, offer } = await rowOf(await domainFixture(), { total: 5, subtotal: 5, tax: 0, discount: 0 })
    expect(total).toBe(500)
    expect(offer).toMatchObject({ subtotal: '5', tax: null, surcharge: null, discount: null })
  })

  test('with more decimals than its currency has is refused, and so is each such figure', async () => {
    const fixture = await domainFixture({ settings: { defaultCurrency: 392, enabledCurrencies: [392] } })
    const body = { total: 5.5, tax: 0.5, discount: 1, items: [{ name: 'Mug', price: 4.25 }] }
    expect(await errorsOf(newCheckout(fixture, body))).toEqual(
      ['items[0].price', 'tax', 'total'].map((field) => ({
        type: 'amount_precision_invalid',
        field,
        details: { places: 0 },
      })),
    )
    expect(await rowsOf(fixture, 'checkouts')).toEqual([])
    expect((await rowOf(fixture, { total: 500 })).total).toBe(500)
  })
})

describe('the offer of a checkout', () => {
  test('of a total alone has nothing else', async () => {
    const { offer, customer, currency } = await rowOf(await domainFixture(), { total: 5 })
    const nowhere = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
    expect({ customer, currency }).toEqual({ customer: null, currency: 840 })
    expect(offer).toEqual({
      items: [],
      subtotal: null,
      tax: null,
      surcharge: null,
      discount: null,
      number: null,
      invoiceDate: null,
      dueDate: null,
      prefill: { email: '', address: nowhere },
      appearance: {},
      framed: false,
      oneTime: false,
      shipping: false,
      receipt: null,
      thankYouUrl: null,
      subscription: null,
      fields: [],
      submitButtonText: null,
      bank: false,
    })
  })

  test('prefills what is known of the shopper, with countries of two letters', async () => {
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

  test('has the inputs of the merchant, described or by their first value', async () => {
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

  test('with a thank-you page without TLS is refused in live mode alone', async () => {
    const body = { total: 5, thankYouUrl: 'http://localhost/thanks' }
    const { offer } = await rowOf(await domainFixture(), body)
    expect(offer.thankYouUrl).toBe('http://localhost/thanks')
    expect(await errorsOf(newCheckout(await domainFixture({ mode: 'live' }), body))).toMatchObject([
      { type: 'format_invalid', field: 'thankYouUrl' },
    ])
  })

  test('of a subscription begins today, or on its billing date, and not before today', async () => {
    const fixture = await domainFixture()
    const today = dateIn(fixture, 0)
    const begin = async (subscription: object) => (await rowOf(fixture, { total: 5, subscription })).offer.subscription
    const monthly = { label: null, unit: 'month', interval: 1, installments: 0 }
    expect(await begin({})).toEqual({ ...monthly, firstDate: today })
    expect(await begin({ billingDate: dateIn(fixture, 3) })).toEqual({ ...monthly, firstDate: dateIn(fixture, 3) })
    expect(await errorsOf(begin({ billingDate: dateIn(fixture, -1) }))).toMatchObject([
      { type: 'out_of_range', field: 'subscription.billingDate' },
    ])
  })

  test('of a one-time payment beside a subscription is refused', async () => {
    expect(
      await errorsOf(newCheckout(await domainFixture(), { total: 5, oneTimePayment: true, subscription: {} })),
    ).toMatchObject([{ type: 'format_invalid', field: 'oneTimePayment' }])
  })
})

test('a checkout for an unknown customer is refused, and one for a known customer names it', async () => {
  const fixture = await customerFixture()
  const id = await fixture.newCustomer()
  expect((await rowOf(fixture, { total: 5, customerInfo: { id } })).customer).toBe(id)
  const unknown = { total: 5, customerInfo: { id: '01890000-0000-7000-8000-000000000000' } }
  expect(await errorsOf(newCheckout(fixture, unknown))).toEqual([
    { type: 'customer_not_found', field: 'customerInfo.id' },
  ])
})
