import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isExpired, isTooFarAhead, formatExpiry } from './expiry.ts'
import { EXPIRY_SPELLINGS, SPELLINGS_NOW } from './expirySpellings.fixture.ts'
import { formatExpiryText, isExpiryPrefix, parseExpiryText } from './expiryText.ts'

/** The date as MMYY, or the error of a field with this text. */
const outcome = (text: string): string => {
  const expiry = parseExpiryText(text)
  if (!expiry) return isExpiryPrefix(text) ? 'incomplete' : 'wrong'
  if (isTooFarAhead(expiry, SPELLINGS_NOW)) return 'wrong'
  return isExpired(expiry, SPELLINGS_NOW) ? 'past' : formatExpiry(expiry)
}

const typeKeys = (keys: string): string => [...keys].reduce((text, key) => formatExpiryText(text + key), '')

it.each(EXPIRY_SPELLINGS)('expiry %j is %s, whether inserted or typed', (text, expected) => {
  expect(outcome(text)).toBe(expected)
  expect(outcome(formatExpiryText(text, true))).toBe(expected)
  expect(outcome(typeKeys(text))).toBe(expected)
})

it('a digit after the year 2020 is a wrong date, whether inserted or typed', () => {
  expect([outcome('2202'), outcome(typeKeys('22020')), outcome(typeKeys('220200'))]).toEqual([
    'incomplete',
    'past',
    'wrong',
  ])
})

it('any keys give the same date or error as the same text inserted at once', () => {
  const keys = fc.string({ unit: fc.constantFrom(...'01234567890122 //-.x年٢\u00a0'), maxLength: 10 })
  fc.assert(
    fc.property(keys, (text) => {
      expect(outcome(typeKeys(text))).toBe(outcome(text))
    }),
    { numRuns: 20_000 },
  )
})

it('a month above 12 is an error with any year in any spelling', () => {
  for (let month = 13; month < 100; month++)
    for (const text of [`${month}/27`, `${month}27`, `${month}/2027`, `${month}2027`, `2027-${month}`, `2027${month}`])
      // A year alone can become a date.
      expect(new Set([outcome(text), outcome(typeKeys(text))]), text).toEqual(
        new Set([text === '2027' ? 'incomplete' : 'wrong']),
      )
})

it('formatting a formatted text changes nothing', () => {
  for (const [text] of EXPIRY_SPELLINGS) {
    const formatted = formatExpiryText(text, true)
    expect(formatExpiryText(formatted, true)).toBe(formatted)
  }
})
