import { expect, it } from 'vitest'
import { isFullNumber } from './isFullNumber.ts'

it.each([
  ['a Visa number of 16 digits', '4242424242424242', true],
  ['a Visa number of 13 digits', '4222222222222', false],
  ['a Visa number of 19 digits', '4444333322221111455', false],
  ['a Visa number with a wrong check digit', '4242424242424241', false],
  ['the first 15 digits of a Visa number', '424242424242424', false],
  ['a Mastercard number', '5555555555554444', true],
  ['an American Express number', '378282246310005', true],
  ['a Diners Club number of 14 digits', '30569309025904', true],
  ['a Discover number', '6011111111111117', true],
  ['a JCB number', '3566002020360505', true],
  ['a UnionPay number of 16 digits, of which many have 19', '6200000000000005', false],
  ['a UnionPay number of 19 digits', '6205500000000000004', true],
  ['a Maestro number of 16 digits', '6759649826438453', false],
  ['an empty number', '', false],
])('isFullNumber of %s, %s, is %s', (_what, digits, isFull) => {
  expect(isFullNumber(digits)).toBe(isFull)
})
