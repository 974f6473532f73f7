import { expect, test } from 'vitest'
import { exactNumber } from './exactNumber.ts'

test.each([
  ['10.50', 1, null],
  ['10.0', 0, 10n],
  ['1e3', 0, 1000n],
  ['10e-1', 0, 1n],
  ['-0.0', 0, 0n],
  ['0e999999999', 0, 0n],
  ['1e-400', 400, null],
  ['9223372036854775808', 0, 9_223_372_036_854_775_808n],
  ['9007199254740993.5', 1, null],
  ['1e31', 0, null],
  ['-26.25', 2, null],
])('%s needs %i places and is the whole number %s', (source, places, whole) => {
  expect(exactNumber(source)).toMatchObject({ places, whole })
})
