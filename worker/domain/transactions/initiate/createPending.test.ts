import { expect, test } from 'vitest'
import { duplicateSince, orderReference } from './createPending.ts'

test.each([
  ['both members', { referenceObject: 'cart', referenceObjectId: 7 }, 'cart:7'],
  ['a text id', { referenceObject: 'cart', referenceObjectId: '7' }, 'cart:"7"'],
  ['only an object', { referenceObject: 'cart' }, 'cart:'],
  ['an object and a null id', { referenceObject: 'cart', referenceObjectId: null }, 'cart:'],
  ['only an id', { referenceObjectId: 0 }, ':0'],
  ['neither member', {}, null],
  ['two null members', { referenceObject: null, referenceObjectId: null }, null],
])('the stored reference of an order with %s', (_what, order, reference) => {
  expect(orderReference(order as Parameters<typeof orderReference>[0])).toBe(reference)
})

test('duplicateSince returns the start of the duplicate window, and null for a window of 0 seconds', () => {
  const clock = { now: () => 1_000_000 }
  const since = (duplicateWindowSeconds: number) =>
    duplicateSince({ clock, account: { settings: { duplicateWindowSeconds } } } as Parameters<typeof duplicateSince>[0])
  expect(since(60)).toBe(940_000)
  expect(since(0)).toBeNull()
})
