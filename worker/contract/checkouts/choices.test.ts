import { describe, expect, test } from 'vitest'
import { errorsIn, json } from '../requestBodies.fixtures.ts'
import { createCheckout } from './checkouts.ts'

const errors = (body: object) =>
  errorsIn(createCheckout, json({ items: [{ name: 'Cup', price: 10 }], ...body })).map(
    ({ type, field }) => `${field} ${type}`,
  )

const item = (adjustableQuantity: object, quantity = 1) => ({
  items: [{ name: 'Cup', price: 10, quantity, adjustableQuantity }],
})
const discount = (more: object) => ({ discounts: [{ code: 'Spring', amountOff: 1, ...more }] })
const percent = (percentOff: number) => ({ discounts: [{ code: 'Spring', percentOff }] })
const option = (more: object) => ({
  collectShipping: true,
  shippingOptions: [{ id: 'post', label: 'Post', amount: 5, ...more }],
})
const rate = (more: object) => ({ taxRates: [{ rate: 5, ...more }] })
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const codes = (count: number) => ({ discounts: many(count, (index) => ({ code: `c${index}`, amountOff: 1 })) })
const options = (count: number) => ({
  collectShipping: true,
  shippingOptions: many(count, (index) => ({ id: `o${index}`, label: 'Post', amount: 1 })),
})

