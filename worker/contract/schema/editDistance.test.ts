import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance, nearestWord } from './editDistance.ts'

describe('edit distance', () => {
  test.each([
    ['amount', 'amount', 0],
    ['ammount', 'amount', 1],
    ['amout', 'amount', 1],
    ['amoumt', 'amount', 1],
    ['amuont', 'amount', 1],
    ['maounts', 'amount', 2],
    ['', 'abc', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 3],
  ])('the edit distance of "%s" and "%s" is %i', (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance)
    expect(editDistance(other, one)).toBe(distance)
  })

  test('the edit distance of any words is at least the difference of their lengths and at most the longer length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        const distance = editDistance(one, other)
        expect(distance).toBeGreaterThanOrEqual(Math.abs(one.length - other.length))
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length))
        expect(distance === 0).toBe(one === other)
      }),
    )
  })
})

describe('nearest word', () => {
  const words = ['amount', 'currency', 'tax', 'total', 'transactionId', 'final']

  test.each([
    ['ammount', 'amount'],
    ['AMOUNT', 'amount'],
    ['curency', 'currency'],
    ['transaction_id', 'transactionId'],
    ['TransactionID', 'transactionId'],
    ['taxx', 'tax'],
    ['x', null],
    ['capture', null],
    ['description', null],
    ['a'.repeat(100_000), null],
    ['', null],
  ])('the nearest word of "%s" is %s', (misspelled, expected) => {
    expect(nearestWord(misspelled, words)).toBe(expected)
  })
})
