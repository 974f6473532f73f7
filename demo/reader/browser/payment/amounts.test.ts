import { expect, test } from 'vitest'
import { leftOf, plus, printAmount } from './amounts.ts'

test.each([
  ['24', '3', 2, '27.00'],
  ['0.10', '0.2', 2, '0.30'],
  ['999999999.99', '0.01', 2, '1000000000.00'],
  ['500', '50', 0, '550'],
  ['1.005', '0.5', 3, '1.505'],
])('adds %s and %s with %i digits to %s', (one, other, exponent, sum) => {
  expect(plus(one, other, exponent)).toBe(sum)
})

test.each([
  ['20.00', '1.23', '18.77'],
  ['20.00', '20', null],
  ['20.00', '20.01', null],
])('of %s after %s is left: %s', (whole, part, left) => {
  expect(leftOf(whole, part, 2)).toBe(left)
})

test.each([
  ['24.5', 'USD', 2, '$24.50'],
  ['500', 'JPY', 0, '¥500'],
  ['1.5', 'KWD', 3, 'KWD 1.500'],
  ['123456789.99', 'USD', 2, '$123,456,789.99'],
])('prints %s %s', (value, currency, exponent, text) => {
  // The space after a code does not break.
  expect(printAmount(value, { currency, exponent })).toBe(text.replace(' ', '\u00a0'))
})
