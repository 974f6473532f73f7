import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OfferedChoices } from '#contract/checkouts/offer'
import { decimalPlaces, money } from '../../money.ts'
import { toHundredths } from '#contract/money/hundredths'
import { largestTotal } from './largestTotal.ts'
import { noChoices, priceOrder } from './priceOrder.ts'
import type { PricedOffer } from './priceOrder.ts'

const now = Date.UTC(2026, 10, 20)
const nowhere = { country: '', state: '' }
const usd = 840
const yen = 392
const dinar = 414

const none: OfferedChoices = { discounts: [], shippingOptions: [], taxRates: [] }

type Item = PricedOffer['offer']['items'][number]

const item = (price: string, quantity = 1, more: Partial<Item> = {}): Item => ({
  name: 'Cup',
  description: '',
  price,
  quantity,
  ...more,
})

const offer = (choices: Partial<OfferedChoices>, more: Partial<PricedOffer['offer']> = {}, currency = usd) => ({
  offer: {
    items: [item('20')],
    subtotal: '20',
    tax: null,
    surcharge: null,
    shippingAmount: null,
    discount: null,
    choices: { ...none, ...choices },
    ...more,
  },
  currency,
})

const discount = (more: Partial<OfferedChoices['discounts'][number]>) => ({
  code: 'Spring',
  amountOff: null,
  percentOff: null,
  expires: null,
  minimum: null,
  ...more,
})
const rate = (percent: string, more: Partial<OfferedChoices['taxRates'][number]> = {}) => ({
  rate: percent,
  country: null,
  state: null,
  includesShipping: false,
  ...more,
})
const option = (id: string, amount: string, countries: string[] | null = null) => ({
  id,
  label: id,
  amount,
  estimate: null,
  countries,
})

/** An order of a price with one discount. */
const discounted = (more: Parameters<typeof discount>[0], code = 'spring', price = '20') =>
  priceOrder(offer({ discounts: [discount(more)] }, { items: [item(price)] }), { ...noChoices, code }, nowhere, now)

describe('discount codes', () => {
  test('a code is compared without case, and the order has it as the merchant writes it', () => {
    for (const code of ['Spring', 'SPRING', 'spring', 'ｓｐｒｉｎｇ'])
      expect(discounted({ amountOff: '5' }, code)).toMatchObject({
        order: { discount: '5', total: '15', code: 'Spring' },
        codeRefusal: null,
      })
  })

  test('a percentage is rounded half up to the smallest amount of the currency', () => {
    expect(discounted({ percentOff: '12.5' }, 'spring', '0.2').order).toMatchObject({ discount: '0.03', total: '0.17' })
    expect(discounted({ percentOff: '12.49' }, 'spring', '0.2').order).toMatchObject({
      discount: '0.02',
      total: '0.18',
    })
    const inYen = offer({ discounts: [discount({ percentOff: '50' })] }, { items: [item('3')] }, yen)
    expect(priceOrder(inYen, { ...noChoices, code: 'spring' }, nowhere, now).order).toMatchObject({
      discount: '2',
      total: '1',
    })
  })

  test('an unknown code is refused, and the order is priced without it', () => {
    expect(discounted({ amountOff: '5' }, 'summer')).toMatchObject({
      order: { discount: null, total: '20', code: null },
      codeRefusal: { reason: 'unknown' },
    })
  })

  test('a code is valid until its expiry', () => {
    expect(discounted({ amountOff: '5', expires: now + 1 }).codeRefusal).toBeNull()
    expect(discounted({ amountOff: '5', expires: now }).codeRefusal).toEqual({ reason: 'expired' })
  })

  test('a code needs its minimum, which the subtotal may equal', () => {
    expect(discounted({ amountOff: '5', minimum: '20' }).codeRefusal).toBeNull()
    expect(discounted({ amountOff: '5', minimum: '20.01' }).codeRefusal).toEqual({
      reason: 'minimum',
      minimum: '20.01',
    })
  })

  test('a discount leaves at least the smallest amount to pay, and a code above it is refused', () => {
    expect(discounted({ amountOff: '19.99' }).order).toMatchObject({ discount: '19.99', total: '0.01' })
    for (const amountOff of ['20', '500'])
      expect(discounted({ amountOff })).toMatchObject({
        order: { discount: null, total: '20' },
        codeRefusal: { reason: 'exceedsOrder' },
      })
  })

  test('a discount is at most the subtotal where shipping remains to pay', () => {
    const shipped = offer({ discounts: [discount({ amountOff: '500' })], shippingOptions: [option('post', '3')] })
    expect(priceOrder(shipped, { ...noChoices, code: 'spring' }, nowhere, now).order).toMatchObject({
      discount: '20',
      shipping: '3',
      total: '3',
    })
  })
})

