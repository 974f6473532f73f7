import { describe, expect, test } from 'vitest'
import { createCheckout } from './checkouts.ts'
import { bodyWith, errorsIn, json } from '../requestBodies.fixtures.ts'

const faults = (body: object) => errorsIn(createCheckout, json(body))
const errors = (body: object) => faults(body).map(({ type, field }) => `${field} ${type}`)
/** Copied from the interface, independently of our schema. */
const appearance =
  `invoiceBackgroundColor, invoiceButtonBackgroundColor, invoiceTextColor, invoiceAccentColor, invoiceBorderColor,
invoiceButtonTextColor, formBackgroundColor, formTextColor, formAccentColor, formBorderColor, formButtonBackgroundColor,
formButtonTextColor, alertColor, inputVariant, inputColor, successColor, mobileBackgroundColor, invoiceMobileBackgroundColor,
invoiceIconTheme, invoiceMobileTextColor, mobileTextColor, mobileButtonBackgroundColor, mobileButtonTextColor, mobileIconTheme,
formIconTheme, formInputTextColor, formInputBackgroundColor, mobileInputTextColor, mobileInputBackgroundColor, mobileInputBorderColor,
mobileAccentColor, formTitleColor, formLabelColor, mobileTitleColor, mobileLabelColor, tabBackgroundSelected,
tabBackgroundDefault`.split(/,\s+/)

const validValue = (name: string) =>
  name === 'inputVariant' ? 'filled' : name.endsWith('IconTheme') ? 'dark' : '#3656e3'
const withAppearance = (members: object) => faults({ total: 1, appearance: members })

