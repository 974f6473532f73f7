import { describe, expect, test } from 'vitest'
import { newCheckout, pay } from '../../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import type { DomainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { findCheckout } from '../get.ts'
import { toCheckoutView } from './view.ts'
import type { Viewer, ViewNeeds } from './view.ts'

const day = 86_400_000
const items = [{ name: 'Mug', price: 10.5, quantity: 2 }]

const viewFor = async (fixture: DomainFixture, id: string, viewer: Viewer = 'shopper') => {
  const services = fixture.services()
  return toCheckoutView(await findCheckout(id, services), services, viewer)
}

const dateIn = ({ clock }: DomainFixture, days: number): string =>
  new Date(clock.now() + days * day).toISOString().slice(0, 10)

/** The same day of the next month, for days up to 28. */
const monthAfter = (date: string): string => {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return next.toISOString().slice(0, 10)
}

describe('invoice of a checkout', () => {
  test('the invoice has its items with totals, subtotal, tax and total', async () => {
    const fixture = await domainFixture()
    const { invoice } = await viewFor(fixture, await newCheckout(fixture, { items, tax: 1.5 }))
    expect(invoice).toMatchObject({
      items: [{ name: 'Mug', price: '10.5', quantity: 2, total: '21' }],
      subtotal: '21',
      tax: '1.5',
      surcharge: null,
      discount: null,
      total: '22.5',
      dueToday: '22.5',
    })
  })

  test('the invoice of a total with a tax has what remains as its subtotal', async () => {
    const fixture = await domainFixture()
    const { invoice } = await viewFor(fixture, await newCheckout(fixture, { total: 100, tax: 1, shipping: 4.5 }))
    expect(invoice).toMatchObject({ subtotal: '94.5', tax: '1', shipping: '4.5', total: '100', dueToday: '100' })
  })

  test('the figures of each invoice add up to its total, in currencies with 0 to 4 decimals', async () => {
    for (const [currency, unit] of [
      [392, 1],
      [840, 0.25],
      [414, 0.25],
      [990, 0.25],
    ] as const) {
      const fixture = await domainFixture({ settings: { defaultCurrency: currency, enabledCurrencies: [currency] } })
      const figures = { tax: 3 * unit, surcharge: unit, shipping: 5 * unit, discount: 2 * unit }
      for (const body of [
        { total: 50 * unit, ...figures },
        { items: [{ name: 'Mug', price: 7 * unit, quantity: 3 }], ...figures },
        { total: 28 * unit, subtotal: 21 * unit, ...figures },
      ]) {
        const { invoice } = await viewFor(fixture, await newCheckout(fixture, body))
        const amounts = [invoice.subtotal, invoice.tax, invoice.surcharge, invoice.shipping].map(Number)
        const sum = amounts.reduce((before, amount) => before + amount, 0) - Number(invoice.discount)
        expect([invoice.total, currency]).toEqual([String(sum), currency])
      }
    }
  })

  test('the invoice has no subtotal without tax, surcharge, shipping and discount', async () => {
    const fixture = await domainFixture()
    expect((await viewFor(fixture, await newCheckout(fixture, { items }))).invoice).toMatchObject({
      subtotal: null,
      total: '21',
    })
  })

  test('the invoice of a subscription with a later start has 0 due today', async () => {
    const fixture = await domainFixture()
    const firstDate = dateIn(fixture, 3)
    const later = await newCheckout(fixture, { total: 9, subscription: { billingDate: firstDate } })
    const view = await viewFor(fixture, later)
    expect(view.invoice).toMatchObject({ total: '9', dueToday: '0' })
    expect(view.terms).toEqual({ unit: 'month', interval: 1, total: '9', first: firstDate, installments: 0 })
    const now = await viewFor(fixture, await newCheckout(fixture, { total: 9, subscription: {} }))
    expect(now.invoice).toMatchObject({ total: '9', dueToday: '9' })
    expect(now.terms).toMatchObject({ first: null })
  })
})