describe('limits of choices', () => {
  test.each<[string, object]>([
    ['quantities of 0 to 999', item({ minimum: 0, maximum: 999 }, 999)],
    ['a quantity at its minimum', item({ minimum: 2, maximum: 3 }, 2)],
    ['one quantity', item({ minimum: 1, maximum: 1 })],
    ['quantities without a minimum', item({ maximum: 5 })],
    ['20 codes', codes(20)],
    ['a code of 40 characters', discount({ code: 'x'.repeat(40) })],
    ['a code of other scripts and signs', discount({ code: '10%-Rabatt-für-ὅλους' })],
    ['1 percent', percent(1)],
    ['99 percent', percent(99)],
    ['12.25 percent', percent(12.25)],
    ['a code with a date, and one with a time', discount({ expires: '2027-03-31' })],
    ['10 ways of shipping', options(10)],
    ['free shipping', option({ amount: 0 })],
    ['an id of 40 characters', option({ id: 'x'.repeat(40) })],
    ['countries of two and three letters', option({ countries: ['US', 'gbr'] })],
    ['a rate of 0', rate({ rate: 0 })],
    ['a rate of 100', rate({ rate: 100 })],
    ['a rate of four decimals', rate({ rate: 8.8751 })],
    ['200 rates', { taxRates: many(200, () => ({ rate: 1 })) }],
    ['a picture', { items: [{ name: 'Cup', price: 10, imageUrl: 'https://shop.example/cup.jpg' }] }],
    ['null for each list', { discounts: null, shippingOptions: null, taxRates: null }],
    ['empty lists beside a subscription', { discounts: [], shippingOptions: [], taxRates: [], subscription: {} }],
    ['codes beside a total', { items: [], total: 10, ...discount({}) }],
    ['codes beside a fixed shipping', { shipping: 3, ...discount({}) }],
    ['a tax of 0 beside rates', { tax: 0, ...rate({}) }],
  ])('a checkout with %s is valid', (_name, body) => {
    expect(errors(body)).toEqual([])
  })

  test.each<[string, object, string]>([
    ['a negative minimum', item({ minimum: -1, maximum: 5 }), 'items[0].adjustableQuantity.minimum out_of_range'],
    ['a maximum of 1000', item({ minimum: 1, maximum: 1000 }), 'items[0].adjustableQuantity.maximum out_of_range'],
    ['a maximum of 0', item({ minimum: 0, maximum: 0 }), 'items[0].adjustableQuantity.maximum out_of_range'],
    [
      'a maximum below the minimum',
      item({ minimum: 3, maximum: 2 }),
      'items[0].adjustableQuantity.maximum out_of_range',
    ],
    ['no maximum', item({ minimum: 3 }), 'items[0].adjustableQuantity.maximum required'],
    ['a quantity below the minimum', item({ minimum: 2, maximum: 3 }, 1), 'items[0].quantity out_of_range'],
    ['a quantity above the maximum', item({ minimum: 2, maximum: 3 }, 4), 'items[0].quantity out_of_range'],
    ['21 codes', codes(21), 'discounts length_invalid'],
    ['an empty code', discount({ code: '' }), 'discounts[0].code length_invalid'],
    ['a code of 41 characters', discount({ code: 'x'.repeat(41) }), 'discounts[0].code length_invalid'],
    ['white space in a code', discount({ code: 'a b' }), 'discounts[0].code pattern_mismatch'],
    ['a control character in a code', discount({ code: 'a\u0007' }), 'discounts[0].code pattern_mismatch'],
    ['a discount of 0', discount({ amountOff: 0 }), 'discounts[0].amountOff out_of_range'],
    ['0.99 percent', percent(0.99), 'discounts[0].percentOff out_of_range'],
    ['99.01 percent', percent(99.01), 'discounts[0].percentOff out_of_range'],
    ['three decimals of percent', percent(10.125), 'discounts[0].percentOff amount_precision_invalid'],
    ['a code without a discount', { discounts: [{ code: 'x' }] }, 'discounts[0].amountOff required'],
    ['an amount and a percentage', discount({ percentOff: 5 }), 'discounts[0].percentOff format_invalid'],
    ['an expiry that is no date', discount({ expires: 'soon' }), 'discounts[0].expires format_invalid'],
    [
      'one code in two cases',
      {
        discounts: [
          { code: 'Spring', amountOff: 1 },
          { code: 'sPRING', amountOff: 2 },
        ],
      },
      'discounts[1].code format_invalid',
    ],
    ['11 ways of shipping', options(11), 'shippingOptions length_invalid'],
    ['a negative cost', option({ amount: -1 }), 'shippingOptions[0].amount out_of_range'],
    ['an id with a point', option({ id: 'a.b' }), 'shippingOptions[0].id pattern_mismatch'],
    ['no countries', option({ countries: [] }), 'shippingOptions[0].countries length_invalid'],
    ['an unknown country', option({ countries: ['US', 'XX'] }), 'shippingOptions[0].countries[1] format_invalid'],
    ['ways of shipping without an address', { ...options(1), collectShipping: false }, 'collectShipping required'],
    [
      'one id twice',
      { ...option({}), shippingOptions: many(2, () => ({ id: 'post', label: 'Post', amount: 1 })) },
      'shippingOptions[1].id format_invalid',
    ],
    ['a negative rate', rate({ rate: -1 }), 'taxRates[0].rate out_of_range'],
    ['a rate above 100', rate({ rate: 100.0001 }), 'taxRates[0].rate out_of_range'],
    ['a rate of five decimals', rate({ rate: 5.00001 }), 'taxRates[0].rate amount_precision_invalid'],
    ['201 rates', { taxRates: many(201, () => ({ rate: 1 })) }, 'taxRates length_invalid'],
    ['a state without a country', rate({ state: 'ND' }), 'taxRates[0].country required'],
    [
      'a picture by http',
      { items: [{ name: 'Cup', price: 10, imageUrl: 'http://shop.example/x' }] },
      'items[0].imageUrl format_invalid',
    ],
    [
      'a picture of data',
      { items: [{ name: 'Cup', price: 10, imageUrl: 'data:image/png;base64,AA' }] },
      'items[0].imageUrl format_invalid',
    ],
    ['a fixed tax beside quantities', { tax: 1, ...item({ maximum: 2 }) }, 'tax format_invalid'],
    ['a fixed tax beside codes', { tax: 1, ...discount({}) }, 'tax format_invalid'],
    ['a fixed tax beside ways of shipping', { tax: 1, ...option({}) }, 'tax format_invalid'],
    ['a fixed tax beside rates', { tax: 1, ...rate({}) }, 'tax format_invalid'],
    ['a fixed shipping beside ways of shipping', { shipping: 1, ...option({}) }, 'shipping format_invalid'],
    ['a fixed discount beside codes', { discount: 1, ...discount({}) }, 'discount format_invalid'],
    ['a total beside rates', { total: 10, ...rate({}) }, 'total format_invalid'],
    ['a total beside ways of shipping', { total: 10, ...option({}) }, 'total format_invalid'],
    ['a subscription beside quantities', { subscription: {}, ...item({ maximum: 2 }) }, 'subscription format_invalid'],
    ['a subscription beside codes', { subscription: {}, ...discount({}) }, 'subscription format_invalid'],
  ])('a checkout with %s is rejected', (_name, body, error) => {
    expect(errors(body)).toEqual([error])
  })
})
