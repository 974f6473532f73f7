import { describe, expect, test } from 'vitest'
import { createCheckout } from './checkouts.ts'
import { bodyWith, faultsIn, json } from '../requestBodies.fixtures.ts'

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
  'https://shop.example/thanks?order=1#done',
  'https://shop.example:8443',
  'HTTPS://SHOP.EXAMPLE/',
  'https://shop.example/https://other.example/@here',
  'https://münchen.example/',
  'http://localhost:3000/thanks',
  'http://127.0.0.1/',
])('thankYouUrl may be %s', (thankYouUrl) => {
  expect(said({ total: 1, thankYouUrl })).toEqual([])
})

test.each([
  // No address at all, or none of the web.
  '',
  'shop.example/thanks',
  '/thanks',
  '//shop.example/',
  '///shop.example/',
  'javascript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://shop.example/1',
  'ftp://shop.example/',
  'about:blank',
  // What a parser repairs in silence.
  'https:shop.example',
  'https:/shop.example',
  'https:///shop.example/',
  'https:\\\\shop.example',
  'https://shop.example\\@evil.example/',
  'https://shop.example/\nSet-Cookie: a=b',
  'https://shop.example/\u0085',
  'https://shop\t.example/',
  'https://shop.example/a b',
  ' https://shop.example/',
  // A host that stands behind another.
  'https://shop.example@evil.example/',
  'https://user:secret@shop.example/',
  'https://@evil.example/',
  'https://:@evil.example/',
  // Not this machine, though it looks so.
  'http://shop.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.nip.io/',
  'http://localhost@evil.example/',
  'http://evil.example/#localhost',
  'http://evil.example/?localhost',
  'http://localhost./',
  'http://[::1]/',
  'http://0.0.0.0/',
  'https://',
  'https://shop.example:99999/',
  `https://shop.example/${'x'.repeat(2048)}`,
])('thankYouUrl may not be %j', (thankYouUrl) => {
  expect(said({ total: 1, thankYouUrl })).toEqual(['thankYouUrl format_invalid'])
})

/** A member, values that it may have, and values that it may not, by the error. */
const members: readonly (readonly [
  path: string,
  good: readonly unknown[],
  bad: Readonly<Record<string, readonly unknown[]>>,
])[] = [
  [
    'total',
    [0.01, 999999999.99, 10.5],
    { type_invalid: ['10', null, true], out_of_range: [0, -1, 1e9], amount_precision_invalid: [1.005] },
  ],
  ['items', [[]], { type_invalid: [{}, 'x'] }],
  [
    'items[0].name',
    ['x', 'é'.repeat(200)],
    { required: [undefined], length_invalid: ['', 'x'.repeat(201)], type_invalid: [5] },
  ],
  [
    'items[0].price',
    [0, 0.01],
    { required: [undefined], out_of_range: [-0.01], amount_precision_invalid: [0.001], type_invalid: ['1'] },
  ],
  ['items[0].quantity', [1, 999_999, undefined], { out_of_range: [0, -1, 1_000_000], type_invalid: [1.5, '1'] }],
  ['items[0].description', ['', 'x'.repeat(1000)], { length_invalid: ['x'.repeat(1001)] }],
  ...['tax', 'surcharge', 'discount'].map(
    (name) =>
      [name, [0, 1.25], { out_of_range: [-1, 1e9], amount_precision_invalid: [0.001], type_invalid: ['1'] }] as const,
  ),
  // The items' sum, since items are there.
  [
    'subtotal',
    [10, undefined],
    { out_of_range: [-1, 1e9], amount_precision_invalid: [0.001], amount_mismatch: [9.99] },
  ],
  ['customerInfo.name', ['', 'José Ñandú'], { length_invalid: ['x'.repeat(101)] }],
  ['customerInfo.email', ['', 'not yet an address'], { length_invalid: ['x'.repeat(255)] }],
  ['customerInfo.state', [''], { length_invalid: ['x'.repeat(51)] }],
  ['customerInfo.zip', [''], { length_invalid: ['x'.repeat(21)] }],
  ['customerInfo.country', ['', 'de', 'USA'], { format_invalid: ['D', 'DEUT', '12'] }],
  [
    'customerInfo.id',
    ['019a9f3c-5b7e'],
    { length_invalid: ['1234567', 'a'.repeat(65)], pattern_mismatch: ['under_score'] },
  ],
  ['invoiceInfo.number', ['', 'INV-1'], { length_invalid: ['x'.repeat(101)] }],
  ...['invoiceDate', 'dueDate'].map(
    (name) =>
      [
        `invoiceInfo.${name}`,
        ['2026-11-20', '2026-11-20T10:00:00Z', '2028-02-29'],
        {
          format_invalid: ['', 'tomorrow', '2026-02-30', '2027-02-29', '20.11.2026', '1969-12-31'],
          type_invalid: [20261120],
        },
      ] as const,
  ),
  ...['iframe', 'oneTimePayment', 'collectShipping', 'sendReceipt', 'allowAch'].map(
    (name) => [name, [true, false], { type_invalid: ['true', 1, null] }] as const,
  ),
  ['subscription.billingDate', ['2026-11-20', null, undefined], { format_invalid: ['soon'] }],
  ['subscription.label', ['Coffee', undefined], { length_invalid: ['', 'x'.repeat(101)] }],
  ['submitButtonText', ['x', 'x'.repeat(60)], { length_invalid: ['', 'x'.repeat(61)] }],
]

