import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorsIn, json } from '../requestBodies.fixtures.ts'
import { addUpFigures, createCheckout } from './checkouts.ts'

const faults = (body: object) => errorsIn(createCheckout, json(body))
const errors = (body: object) => faults(body).map(({ type, field }) => `${field} ${type}`)
const items = [
  { name: 'Cup', price: 10.1, quantity: 2 },
  { name: 'Spoon', price: 0.05 },
]

describe('amounts of a checkout', () => {
  test.each([
    ['only a total', { total: 10 }],
    ['only items', { items }],
    ['all figures', { total: 24.25, items, subtotal: 20.25, tax: 2, surcharge: 0.5, shipping: 3, discount: 1.5 }],
    ['items, a tax and their total', { total: 21.25, items, tax: 1 }],
    ['a subtotal, a discount and their total', { total: 8, subtotal: 10, discount: 2 }],
    ['a total with a tax that is part of it', { total: 10, tax: 1.5 }],
    ['a total below a tax', { total: 5, tax: 6 }],
    ['a total and an empty list of items', { total: 10, items: [], tax: 1 }],
    ['null for absent amounts', { total: 20.25, items, subtotal: null, tax: null, discount: null }],
    [
      '10.10 + 0.20, whose sum is inexact with doubles',
      {
        items: [
          { name: 'a', price: 10.1 },
          { name: 'b', price: 0.2 },
        ],
        subtotal: 10.3,
      },
    ],
  ])('a checkout is valid with %s', (_name, body) => {
    expect(faults(body)).toEqual([])
  })

  test.each([
    ['an empty body', {}, 'total required'],
    ['an empty list of items', { items: [] }, 'total required'],
    ['only a subtotal and a tax', { subtotal: 5, tax: 5 }, 'total required'],
    ['a total of 0', { total: 0 }, 'total out_of_range'],
    ['free items', { items: [{ name: 'Gift', price: 0 }] }, 'total out_of_range'],
    ['a discount equal to the total', { items, discount: 20.25 }, 'total out_of_range'],
    [
      'a total above the maximum',
      { items: [{ name: 'Ship', price: 999999999.99, quantity: 2 }] },
      'total out_of_range',
    ],
  ])('a checkout with %s is rejected with %j', (_name, body, expected) => {
    expect(errors(body)).toEqual([expected])
  })

  test.each([
    ['a total that differs from the items', { total: 100, items }, 'total', 20.25],
    ['a total that differs from items and tax', { total: 100, items, tax: 1 }, 'total', 21.25],
    ['a total that differs from subtotal and shipping', { total: 10, subtotal: 10, shipping: 0.01 }, 'total', 10.01],
    ['a total above all figures', { total: 20, items, tax: 2, surcharge: 0.5, discount: 1.5 }, 'total', 21.25],
    ['a total below a discount', { total: 1, subtotal: 5, discount: 7 }, 'total', -2],
    ['a subtotal that differs from the items', { total: 20, items, subtotal: 20 }, 'subtotal', 20.25],
    ['a subtotal that differs from the items, without a total', { items, subtotal: 20.24 }, 'subtotal', 20.25],
    [
      'items whose sum exceeds the exact integers of a double',
      { total: 1, items: [{ name: 'Ship', price: 999999999.99, quantity: 999_999 }] },
      'total',
      Number('999998999990000.01'),
    ],
  ])('a checkout with %s returns amount_mismatch with the computed amount', (_name, body, field, computed) => {
    expect(faults(body)).toEqual([{ type: 'amount_mismatch', field, details: { computed } }])
  })

  test('a checkout whose subtotal and total both differ has an error for each', () => {
    expect(faults({ total: 100, items, subtotal: 20, tax: 1 })).toEqual([
      { type: 'amount_mismatch', field: 'subtotal', details: { computed: 20.25 } },
      { type: 'amount_mismatch', field: 'total', details: { computed: 21 } },
    ])
  })

  test.each([
    [200, 0],
    [201, 1],
  ])('a checkout with %s items has %s errors', (count, wrong) => {
    expect(faults({ items: Array.from({ length: count }, () => ({ name: 'Cup', price: 1 })) })).toHaveLength(wrong)
  })
})

const adjustments = ['tax', 'surcharge', 'shipping', 'discount'] as const
type Member = 'items' | 'subtotal' | 'total' | (typeof adjustments)[number]

