import * as v from 'valibot'
import { expect, it } from 'vitest'
import { checkoutRequest } from '#contract/checkouts/checkouts'
import { PRESETS } from '#contract/theme/presets'
import { fieldOfError } from './fieldOfError.ts'
import { emptyDraft, emptyLine, parseAppearance, previewTotal, problemsOf, requestOf, type Draft } from './form.ts'

const draft = (changes: Partial<Draft> = {}): Draft => ({
  ...emptyDraft(840),
  lines: [{ ...emptyLine, price: '48.50' }],
  ...changes,
})

const twoItems = [
  { name: 'Teapot', price: '48,50', quantity: '1' },
  { name: ' Saucer ', price: '3', quantity: '2' },
]

/** With everything that the form offers. */
const full = draft({
  lines: twoItems,
  isItemized: true,
  invoice: 'INV-7',
  email: ' ada@example.com ',
  name: 'Ada Lovelace',
  expiry: 'due',
  dueDate: '2026-12-24',
  tax: '2.10',
  shippingCost: '5',
  discount: '1.5',
  asksAddress: true,
  phone: 'required',
  consent: 'I accept the [terms](https://shop.example/terms).',
  bank: true,
  keepsCustomer: false,
  receipt: false,
  button: 'Pay now',
  thankYou: 'https://shop.example/thanks',
})

it('an amount alone is the total, and has no other member than the currency', () => {
  expect(requestOf(draft(), undefined)).toEqual({ total: 48.5, currency: 840 })
})

it('with a name or another amount there are items, and no sum that the browser computed', () => {
  const items = [{ name: 'Teapot', price: 48.5, quantity: 1 }]
  const lines = [{ ...emptyLine, name: 'Teapot', price: '48.5' }]
  expect(requestOf(draft({ lines }), undefined)).toEqual({ items, currency: 840 })
  expect(requestOf(draft({ lines, tax: '2' }), undefined)).toEqual({ items, currency: 840, tax: 2 })
  expect([...problemsOf(draft({ tax: '2' })).keys()]).toEqual(['name-0'])
})

it('a draft with everything becomes a request that the API accepts', () => {
  expect(problemsOf(full).size).toBe(0)
  const request = requestOf(full, PRESETS[0]!.members)
  expect(request).toEqual({
    items: [
      { name: 'Teapot', price: 48.5, quantity: 1 },
      { name: 'Saucer', price: 3, quantity: 2 },
    ],
    currency: 840,
    tax: 2.1,
    shipping: 5,
    discount: 1.5,
    invoiceInfo: { number: 'INV-7', dueDate: '2026-12-24' },
    customerInfo: { name: 'Ada Lovelace', email: 'ada@example.com' },
    collectShipping: true,
    collectPhone: 'required',
    consents: [{ name: 'consent', text: 'I accept the [terms](https://shop.example/terms).', required: true }],
    allowAch: true,
    oneTimePayment: true,
    sendReceipt: false,
    submitButtonText: 'Pay now',
    thankYouUrl: 'https://shop.example/thanks',
    appearance: PRESETS[0]!.members,
  })
  expect(v.safeParse(checkoutRequest(), request).issues).toBeUndefined()
})

it('every preset is an appearance that the API accepts', () => {
  for (const { id, members } of PRESETS)
    expect(v.safeParse(checkoutRequest(), requestOf(draft(), members)).issues, id).toBeUndefined()
})

it('the preview adds up in cents', () => {
  expect(previewTotal(full)).toBe(60.1)
  expect(previewTotal(draft({ lines: [{ ...emptyLine, price: '0.1' }], tax: '0.2' }))).toBe(0.3)
  expect(previewTotal(draft({ lines: [{ ...emptyLine, price: 'x' }] }))).toBe(0)
})

it.each<[Partial<Draft>, string[]]>([
  [{ lines: [emptyLine] }, ['price-0']],
  [{ lines: [{ ...emptyLine, price: '0' }] }, ['price-0']],
  [{ lines: [{ ...emptyLine, price: '1,240' }] }, ['price-0']],
  [{ lines: [{ ...emptyLine, price: '-5' }] }, ['price-0']],
  [{ isItemized: true, lines: [{ name: '', price: '', quantity: '0' }] }, ['price-0', 'name-0', 'quantity-0']],
  [{ isItemized: true, lines: [{ name: 'Free', price: '0', quantity: '999999' }] }, []],
  [{ isItemized: true, lines: [{ name: 'Many', price: '1', quantity: '1000000' }] }, ['quantity-0']],
  [{ email: 'ada' }, ['email']],
  [{ expiry: 'due', dueDate: '2026-02-30' }, ['dueDate']],
  [{ look: 'own', json: '[]' }, ['json']],
  [{ discount: 'ten' }, ['name-0', 'discount']],
])('the problems of %j are at %j', (changes, fields) => {
  expect([...problemsOf(draft(changes)).keys()]).toEqual(fields)
})

it('the JSON of the theme studio is an appearance, or a request that has one', () => {
  expect(parseAppearance('{"formTextColor":"#000"}')).toEqual({ formTextColor: '#000' })
  expect(parseAppearance('{"total":5,"appearance":{"radius":4}}')).toEqual({ radius: 4 })
  for (const text of ['', '[]', 'null', '"x"', '{']) expect(parseAppearance(text)).toBeUndefined()
})

it('the member of an error leads to its field', () => {
  expect(fieldOfError('items[1].price')).toBe('price-1')
  expect(fieldOfError('appearance.formTextColor')).toBe('json')
  expect(fieldOfError('consents[0].text')).toBe('consent')
  expect([fieldOfError('thankYouUrl'), fieldOfError('total'), fieldOfError('iframe'), fieldOfError(null)]).toEqual([
    'thankYou',
    'price-0',
    undefined,
    undefined,
  ])
})