test.each(members)('%s', (path, good, bad) => {
  const said = (value: unknown) => faultsIn(createCheckout, json(bodyWith('createCheckout', path, value)))
  for (const value of good) expect(said(value), json(value)).toEqual([])
  for (const [type, values] of Object.entries(bad))
    for (const value of values) expect(said(value), json(value)).toMatchObject([{ type, field: path }])
})

const asked = (customerDefinedField: object) => said({ total: 1, customerDefinedField })

describe('fields of the merchant', () => {
  test.each(['text', 'email', 'number', 'date', 'select', 'checkbox', 'hidden'])('may be a %s', (type) => {
    expect(asked({ size: { type, ...(type === 'select' && { options: ['S'] }) } })).toEqual([])
  })

  test('of 20 names are enough, each of 40 characters', () => {
    const names = Array.from({ length: 20 }, (_, index) => `${'x'.repeat(38)}${index + 10}`)
    expect(asked(Object.fromEntries(names.map((name) => [name, ''])))).toEqual([])
  })

  test('may be a value, or an input', () => {
    const input = { label: 'Size', type: 'select', options: ['S', 'M'], required: true, value: 'M', maxLength: 10 }
    expect(asked({ note: 'x', count: 5, gift: true, size: input })).toEqual([])
  })

  test.each([
    [{ size: { type: 'select' } }, 'customerDefinedField.size.options required'],
    [{ size: { type: 'file' } }, 'customerDefinedField.size.type enum_invalid'],
    [{ size: { maxLength: 501 } }, 'customerDefinedField.size.maxLength out_of_range'],
    [{ size: { type: 'select', options: [] } }, 'customerDefinedField.size.options length_invalid'],
    [{ size: { type: 'select', options: ['S'], value: 'M' } }, 'customerDefinedField.size.value enum_invalid'],
    [{ size: { label: '' } }, 'customerDefinedField.size.label length_invalid'],
    [{ size: { required: 'yes' } }, 'customerDefinedField.size.required type_invalid'],
    [{ size: { maxLength: 0 } }, 'customerDefinedField.size.maxLength out_of_range'],
    [{ '': 'x' }, 'customerDefinedField. length_invalid'],
    [{ ['x'.repeat(41)]: 'x' }, `customerDefinedField.${'x'.repeat(40)} length_invalid`],
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
