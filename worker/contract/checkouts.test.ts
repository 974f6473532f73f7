import { describe, expect, test } from 'vitest'
import { createCheckout } from './checkouts.ts'
import { faultsIn, json } from './testBodies.ts'

const faults = (body: object) => faultsIn(createCheckout, json(body))
const said = (body: object) => faults(body).map(({ type, field }) => `${field} ${type}`)
const items = [
  { name: 'Cup', price: 10.1, quantity: 2 },
  { name: 'Spoon', price: 0.05 },
]

describe('what is to be paid', () => {
  test.each([
    ['total alone', { total: 10 }],
    ['items alone', { items }],
    ['all that agrees', { total: 21.25, items, subtotal: 20.25, tax: 2, surcharge: 0.5, discount: 1.5 }],
    ['a total with parts left out, since shipping may be in it', { total: 30, items, tax: 1 }],
    [
      '10.10 + 0.20, which doubles cannot add',
      {
        items: [
          { name: 'a', price: 10.1 },
          { name: 'b', price: 0.2 },
        ],
        subtotal: 10.3,
      },
    ],
  ])('takes %s', (_name, body) => {
    expect(faults(body)).toEqual([])
  })

  test.each([
    ['nothing', {}, 'total required'],
    ['no items', { items: [] }, 'total required'],
    ['only a subtotal and a tax', { subtotal: 5, tax: 5 }, 'total required'],
    ['a total of 0', { total: 0 }, 'total out_of_range'],
    ['items that are free', { items: [{ name: 'Gift', price: 0 }] }, 'total out_of_range'],
    ['a discount that eats the total', { items, discount: 20.25 }, 'total out_of_range'],
    ['more than can be charged', { items: [{ name: 'Ship', price: 999999999.99, quantity: 2 }] }, 'total out_of_range'],
  ])('refuses %s', (_name, body, expected) => {
    expect(said(body)).toEqual([expected])
  })

  test('names the sum where all are given and do not agree', () => {
    expect(faults({ total: 20, items, tax: 2, surcharge: 0.5, discount: 1.5 })).toEqual([
      { type: 'amount_mismatch', field: 'total', details: { computed: 21.25 } },
    ])
    expect(faults({ total: 20, items, subtotal: 20 })).toEqual([
      { type: 'amount_mismatch', field: 'subtotal', details: { computed: 20.25 } },
    ])
  })

  test.each([
    ['200 items', 200, 0],
    ['201 items', 201, 1],
  ])('%s', (_name, count, wrong) => {
    expect(faults({ items: Array.from({ length: count }, () => ({ name: 'Cup', price: 1 })) })).toHaveLength(wrong)
  })
})

/** Typed off the interface. */
const appearance =
  `invoiceBackgroundColor, invoiceButtonBackgroundColor, invoiceTextColor, invoiceAccentColor, invoiceBorderColor,
invoiceButtonTextColor, formBackgroundColor, formTextColor, formAccentColor, formBorderColor, formButtonBackgroundColor,
formButtonTextColor, alertColor, inputVariant, inputColor, successColor, mobileBackgroundColor, invoiceMobileBackgroundColor,
invoiceIconTheme, invoiceMobileTextColor, mobileTextColor, mobileButtonBackgroundColor, mobileButtonTextColor, mobileIconTheme,
formIconTheme, formInputTextColor, formInputBackgroundColor, mobileInputTextColor, mobileInputBackgroundColor, mobileInputBorderColor,
mobileAccentColor, formTitleColor, formLabelColor, mobileTitleColor, mobileLabelColor, tabBackgroundSelected,
tabBackgroundDefault`.split(/,\s+/)

const good = (name: string) => (name === 'inputVariant' ? 'filled' : name.endsWith('IconTheme') ? 'dark' : '#3656e3')
const dressed = (look: object) => faults({ total: 1, appearance: look })

describe('appearance', () => {
  test('has 37 members, and each is taken', () => {
    expect(appearance).toHaveLength(37)
    expect(dressed(Object.fromEntries(appearance.map((name) => [name, good(name)])))).toEqual([])
  })

  test.each(appearance)('%s refuses a value that is none, by its path', (name) => {
    for (const value of ['nonsense', '', 'url(//evil)'])
      expect(dressed({ [name]: value })).toMatchObject([{ type: 'format_invalid', field: `appearance.${name}` }])
  })

  test('an unknown member is an error, each of them', () => {
    expect(dressed({ colour: 'red', formtextcolor: 'red', constructor: 'red' })).toMatchObject(
      ['colour', 'constructor', 'formtextcolor'].map((name) => ({
        type: 'unknown_member',
        field: `appearance.${name}`,
      })),
    )
  })
})

test.each([
  ['https://shop.example/thanks?order=1#done', true],
  ['http://localhost:3000/thanks', true],
  ['http://127.0.0.1/', true],
  ['http://shop.example/', false],
  ['http://localhost.evil.example/', false],
  ['//shop.example/', false],
  ['/thanks', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://user:secret@shop.example/', false],
  ['https://shop.example\\@evil.example/', false],
  ['https://shop.example/\nSet-Cookie', false],
  [' https://shop.example/', false],
  ['', false],
  [`https://shop.example/${'x'.repeat(2048)}`, false],
])('thankYouUrl %j: %s', (thankYouUrl, taken) => {
  expect(said({ total: 1, thankYouUrl })).toEqual(taken ? [] : ['thankYouUrl format_invalid'])
})

const asked = (customerDefinedField: object) => said({ total: 1, customerDefinedField })

describe('fields of the merchant', () => {
  test('may be a value, or an input', () => {
    const input = { label: 'Size', type: 'select', options: ['S', 'M'], required: true, value: 'M', maxLength: 10 }
    expect(asked({ note: 'x', count: 5, gift: true, size: input })).toEqual([])
  })

  test.each([
    [{ size: { type: 'select' } }, 'customerDefinedField.size.options required'],
    [{ size: { type: 'file' } }, 'customerDefinedField.size.type enum_invalid'],
    [{ size: { maxLength: 501 } }, 'customerDefinedField.size.maxLength out_of_range'],
    [{ size: [] }, 'customerDefinedField.size type_invalid'],
    [{ size: null }, 'customerDefinedField.size type_invalid'],
    [{ size: 'x'.repeat(501) }, 'customerDefinedField.size length_invalid'],
    [
      Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, ''])),
      'customerDefinedField length_invalid',
    ],
  ])('refuses %j', (fields, expected) => {
    expect(asked(fields)).toEqual([expected])
  })
})