describe('quantities', () => {
  const adjustable = { adjustable: { minimum: 1, maximum: 3 } }
  const priced = (quantities: number[], items = [item('10', 2, adjustable), item('1', 4)]) =>
    priceOrder(offer({}, { items }), { ...noChoices, quantities }, nowhere, now)

  test('quantities within their limits change the subtotal', () => {
    expect(priced([1, 4]).order).toMatchObject({ quantities: [1, 4], subtotal: '14', total: '14' })
    expect(priced([3, 4])).toMatchObject({ order: { total: '34' }, errors: [] })
  })

  test('quantities outside of their limits, and changed fixed ones, are errors', () => {
    for (const [quantities, field] of [
      [[0, 4], 'quantities[0]'],
      [[4, 4], 'quantities[0]'],
      [[1, 5], 'quantities[1]'],
      [[1, 3], 'quantities[1]'],
    ] as const)
      expect(priced([...quantities]).errors).toMatchObject([{ type: 'out_of_range', field }])
  })

  test('each item has a quantity', () => {
    for (const quantities of [[], [2], [2, 4, 1]])
      expect(priced(quantities).errors).toMatchObject([{ type: 'format_invalid', field: 'quantities' }])
  })

  test('one unit remains in the order, and something to pay', () => {
    const optional = { adjustable: { minimum: 0, maximum: 2 } }
    expect(priced([0, 1], [item('10', 1, optional), item('5', 1, optional)])).toMatchObject({ errors: [] })
    expect(priced([0, 0], [item('10', 1, optional), item('5', 1, optional)]).errors).toMatchObject([
      { type: 'out_of_range', field: 'quantities' },
    ])
    expect(priced([0, 1], [item('10', 1, optional), item('0')]).errors).toMatchObject([
      { type: 'out_of_range', field: 'quantities' },
    ])
  })
})

describe('ways of shipping', () => {
  const shippingOptions = [option('post', '3', ['GB', 'US']), option('courier', '9.5', ['US']), option('pickup', '0')]
  const priced = (country: string, shippingOption = '') =>
    priceOrder(offer({ shippingOptions }), { ...noChoices, shippingOption }, { country, state: '' }, now)

  test('the first way of shipping to the country is the default', () => {
    expect(priced('GB').order).toMatchObject({ shipping: '3', total: '23', shippingOption: { id: 'post' } })
    expect(priced('FR').order).toMatchObject({ shipping: '0', total: '20', shippingOption: { id: 'pickup' } })
  })

  test('only the ways of shipping to the country are offered', () => {
    for (const [country, ids] of [
      ['US', ['post', 'courier', 'pickup']],
      ['GB', ['post', 'pickup']],
      ['', ['pickup']],
    ] as const)
      expect(priced(country).options.map(({ id }) => id)).toEqual(ids)
  })

  test('a chosen way of shipping applies, unless it is not offered to the country', () => {
    expect(priced('US', 'courier').order).toMatchObject({ shipping: '9.5', total: '29.5' })
    expect(priced('GB', 'courier').order.shippingOption?.id).toBe('post')
  })

  test('an unknown way of shipping is an error', () => {
    expect(priced('US', 'rocket').errors).toMatchObject([{ type: 'enum_invalid', field: 'shippingOption' }])
  })

  test('a country without any way of shipping is reported, an unknown country is not', () => {
    const local = offer({ shippingOptions: [option('post', '3', ['GB'])] })
    const to = (country: string) => priceOrder(local, noChoices, { country, state: '' }, now)
    expect(to('FR')).toMatchObject({ noShipping: true, order: { shipping: null, shippingOption: null } })
    expect(to('').noShipping).toBe(false)
    expect(to('GB').noShipping).toBe(false)
  })
})

/** The tax of 10 % of a price. */
const taxed = (price: string, currency: number) =>
  priceOrder(offer({ taxRates: [rate('10')] }, { items: [item(price)] }, currency), noChoices, nowhere, now).order.tax

describe('tax', () => {
  const taxRates = [
    rate('5.5', { country: 'US', state: 'ME' }),
    rate('7', { country: 'US', includesShipping: true }),
    rate('20', { country: 'GB' }),
  ]
  const priced = (country: string, state = '', code = '') =>
    priceOrder(
      offer({
        taxRates,
        discounts: [discount({ amountOff: '10' })],
        shippingOptions: [option('post', '5')],
      }),
      { ...noChoices, code },
      { country, state },
      now,
    ).order

  test('the first rate for the address applies', () => {
    expect(priced('US', 'ME')).toMatchObject({ tax: '1.1', total: '26.1' })
    expect(priced('US', 'me').tax).toBe('1.1')
    expect(priced('GB', 'ME')).toMatchObject({ tax: '4', total: '29' })
    expect(priced('FR')).toMatchObject({ tax: null, total: '25' })
    expect(priced('')).toMatchObject({ tax: null })
  })

  test('the tax is of the discounted subtotal, with shipping if the rate includes it', () => {
    expect(priced('US', 'NY')).toMatchObject({ tax: '1.75' })
    expect(priced('US', 'NY', 'spring')).toMatchObject({ discount: '10', tax: '1.05', total: '16.05' })
    expect(priced('US', 'ME', 'spring')).toMatchObject({ tax: '0.55', total: '15.55' })
  })

  test('the tax is rounded half up, to whole yen', () => {
    expect(taxed('0.05', usd)).toBe('0.01')
    expect(taxed('0.04', usd)).toBeNull()
    expect(taxed('5', yen)).toBe('1')
    expect(taxed('4', yen)).toBeNull()
    expect(taxed('0.05', dinar)).toBe('0.01')
  })

  test('a rate of four decimals is exact', () => {
    const { order } = priceOrder(
      offer({ taxRates: [rate('8.8751')] }, { items: [item('100')] }),
      noChoices,
      nowhere,
      now,
    )
    expect(order).toMatchObject({ tax: '8.88', total: '108.88' })
  })
})

