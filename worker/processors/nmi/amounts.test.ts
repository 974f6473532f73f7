import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount } from './amounts.ts'
import { formatReference, parseReference } from './references.ts'

describe('amounts of NMI', () => {
  test.each([
    [1n, 2, '0.01'],
    [1000n, 2, '10.00'],
    [99_999_999_999n, 2, '999999999.99'],
    [100n, 0, '100'],
    [1250n, 3, '1.250'],
    [5n, 3, '0.005'],
  ])('%d minor units with %d decimals are %s, and read back', (minor, exponent, text) => {
    expect(formatAmount({ minor, exponent, currency: 840 })).toBe(text)
    expect(parseAmount(text, exponent)).toBe(minor)
  })

  test.each([
    ['10', 2, 1000n],
    ['10.0', 2, 1000n],
    ['10.000', 2, 1000n],
    ['10.001', 2, null],
    ['1e3', 2, null],
    ['-1.00', 2, null],
    ['', 2, null],
  ])('the amount "%s" with %d decimals is read as %s', (text, exponent, minor) =>
    expect(parseAmount(text, exponent)).toBe(minor),
  )
})

describe('references of NMI', () => {
  test.each(['2762757839', '2762757839 check', '2762757839 capture', '2762757839 check capture'])(
    '%s survives reading and writing',
    (raw) => expect(formatReference(parseReference(raw)!)).toBe(raw),
  )

  test.each([undefined, '', 'sim_12', '12 capture check', '12 ', '../1'])('%s is no reference', (raw) =>
    expect(parseReference(raw)).toBeNull(),
  )
})
