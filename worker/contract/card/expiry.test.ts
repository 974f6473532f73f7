import { describe, expect, it } from 'vitest'
import { isExpired, parseExpiry, formatExpiry } from './expiry.ts'

describe('parseExpiry', () => {
  it.each([
    ['0130', 1, 2030],
    ['01/30', 1, 2030],
    ['01 / 30', 1, 2030],
    [' 12/ 49 ', 12, 2049],
    ['012030', 1, 2030],
    ['01/2030', 1, 2030],
    ['1/30', 1, 2030],
    ['1 / 30', 1, 2030],
    ['12/00', 12, 2000],
  ])('%j is the month %s of %s', (text, month, year) => {
    expect(parseExpiry(text)).toEqual({ month, year })
  })

  it.each([
    ['2030', 'month 20'],
    ['0030', 'month 0'],
    ['1330', 'month 13'],
    ['130', 'no slash after the month'],
    ['1/2030', 'five digits'],
    ['011999', 'another century'],
    ['01-30', 'another separator'],
    ['01/3', 'one digit of a year'],
    ['', 'empty'],
    ['/', 'a slash only'],
    ['01/30\n', 'a line end'],
    ['٠١/٣٠', 'digits of another script'],
  ])('%j is not an expiry date: %s', (text) => {
    expect(parseExpiry(text)).toBeNull()
  })
})

describe('expiryIsPast', () => {
  const expiry = { month: 12, year: 2030 }

  it('a card expires when its month has ended in the last time zone', () => {
    expect(isExpired(expiry, Date.parse('2031-01-01T11:59:59.999Z'))).toBe(false)
    expect(isExpired(expiry, Date.parse('2031-01-01T12:00:00.000Z'))).toBe(true)
  })

  it('a card of February expires after the 29th in a leap year', () => {
    expect(isExpired({ month: 2, year: 2028 }, Date.parse('2028-02-29T23:59:59Z'))).toBe(false)
    expect(isExpired({ month: 2, year: 2028 }, Date.parse('2028-03-01T12:00:00Z'))).toBe(true)
  })
})

it('an expiry date is formatted as MMYY, and parses to the same date', () => {
  expect(formatExpiry({ month: 3, year: 2009 })).toBe('0309')
  for (let month = 1; month <= 12; month++) {
    const expiry = { month, year: 2042 }
    expect(parseExpiry(formatExpiry(expiry))).toEqual(expiry)
  }
})