/** Decimal text of a whole number of the smallest amounts of a currency. */
const amountIn = (currency: number, units: number): string => {
  const places = decimalPlaces(currency)
  return places === 0 ? String(units) : String(units / 100)
}

describe('random orders in currencies with 0, 2 and 3 decimals', () => {
  const countries = ['US', 'GB', 'FR', '']
  const percent = fc.integer({ min: 0, max: 1_000_000 }).map((units) => String(units / 10_000))

  const orders = fc.constantFrom(yen, usd, dinar).chain((currency) => {
    const amount = (max: number, min = 0) => fc.integer({ min, max }).map((units) => amountIn(currency, units))
    const adjustable = fc
      .record({ minimum: fc.integer({ min: 0, max: 5 }), more: fc.integer({ min: 0, max: 994 }), at: fc.nat(994) })
      .map(({ minimum, more, at }) => {
        const maximum = Math.max(1, minimum + more)
        return { minimum, maximum, chosen: minimum + (at % (maximum - minimum + 1)) }
      })
    return fc.record({
      currency: fc.constant(currency),
      items: fc.array(fc.record({ price: amount(100_000), limits: adjustable }), { minLength: 1, maxLength: 5 }),
      surcharge: fc.option(amount(1000, 1)),
      discounts: fc.array(
        fc.record({
          amountOff: fc.option(amount(200_000, 1)),
          percentOff: percent,
          minimum: fc.option(amount(100_000)),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      options: fc.array(
        fc.record({ amount: amount(5000), countries: fc.option(fc.subarray(['US', 'GB', 'FR'], { minLength: 1 })) }),
        { maxLength: 4 },
      ),
      rates: fc.array(
        fc.record({ rate: percent, country: fc.option(fc.constantFrom('US', 'GB')), includesShipping: fc.boolean() }),
        { maxLength: 4 },
      ),
      code: fc.constantFrom('', 'C0', 'c1', 'c2', 'nothing'),
      shippingOption: fc.constantFrom('', 'o0', 'o1'),
      country: fc.constantFrom(...countries),
    })
  })

  test('the figures add up, none is negative, and no total exceeds the upper bound of the offer', () => {
    fc.assert(
      fc.property(
        orders,
        ({ currency, items, surcharge, discounts, options, rates, code, shippingOption, country }) => {
          const priced: PricedOffer = {
            offer: {
              items: items.map(({ price, limits: { minimum, maximum } }) =>
                item(price, maximum, { adjustable: { minimum, maximum } }),
              ),
              subtotal: null,
              tax: null,
              surcharge,
              shippingAmount: null,
              discount: null,
              choices: {
                discounts: discounts.map((one, index) => discount({ ...one, code: `C${index}` })),
                shippingOptions: options.map((one, index) => option(`o${index}`, one.amount, one.countries)),
                taxRates: rates.map((one) => rate(one.rate, one)),
              },
            },
            currency,
          }
          const quantities = items.map(({ limits }) => limits.chosen)
          const { order, errors } = priceOrder(
            priced,
            { quantities, code, shippingOption },
            { country, state: '' },
            now,
          )
          const minor = (text: string | null): bigint => money(text ?? '0', currency).minor
          const parts = [order.subtotal, order.tax, order.surcharge, order.shipping].map(minor)
          const sum = parts.reduce((all, part) => all + part, 0n) - minor(order.discount)
          expect(minor(order.total)).toBe(sum)
          for (const part of [...parts, minor(order.discount)]) expect(part >= 0n).toBe(true)
          expect(minor(order.discount) <= minor(order.subtotal)).toBe(true)
          expect(toHundredths(order.total) <= largestTotal(priced)).toBe(true)
          // An order with nothing to pay is refused.
          const isRefused = errors.some(({ field }) => field === 'quantities')
          expect(isRefused).toBe(quantities.every((quantity) => quantity === 0) || minor(order.total) <= 0n)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
