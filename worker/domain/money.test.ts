import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies } from '#contract/money/currencies'
import { decimalPlaces, decimalText, money, moneyOf } from './money.ts'

const ofExponent = (exponent: number) =>
  [...currencies.values()].filter((currency) => currency.exponent === exponent).map(({ number }) => number)

/** Amounts of the API, 0.01 to 999999999.99 with the decimals that their currency allows, and their canonical text. */
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
  test('decimalText returns the text that money parsed', () => {
    fc.assert(
      fc.property(amounts, ({ currency, text }) => {
        expect(decimalText(money(text, currency))).toBe(text)
      }),
    )
  })

  test('an amount stored as a double in the database is exact', () => {
    fc.assert(
      fc.property(amounts, ({ currency, text }) => {
        const stored = Number(money(text, currency).minor)
        expect(Number.isSafeInteger(stored)).toBe(true)
        expect(decimalText(moneyOf(stored, currency))).toBe(text)
      }),
    )
  })

  test('any number of minor units prints without trailing zeros and parses to the same amount', () => {
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
  ])('money of %s in currency %d is %d minor units', (text, currency, minor) => {
    expect(money(text, currency).minor).toBe(minor)
  })

  test.each([
    [0n, 840, '0'],
    [5n, 840, '0.05'],
    [50n, 840, '0.5'],
    [-1050n, 840, '-10.5'],
    [1255n, 414, '1.255'],
    [0n, 392, '0'],
  ])('decimalText of %d minor units in currency %d is %s', (minor, currency, text) => {
    expect(decimalText(moneyOf(Number(minor), currency))).toBe(text)
  })

  test('money and moneyOf throw a RangeError for an unknown currency', () => {
    for (const currency of [0, 1, 999, 841]) {
      expect(() => money('1', currency)).toThrow(RangeError)
      expect(() => moneyOf(1, currency)).toThrow(RangeError)
    }
  })

  test('money throws a RangeError for more decimals than the currency has', () => {
    expect(() => money('1.5', 392)).toThrow(RangeError)
    expect(() => money('1.555', 840)).toThrow(RangeError)
  })

  test('decimalPlaces is at most two', () => {
    expect(new Set(ofExponent(0).map(decimalPlaces))).toEqual(new Set([0]))
    for (const exponent of [2, 3, 4]) expect(new Set(ofExponent(exponent).map(decimalPlaces))).toEqual(new Set([2]))
  })
})
