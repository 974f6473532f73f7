import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLuhnValid } from './luhn.ts'

it.each([
  '4242424242424242',
  '4111111111111111',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '3056930009020004',
  '3566002020360505',
  '6200000000000005',
  '4222222222222',
  '4444333322221111455',
])('the test card %s passes the Luhn check', (digits) => {
  expect(isLuhnValid(digits)).toBe(true)
})

it.each(['', ' ', '4242 4242 4242 4242', '4242424242424241', '٤', '-1', '0x0'])('%j fails the Luhn check', (digits) => {
  expect(isLuhnValid(digits)).toBe(false)
})

it('the Luhn check detects every single wrong digit', () => {
  const wrongDigit = fc.tuple(fc.nat(15), fc.integer({ min: 1, max: 9 }))
  fc.assert(
    fc.property(wrongDigit, ([at, by]) => {
      const valid = '4242424242424242'
      const digit = (Number(valid[at]) + by) % 10
      return !isLuhnValid(valid.slice(0, at) + digit + valid.slice(at + 1))
    }),
  )
})