describe('frames of a checkout', () => {
  test('a live checkout is framed by allowed https origins, and on a local run by local ones too', async () => {
    const allowedOrigins = ['https://shop.example', 'http://127.0.0.1:8792', 'http://shop.example']
    const fixture = await domainFixture({ mode: 'live', own: { live: { allowedOrigins } } })
    const services = fixture.services()
    const found = await findCheckout(await newCheckout(fixture, { total: 9, iframe: true }), services)
    const framedBy = (pageOriginRules: ViewNeeds['pageOriginRules']) =>
      toCheckoutView(found, { ...services, pageOriginRules }, 'anybody').framedBy
    expect(framedBy({ allowLocal: false })).toEqual(['https://shop.example'])
    expect(framedBy({ allowLocal: true })).toEqual(['https://shop.example', 'http://127.0.0.1:8792'])
  })
})

describe('receipt of a checkout', () => {
  test('the view of an unpaid checkout has no receipt', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    expect(await viewFor(fixture, id)).toMatchObject({ status: 'open', receipt: null, terms: null, framedBy: null })
  })

  test('the receipt has amount, card, shipping address, email address and thank-you URL', async () => {
    const fixture = await domainFixture()
    const body = { total: 26.25, collectShipping: true, thankYouUrl: 'https://shop.example/thanks' }
    const id = await newCheckout(fixture, body)
    const shipTo = { name: 'Ann', line1: '1 Main St', city: 'Fargo', country: 'US' }
    await pay(fixture, id, { answers: { email: 'ann@shop.example', shipTo } })
    const { status, receipt } = await viewFor(fixture, id)
    expect(status).toBe('completed')
    expect(receipt).toMatchObject({
      amount: '26.25',
      network: 'visa',
      personal: {
        last4: '4242',
        shipTo: { ...shipTo, line2: '', state: '', postalCode: '' },
        email: 'ann@shop.example',
      },
      next: null,
      url: expect.stringContaining('https://shop.example/thanks'),
    })
  })

  test('the view for anybody has the payment, and neither card digits, address nor email address', async () => {
    const fixture = await domainFixture()
    const customerInfo = { name: 'Ann', email: 'ann@known.example', address: '1 Main St' }
    const id = await newCheckout(fixture, { total: 26.25, collectShipping: true, customerInfo })
    const open = await viewFor(fixture, id, 'anybody')
    expect(open.prefill).toMatchObject({ email: 'ann@known.example', address: { name: 'Ann', line1: '1 Main St' } })
    const shipTo = { name: 'Ann', line1: '1 Main St', city: 'Fargo', country: 'US' }
    await pay(fixture, id, { answers: { email: 'ann@shop.example', shipTo } })
    const view = await viewFor(fixture, id, 'anybody')
    expect(view).toMatchObject({ saved: [], receipt: { amount: '26.25', network: 'visa', personal: null } })
    expect(JSON.stringify(view)).not.toMatch(/Ann|ann@|Main St|Fargo|4242/)
  })

  test('the receipt of a checkout without shipping has no address', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await pay(fixture, id)
    expect((await viewFor(fixture, id)).receipt).toMatchObject({ personal: { shipTo: null }, url: null })
  })

  test('the receipt of a subscription has the date of the next charge', async () => {
    const fixture = await domainFixture()
    // To a day of the month up to 28.
    while (new Date(fixture.clock.now()).getUTCDate() > 28) fixture.clock.advance(day)
    const today = dateIn(fixture, 0)
    const id = await newCheckout(fixture, { total: 9, subscription: {} })
    await pay(fixture, id, { answers: { email: 'ann@shop.example' } })
    expect((await viewFor(fixture, id)).receipt).toMatchObject({ amount: '9', next: monthAfter(today) })
  })

  test('the receipt of a subscription with a later start has amount 0 and the date of the first charge', async () => {
    const fixture = await domainFixture()
    const firstDate = dateIn(fixture, 3)
    const id = await newCheckout(fixture, { total: 9, subscription: { billingDate: firstDate } })
    await pay(fixture, id, { answers: { email: 'ann@shop.example' } })
    fixture.clock.advance(5 * day)
    const view = await viewFor(fixture, id)
    expect(view.receipt).toMatchObject({ amount: '0', next: firstDate })
    expect(view.invoice.dueToday).toBe('0')
  })
})
