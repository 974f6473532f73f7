import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies } from '#contract/money/currencies'
import { decimalPlaces, decimalText, money, moneyOf } from './money.ts'

const ofExponent = (exponent: number) =>
  [...currencies.values()].filter((currency) => currency.exponent === exponent).map(({ number }) => number)

/** Amounts of the interface, 0.01 to 999999999.99 with the digits that their currency has, and the text we print of them. */
const amounts = fc
  .tuple(
    fc.constantFrom(...currencies.keys()),
    fc.integer({ min: 1, max: 999_999_999 }),
    fc.integer({ min: 0, max: 99 }),
  )
  .map(([currency, whole, hundredths]) => {
    const fraction = decimalPlaces(currency) === 0 ? '' : String(hundredths).padStart(2, '0').replace(/0+$/, '')
    return { currency, text: fraction === '' ? String(whole) : `${whole}.${fraction}` }
  })

describe('money', () => {
  test('is what it was, printed', () => {
    fc.assert(
      fc.property(amounts, ({ currency, text }) => {
        expect(decimalText(money(text, currency))).toBe(text)
      }),
    )
  })

  test('is what it was, read from the database, where numbers are doubles', () => {
    fc.assert(
      fc.property(amounts, ({ currency, text }) => {
        const stored = Number(money(text, currency).minor)
        expect(Number.isSafeInteger(stored)).toBe(true)
        expect(decimalText(moneyOf(stored, currency))).toBe(text)
      }),
    )
  })

  test('is any whole number of minor units, printed without an end of zeros, and read again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies.keys()), fc.bigInt({ min: 0n, max: 10n ** 14n }), (currency, minor) => {
        const text = decimalText({ ...money('1', currency), minor })
        expect(text).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)
        expect(money(text, currency).minor).toBe(minor)
      }),
    )
  })

  test.each([
    ['10.5', 840, 1050n],
    ['0.01', 840, 1n],
    ['999999999.99', 840, 99_999_999_999n],
    ['100', 392, 100n],
    ['1.25', 414, 1250n],
    ['999999999.99', 414, 999_999_999_990n],
    ['1.25', 990, 12_500n],
    ['1.25', 960, 125n],
  ])('%s of currency %d is %d minor units', (text, currency, minor) => {
    expect(money(text, currency).minor).toBe(minor)
  })

  test.each([
    [0n, 840, '0'],
    [5n, 840, '0.05'],
    [50n, 840, '0.5'],
    [-1050n, 840, '-10.5'],
    [1255n, 414, '1.255'],
    [0n, 392, '0'],
  ])('%d minor units of currency %d are %s', (minor, currency, text) => {
    expect(decimalText(moneyOf(Number(minor), currency))).toBe(text)
  })

  test('is of no currency that the interface does not have', () => {
    for (const currency of [0, 1, 999, 841]) {
      expect(() => money('1', currency)).toThrow(RangeError)
      expect(() => moneyOf(1, currency)).toThrow(RangeError)
    }
  })

  test('has no more digits than its currency', () => {
    expect(() => money('1.5', 392)).toThrow(RangeError)
    expect(() => money('1.555', 840)).toThrow(RangeError)
  })

  test('has two digits on the wire at most, whatever its currency has', () => {
    expect(new Set(ofExponent(0).map(decimalPlaces))).toEqual(new Set([0]))
    for (const exponent of [2, 3, 4]) expect(new Set(ofExponent(exponent).map(decimalPlaces))).toEqual(new Set([2]))
  })
})
