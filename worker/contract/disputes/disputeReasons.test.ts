import { expect, test } from 'vitest'
import { categoryOf, disputeCategories, reasonCodes } from './disputeReasons.ts'

test.each([
  ['10.4', 'fraud'],
  ['4837', 'fraud'],
  ['F29', 'fraud'],
  ['13.1', 'not_received'],
  ['13.3', 'not_as_described'],
  ['13.2', 'canceled'],
  ['12.6.1', 'duplicate'],
  ['4860', 'credit_not_processed'],
  ['4834', 'processing_error'],
  ['11.3', 'authorization'],
  ['4853', 'general'],
] as const)('the reason code %s has the category %s', (code, category) => {
  expect(categoryOf(code)).toBe(category)
})

test('an unknown reason code has no category', () => {
  expect([categoryOf('99.9'), categoryOf(''), categoryOf('constructor')]).toEqual([undefined, undefined, undefined])
})

test('no reason code is in two categories, and every category has codes', () => {
  const codes = reasonCodes.map(([code]) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(reasonCodes.map(([, category]) => category))).toEqual(new Set(disputeCategories))
})
