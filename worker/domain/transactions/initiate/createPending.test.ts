import { expect, test } from 'vitest'
import { duplicateSince, orderReference } from './createPending.ts'

test.each([
  ['both members', { referenceObject: 'cart', referenceObjectId: 7 }, 'cart:7'],
  ['a text as id', { referenceObject: 'cart', referenceObjectId: '7' }, 'cart:"7"'],
  ['an object alone', { referenceObject: 'cart' }, 'cart:'],
  ['an object beside a null', { referenceObject: 'cart', referenceObjectId: null }, 'cart:'],
  ['an id alone', { referenceObjectId: 0 }, ':0'],
  ['neither', {}, null],
  ['two nulls', { referenceObject: null, referenceObjectId: null }, null],
])('the reference of an order with %s', (_what, order, reference) => {
  expect(orderReference(order as Parameters<typeof orderReference>[0])).toBe(reference)
})

test('the duplicate window begins so many seconds ago, and 0 turns the rule off', () => {
  const clock = { now: () => 1_000_000 }
  const since = (duplicateWindowSeconds: number) =>
    duplicateSince({ clock, account: { settings: { duplicateWindowSeconds } } } as Parameters<typeof duplicateSince>[0])
  expect(since(60)).toBe(940_000)
  expect(since(0)).toBeNull()
})
