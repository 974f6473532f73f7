import * as v from 'valibot'
import { expect, test } from 'vitest'
import { numberFromText } from '#contract/schema/rawJson'
import { order } from '#contract/transactions/order'
import { orderReference } from './orderColumns.ts'

test.each([
  ['both members', { referenceObject: 'cart', referenceObjectId: 7 }, 'cart:7'],
  ['an integer as text', { referenceObject: 'cart', referenceObjectId: '7' }, 'cart:7'],
  ['a text id', { referenceObject: 'cart', referenceObjectId: 'WC-1001' }, 'cart:WC-1001'],
  ['an id with leading zeros', { referenceObject: 'cart', referenceObjectId: '007' }, 'cart:007'],
  ['an id above 2^53', { referenceObjectId: numberFromText('9223372036854775807') }, ':9223372036854775807'],
  ['only an object', { referenceObject: 'cart' }, 'cart:'],
  ['an object and a null id', { referenceObject: 'cart', referenceObjectId: null }, 'cart:'],
  ['only an id', { referenceObjectId: 0 }, ':0'],
  ['neither member', {}, null],
  ['two null members', { referenceObject: null, referenceObjectId: null }, null],
])('the stored reference of an order with %s', (_what, members, reference) => {
  expect(orderReference(v.parse(order(), members))).toBe(reference)
})