/** An invoice that adds up, in hundredths. Made from its subtotal, which the items split. */
const trueInvoice = fc
  .record({
    items: fc.array(fc.record({ price: fc.nat(9_999_999), quantity: fc.integer({ min: 1, max: 40 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    tax: fc.nat(99_999),
    surcharge: fc.nat(99_999),
    shipping: fc.nat(99_999),
    discount: fc.nat(99_999),
  })
  .map((invoice) => {
    // Counted piece by piece, unlike the sums under test.
    const pieces = invoice.items.flatMap(({ price, quantity }) => Array.from({ length: quantity }, () => price))
    let subtotal = 0
    for (const price of pieces) subtotal += price
    let total = subtotal - invoice.discount
    for (const name of ['tax', 'surcharge', 'shipping'] as const) total += invoice[name]
    return Object.assign(invoice, { subtotal, total })
  })
  .filter(({ total }) => total > 0)

type Invoice = typeof trueInvoice extends fc.Arbitrary<infer T> ? T : never

const members: readonly Member[] = ['items', 'subtotal', 'total', ...adjustments]
const memberSets = fc.subarray([...members]).filter((given) => given.includes('items') || given.includes('total'))

/** Hundredths as a number of JSON, in one of its spellings. */
const spelled = (hundredths: number, spelling: number): string =>
  [`${hundredths}e-2`, (hundredths / 100).toFixed(2), String(hundredths / 100)][spelling % 3]!

const bodyOf = (invoice: Invoice, given: readonly Member[], spelling: number): string => {
  const texts = given.map((name) =>
    name === 'items'
      ? `"items":[${invoice.items.map(({ price, quantity }) => `{"name":"Cup","price":${spelled(price, spelling)},"quantity":${quantity}}`).join()}]`
      : `"${name}":${spelled(invoice[name], spelling)}`,
  )
  return `{${texts.join()}}`
}

/** The true invoice without the members that are not given: absent adjustments are 0, so the others follow. */
const withAbsentAsZero = (invoice: Invoice, given: readonly Member[]): Invoice => {
  const reduced = { ...invoice }
  for (const name of adjustments)
    if (!given.includes(name)) {
      reduced.total += name === 'discount' ? invoice.discount : -invoice[name]
      reduced[name] = 0
    }
  return reduced
}

/** Whether other given members determine a member, so that no other value of it agrees. */
const isDetermined = (member: Member, given: readonly Member[]): boolean => {
  const has = (name: Member) => given.includes(name)
  const net = has('items') || has('subtotal')
  if (member === 'items') return has('subtotal') || has('total')
  if (member === 'subtotal') return has('items') || has('total')
  return member === 'total' ? net : net && has('total')
}

const withChange = (invoice: Invoice, member: Member, by: number): Invoice =>
  member === 'items'
    ? { ...invoice, items: [...invoice.items, { price: by, quantity: 1 }] }
    : { ...invoice, [member]: invoice[member] + by }

const mismatches = (body: string) => errorsIn(createCheckout, body).filter(({ type }) => type === 'amount_mismatch')

describe('any combination of amounts', () => {
  test('amounts of an invoice that adds up are accepted in each combination, and absent ones are computed', () => {
    fc.assert(
      fc.property(trueInvoice, memberSets, fc.nat(2), (made, given, spelling) => {
        const invoice = withAbsentAsZero(made, given)
        fc.pre(invoice.total > 0)
        expect(errorsIn(createCheckout, bodyOf(invoice, given, spelling))).toEqual([])
        const figures = Object.fromEntries(
          given.map((name) => [
            name,
            name === 'items'
              ? invoice.items.map(({ price, quantity }) => ({ price: spelled(price, 2), quantity }))
              : spelled(invoice[name], 2),
          ]),
        )
        expect(addUpFigures(figures)).toMatchObject({
          subtotal: BigInt(invoice.subtotal),
          total: BigInt(invoice.total),
          mismatches: [],
        })
      }),
    )
  })

  test('an amount that others determine is rejected in each combination when it is changed, any other is accepted', () => {
    fc.assert(
      fc.property(
        trueInvoice,
        memberSets,
        fc.nat(),
        fc.integer({ min: 1, max: 9999 }),
        fc.nat(2),
        (made, given, which, by, spelling) => {
          const invoice = withAbsentAsZero(made, given)
          const member = given[which % given.length]!
          fc.pre(invoice.total > by)
          const found = mismatches(bodyOf(withChange(invoice, member, by), given, spelling))
          expect(found.length > 0).toBe(isDetermined(member, given))
        },
      ),
      { numRuns: 400 },
    )
  })
})
