import { expect, test } from 'vitest'
import { remainingAmount, addAmounts, formatAmount } from './amounts.ts'

test.each([
  ['24', '3', 2, '27.00'],
  ['0.10', '0.2', 2, '0.30'],
  ['999999999.99', '0.01', 2, '1000000000.00'],
  ['500', '50', 0, '550'],
  ['1.005', '0.5', 3, '1.505'],
])('sum of %s and %s with %i decimal places is %s', (first, second, exponent, sum) => {
  expect(addAmounts(first, second, exponent)).toBe(sum)
})

test.each([
  ['20.00', '1.23', '18.77'],
  ['20.00', '20', null],
  ['20.00', '20.01', null],
])('remainder of %s after %s is %s', (total, paid, remainder) => {
  expect(remainingAmount(total, paid, 2)).toBe(remainder)
})

test.each([
  ['24.5', 'USD', 2, '$24.50'],
  ['500', 'JPY', 0, '¥500'],
  ['1.5', 'KWD', 3, 'KWD 1.500'],
  ['123456789.99', 'USD', 2, '$123,456,789.99'],
])('amount %s in %s is formatted for its currency', (value, currency, exponent, text) => {
  // Intl puts a no-break space after a currency code.
  expect(formatAmount(value, { currency, exponent })).toBe(text.replace(' ', '\u00a0'))
})
