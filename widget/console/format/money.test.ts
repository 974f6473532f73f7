import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { currencyNumber, formatMoney, formatPercent, minus, parseAmount, sumOf } from './money.ts'

it.each([
  [26.25, 840, 'en-US', '$26.25'],
  [1240, 840, 'en-US', '$1,240.00'],
  [1240.5, 978, 'de-DE', '1.240,50\u00a0€'],
  [5400, 392, 'en-US', '¥5,400'],
  [-10, 840, 'en-US', '-$10.00'],
  [1, 1, 'en-US', '1.00'],
])('%d in currency %d and %s is %s', (amount, currency, locale, text) => {
  expect(formatMoney(amount, currency, locale)).toBe(text)
})

it('the number of a currency is found by its letters in any case', () => {
  expect([currencyNumber('usd'), currencyNumber('EUR'), currencyNumber('XYZ')]).toEqual([840, 978, undefined])
})

it.each([
  ['12.50', 12.5],
  ['12,50', 12.5],
  [' 1240 ', 1240],
  ['1,240', undefined],
  ['1.005', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['12.50 $', undefined],
])('the typed amount %j is read as %s', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

it('sums and differences of amounts are exact to two decimals', () => {
  expect(sumOf([0.1, 0.2])).toBe(0.3)
  expect(minus(0.3, 0.1)).toBe(0.2)
  const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 50 })
  fc.assert(
    fc.property(amounts, (hundredths) => {
      const total = hundredths.reduce((sum, each) => sum + each, 0)
      expect(sumOf(hundredths.map((each) => each / 100))).toBe(total / 100)
      expect(minus(total / 100, ...hundredths.map((each) => each / 100))).toBe(0)
    }),
  )
})

it('a share is shown with one decimal', () => {
  expect(formatPercent(0.9259, 'en-US')).toBe('92.6%')
})
