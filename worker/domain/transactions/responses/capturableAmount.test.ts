import { expect, test } from 'vitest'
import { capturableAmount } from './capturableAmount.ts'

test.each([
  ['authorized', 600],
  ['partially_captured', 600],
  ['captured', 0],
  ['expired', 0],
  ['pending', 0],
] as const)('capturable amount of a payment in state %s is %d', (status, capturable) => {
  expect(capturableAmount({ status, approved: 1000, captured: 100, capturing: 200, released: 100 })).toBe(capturable)
})
