import { expect, test } from 'vitest'
import { maskedNumber } from './maskedNumber.ts'

test('maskedNumber keeps the length and the last four digits', () => {
  expect(maskedNumber('4242', 16)).toBe('************4242')
  expect(maskedNumber('6789', 9)).toBe('*****6789')
})