describe('appearance', () => {
  test('appearance has 37 members, and all are accepted', () => {
    expect(appearance).toHaveLength(37)
    expect(withAppearance(Object.fromEntries(appearance.map((name) => [name, validValue(name)])))).toEqual([])
  })

  test.each(appearance)('an invalid %s is rejected with format_invalid', (name) => {
    for (const value of ['nonsense', '', 'url(//evil)'])
      expect(withAppearance({ [name]: value })).toMatchObject([{ type: 'format_invalid', field: `appearance.${name}` }])
  })

  test('each unknown member of the appearance returns unknown_member', () => {
    expect(withAppearance({ colour: 'red', formtextcolor: 'red', constructor: 'red' })).toMatchObject(
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
])('thankYouUrl and cancelUrl %s are accepted', (url) => {
  expect(errors({ total: 1, thankYouUrl: url, cancelUrl: url })).toEqual([])
})

test.each([
  // Not an absolute web URL.
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
  // Repaired silently by the URL parser.
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
  // A host disguised by user information.
  'https://shop.example@evil.example/',
  'https://user:secret@shop.example/',
  'https://@evil.example/',
  'https://:@evil.example/',
  // Not localhost, despite the appearance.
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
])('thankYouUrl and cancelUrl %j are rejected with format_invalid', (url) => {
  expect(errors({ total: 1, thankYouUrl: url, cancelUrl: url })).toEqual([
    'cancelUrl format_invalid',
    'thankYouUrl format_invalid',
  ])
})

test('returnAutomatically is 0 to 300 seconds, and requires a thankYouUrl', () => {
  const thankYouUrl = 'https://shop.example/'
  for (const returnAutomatically of [0, 10, 300, null])
    expect(errors({ total: 1, thankYouUrl, returnAutomatically })).toEqual([])
  for (const [returnAutomatically, type] of [
    [-1, 'out_of_range'],
    [301, 'out_of_range'],
    [1.5, 'type_invalid'],
    ['5', 'type_invalid'],
  ])
    expect(errors({ total: 1, thankYouUrl, returnAutomatically })).toEqual([`returnAutomatically ${type}`])
  expect(errors({ total: 1, returnAutomatically: 5 })).toEqual(['thankYouUrl required'])
  expect(errors({ total: 1, returnAutomatically: null })).toEqual([])
})

/** A member, its valid values, and its invalid values by error type. */
const members: readonly (readonly [
  path: string,
  good: readonly unknown[],
  bad: Readonly<Record<string, readonly unknown[]>>,
])[] = [
  [
    'total',
    [0.01, 999999999.99, 10.5],
    { type_invalid: ['10', true], out_of_range: [0, -1, 1e9], amount_precision_invalid: [1.005] },
  ],
  [
    'appearance.fontFamily',
    ['system', 'humanist', 'geometric', 'grotesque', 'rounded', 'serif', 'slab', 'mono'],
    { enum_invalid: ['Arial', '', 'SERIF', 'serif;}', 'constructor', 4] },
  ],
  [
    'appearance.fontUrl',
    [
      'https://shop.example/brand.woff2',
      'https://fonts.shop.example:8443/a/b_c-d~e%20f.woff2?v=3&w=1',
      'http://localhost:3000/brand.woff2',
      `https://shop.example/${'x'.repeat(2048 - 27)}.woff2`,
    ],
    {
      format_invalid: [
        '',
        '/brand.woff2',
        'http://shop.example/brand.woff2',
        'data:font/woff2;base64,AAAA.woff2',
        'https://shop.example/brand.ttf',
        'https://shop.example/brand.woff2#x',
        'https://shop.example/brand.woff2")}*{color:red}',
        'https://shop.example/a"b.woff2',
        "https://shop.example/a'b.woff2",
        'https://shop.example/a)b.woff2',
        'https://shop.example/a\\b.woff2',
        'https://shop.example/a b.woff2',
        'https://shop.example/a\n.woff2',
        'https://shop.example;script-src *;/a.woff2',
        'https://*.example/a.woff2',
        'https://a@shop.example/a.woff2',
        'https://münchen.example/a.woff2',
        `https://shop.example/${'x'.repeat(2048 - 26)}.woff2`,
      ],
      type_invalid: [5, true],
    },
  ],
  ['appearance.textSize', [100, 125, 150], { out_of_range: [99, 151, -1], type_invalid: ['100', '120%', 100.5] }],
  ['appearance.radius', [0, 10, 24], { out_of_range: [-1, 25], type_invalid: ['4px', 1.5, true] }],
  ['appearance.spacing', ['compact', 'normal', 'spacious'], { enum_invalid: ['', 'Normal', 'calc(1px)'] }],
  ['appearance.contrast', ['standard', 'high'], { enum_invalid: ['', 'more', 7] }],
  [
    'appearance.faviconUrl',
    ['https://shop.example/icon.svg', 'http://localhost:3000/icon.png'],
    { format_invalid: ['', 'icon.svg', 'http://shop.example/icon.svg', 'data:image/svg+xml,<svg>'], type_invalid: [1] },
  ],
  [
    'appearance.acceptedNetworks',
    [
      ['visa'],
      ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro', 'cartesBancaires'],
      ['visa', 'visa'],
    ],
    { length_invalid: [[], Array.from({ length: 10 }, () => 'visa')], type_invalid: ['visa', { visa: true }] },
  ],
  ['appearance.acceptedNetworks[0]', ['maestro'], { enum_invalid: ['elo', 'Visa', '', 'unknown', 4] }],
  [
    'appearance.statementDescriptor',
    ['KILN*TIDE', 'ABCDE', 'a1 .,&*/#+-b', `A${'1'.repeat(21)}`],
    {
      length_invalid: ['ABCD', 'A'.repeat(23)],
      pattern_mismatch: [
        '12345',
        ' KILN',
        'KILN ',
        'KILN<TIDE',
        "KILN'TIDE",
        'KILN"TIDE',
        'KILN\\TIDE',
        'KÜLN*TIDE',
        'KILN\nTIDE',
      ],
      type_invalid: [12345],
    },
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
  ...['subtotal', 'tax', 'surcharge', 'shipping', 'discount'].map(
    (name) =>
      [name, [0, 1.25], { out_of_range: [-1, 1e9], amount_precision_invalid: [0.001], type_invalid: ['1'] }] as const,
  ),
  ['customerInfo.name', ['', 'José Ñandú'], { length_invalid: ['x'.repeat(101)] }],
  [
    'customerInfo.email',
    ['', 'ann@shop.example'],
    { length_invalid: ['x'.repeat(255)], format_invalid: ['not an address'] },
  ],
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
    (name) => [name, [true, false, null], { type_invalid: ['true', 1] }] as const,
  ),
  ['subscription.billingDate', ['2026-11-20', null, undefined], { format_invalid: ['soon'] }],
  ['subscription.label', ['Coffee', undefined], { length_invalid: ['', 'x'.repeat(101)] }],
  ['currency', [978, null, undefined], { type_invalid: ['978', 978.5], enum_invalid: [1, 0, 959] }],
  ['cancelUrl', ['https://shop.example/', null, undefined], { type_invalid: [5], format_invalid: ['/cart'] }],
  ['collectPhone', ['none', 'optional', 'required', null, undefined], { enum_invalid: ['', 'yes', 'Required', true] }],
  ['submitButtonText', ['x', 'x'.repeat(60)], { length_invalid: ['', 'x'.repeat(61)] }],
]

test.each(members)('the checkout member %s accepts valid values and rejects invalid ones', (path, good, bad) => {
  // amounts.test.ts checks the sums of amounts.
  const errors = (value: unknown) =>
    errorsIn(createCheckout, json(bodyWith('createCheckout', path, value))).filter(
      ({ type }) => type !== 'amount_mismatch',
    )
  for (const value of good) expect(errors(value), json(value)).toEqual([])
  for (const [type, values] of Object.entries(bad))
    for (const value of values) expect(errors(value), json(value)).toMatchObject([{ type, field: path }])
})

const withFields = (customerDefinedField: object) => errors({ total: 1, customerDefinedField })

describe('custom fields', () => {
  test.each(['text', 'email', 'number', 'date', 'select', 'checkbox', 'hidden'])(
    'a custom field can have the type %s',
    (type) => {
      expect(withFields({ size: { type, ...(type === 'select' && { options: ['S'] }) } })).toEqual([])
    },
  )

  test('20 custom fields with names of 40 characters are accepted', () => {
    const names = Array.from({ length: 20 }, (_, index) => `${'x'.repeat(38)}${index + 10}`)
    expect(withFields(Object.fromEntries(names.map((name) => [name, ''])))).toEqual([])
  })

  test('a custom field can be a value or an input', () => {
    const input = { label: 'Size', type: 'select', options: ['S', 'M'], required: true, value: 'M', maxLength: 10 }
    expect(withFields({ note: 'x', count: 5, gift: true, size: input })).toEqual([])
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
  ])('the custom fields %j are rejected with %j', (fields, expected) => {
    expect(withFields(fields)).toEqual([expected])
  })
})
