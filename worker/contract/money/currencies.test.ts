import { describe, expect, test } from 'vitest'
import { currencies } from './currencies.ts'
import { bodyWith, errorsIn, json } from '../requestBodies.fixtures.ts'
import { authorizeTransaction } from '../transactions/transactions.ts'

/** Copied from the interface, independently of our table. */
const allowed =
  `8, 12, 32, 36, 44, 48, 50, 51, 52, 60, 64, 68, 72, 84, 90, 96, 104, 108, 116, 124, 132, 136, 144, 152, 156, 170, 174,
188, 192, 203, 208, 214, 222, 230, 232, 238, 242, 262, 270, 292, 320, 324, 328, 332, 340, 344, 348, 352, 356, 360, 364, 368, 376, 388,
392, 398, 400, 404, 408, 410, 414, 417, 418, 422, 426, 430, 434, 446, 454, 458, 462, 480, 484, 496, 498, 504, 512, 516, 524, 532, 533,
548, 554, 558, 566, 578, 586, 590, 598, 600, 604, 608, 634, 643, 646, 654, 682, 690, 702, 704, 706, 710, 728, 748, 752, 756, 760, 764,
776, 780, 784, 788, 800, 807, 818, 826, 834, 840, 858, 860, 882, 886, 901, 925, 926, 929, 930, 931, 932, 933, 934, 936, 937, 938, 940,
941, 943, 944, 946, 947, 948, 949, 950, 951, 952, 953, 960, 965, 967, 968, 969, 970, 971, 972, 973, 975, 976, 977, 978, 979, 980, 981,
984, 985, 986, 990, 994, 997`
    .split(',')
    .map(Number)

const faults = (currency: unknown, value: number = 10) =>
  errorsIn(authorizeTransaction, json({ ...bodyWith('authorizeTransaction', 'amount', { value, currency }) }))

test('the table has exactly the 168 currency codes of the interface', () => {
  expect(allowed).toHaveLength(168)
  expect([...currencies.keys()].sort((a, b) => a - b)).toEqual(allowed)
})

test.each(allowed)('currency %i is accepted', (code) => {
  expect(faults(code)).toEqual([])
})

// Codes of ISO 4217 that the interface omits, and numbers without a currency.
test.each([955, 956, 957, 958, 959, 961, 962, 963, 964, 999, 928, 924, 927, 0, -840, 841, 1000])(
  'currency %i is rejected with enum_invalid',
  (code) => {
    expect(faults(code)).toEqual([{ type: 'enum_invalid', field: 'amount.currency', details: null }])
  },
)

test.each(['840', 'USD', true, [840], {}])('currency %j is rejected with type_invalid', (currency) => {
  expect(faults(currency)).toMatchObject([{ type: 'type_invalid', field: 'amount.currency' }])
})

test.each([null, undefined])('currency %j means the default of the account', (currency) => {
  expect(faults(currency)).toEqual([])
})

describe('exponents of ISO 4217, list of 2024-06-25', () => {
  const none = [108, 152, 174, 262, 324, 352, 392, 410, 548, 600, 646, 704, 800, 940, 950, 952, 953]
  const three = [48, 368, 400, 414, 434, 512, 788]
  const exponentOf = (code: number) => (none.includes(code) ? 0 : three.includes(code) ? 3 : code === 990 ? 4 : 2)

  test('the exponents of all currencies are those of ISO 4217', () => {
    for (const [code, { exponent }] of currencies) expect([code, exponent]).toEqual([code, exponentOf(code)])
  })

  test.each(none)('an amount in currency %i with a fraction is rejected', (code) => {
    expect(faults(code, 10.5)).toEqual([
      { type: 'amount_precision_invalid', field: 'amount.value', details: { places: 0 } },
    ])
    expect(faults(code, 10)).toEqual([])
  })

  test.each(three)('an amount in currency %i may have two decimals, but not three', (code) => {
    expect(faults(code, 10.55)).toEqual([])
    expect(faults(code, 10.555)).toMatchObject([{ type: 'amount_precision_invalid', field: 'amount.value' }])
  })

  test('100.00 yen is accepted, since the fraction is zero', () => {
    const text = '{"payment":{"cash":true},"amount":{"value":100.00,"currency":392}}'
    expect(errorsIn(authorizeTransaction, text)).toEqual([])
  })
})

test('units of account are funds, and currencies that ISO removed are withdrawn', () => {
  const kinds = Object.groupBy(currencies.values(), ({ kind }) => kind)
  expect(kinds.fund?.map(({ number }) => number)).toEqual([940, 947, 948, 960, 965, 970, 979, 984, 990, 994, 997])
  expect(kinds.withdrawn?.map(({ number }) => number)).toEqual([932, 937])
})
