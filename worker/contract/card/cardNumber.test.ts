import { expect, it } from 'vitest'
import { isCardNumber } from './cardNumber.ts'
import { isLuhnValid } from './luhn.ts'

it('a number of equal digits is no card number, also with a valid check digit', () => {
  const numbers = Array.from({ length: 10 }, (_, digit) =>
    Array.from({ length: 8 }, (_, index) => String(digit).repeat(12 + index)),
  ).flat()
  // Zeros of each length, and 8888888888888888, have a right check digit.
  expect(numbers.filter(isLuhnValid).length).toBeGreaterThan(8)
  expect(numbers.filter(isCardNumber)).toEqual([])
})

it.each(['4242424242424242', '378282246310005', '6000000000000007'])('%s is a card number', (digits) => {
  expect(isCardNumber(digits)).toBe(true)
})

it.each(['4242424242424241', '', '4242 4242 4242 4242'])('%j is no card number', (digits) => {
  expect(isCardNumber(digits)).toBe(false)
})
