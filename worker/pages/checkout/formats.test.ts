import { describe, expect, test } from 'vitest'
import { fill, fillText } from './fill.ts'
import { createFormats } from './formats.ts'

const zone = 'America/Chicago'
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('an amount', () => {
  test.each([
    ['en', 840, '1234.5', '$1,234.50'],
    ['en', 840, '-5.00', '-$5.00'],
    ['de', 978, '1234.50', '1.234,50 €'],
    ['fr', 978, '1234.50', '1 234,50 €'],
    ['ja', 392, '262500', '￥262,500'],
    // Three digits by ISO 4217; others than the platform's own for the last two.
    ['en', 414, '12.345', 'KWD 12.345'],
    ['en', 368, '12.345', 'IQD 12.345'],
    ['en', 8, '12.34', 'ALL 12.34'],
    // More than a floating number can hold.
    ['en', 840, '90071992547409.93', '$90,071,992,547,409.93'],
    ['he', 840, '-26.25', '-26.25 $'],
    ['ar', 840, '26.25', '26.25 US$'],
    // The last point of the abbreviation stands at its end, on the left.
    ['ar', 414, '8.4', '8.400 د.ك.\u200f'],
  ])('amount in %s, currency %i: %s is %s', (locale, currency, amount, shown) => {
    expect(plain(createFormats(locale, currency, zone).money(amount))).toBe(shown)
  })
})

describe('a date', () => {
  test.each([
    ['en', 'America/Chicago', '2026-12-05', 'December 5, 2026'],
    // Calendar dates do not depend on the merchant's time zone.
    ['en', 'Pacific/Kiritimati', '2026-12-05', 'December 5, 2026'],
    ['en', 'Pacific/Pago_Pago', '2026-12-05', 'December 5, 2026'],
    ['en', 'America/Chicago', '2026-12-05T03:00:00Z', 'December 4, 2026'],
    ['en', 'Pacific/Kiritimati', '2026-12-05T23:00:00+00:00', 'December 6, 2026'],
    ['de', 'Europe/Berlin', '2026-12-05', '5. Dezember 2026'],
    ['ja', 'Asia/Tokyo', '2026-12-05', '2026年12月5日'],
  ])('date in %s, %s: %s is %s', (locale, timeZone, text, shown) => {
    expect(createFormats(locale, 840, timeZone).date(text)).toBe(shown)
  })

  test('a moment is shown in the merchant’s time zone with its name', () => {
    const at = Date.UTC(2026, 10, 20, 20, 41)
    expect(plain(createFormats('en', 840, 'America/Chicago').moment(at))).toBe('November 20, 2026 at 2:41 PM CST')
    // Without a hyphen at which a line could end.
    expect(plain(createFormats('de', 840, 'America/Chicago').moment(at))).toContain('14:41 GMT\u20116')
  })
})

test.each([
  ['en', 3, 'month', '3 months'],
  ['de', 2, 'week', '2 Wochen'],
  ['pl', 5, 'day', '5 dni'],
])('period in %s: %i %s is %s', (locale, count, unit, shown) => {
  expect(createFormats(locale, 840, zone).period(count, unit)).toBe(shown)
})

test('an address has one line per given part', () => {
  const nowhere = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }
  const { address } = createFormats('de', 840, zone)
  expect(
    address({ ...nowhere, line1: '12 Harbor Street', city: 'Portland', postalCode: '04101', country: 'US' }),
  ).toEqual(['12 Harbor Street', 'Portland, 04101', 'Vereinigte Staaten'])
  expect(address(nowhere)).toEqual([])
})

test('fill replaces known names once and keeps unknown ones', () => {
  expect(fillText('{a} of {b}, {c}', { a: '{b}', b: '$&' })).toBe('{b} of $&, {c}')
  expect(fillText('{constructor} {toString}', {})).toBe('{constructor} {toString}')
  expect(fill('Pay {amount}', { amount: 5 })).toEqual(['Pay ', 5, ''])
})
