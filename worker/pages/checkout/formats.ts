import { currencies, shippedCurrency } from '#contract/money/currencies'
import type { PageAddress } from '#contract/checkouts/form'

type Style = Intl.DateTimeFormatOptions

/** A date of the merchant's calendar, which no time zone shifts. */
const DATE = /^\d{4}-\d\d-\d\d$/
const DAY: Style = { dateStyle: 'long' }
const MOMENT: Style = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
}

/** A zone without a name, as "GMT-6": a line must not end within it. */
const GMT = /GMT\u200e?-/

/**
 * What Intl puts around amounts for text that runs from right to left. Where ours run from left to right, they would move the sign; but
 * the mark after an abbreviation, as of the dinar, keeps its last point at its end.
 */
const MARKS = /(?<!\p{L}\.)[\u200e\u200f\u061c]/gu

/**
 * Amounts, dates and the like as people of a locale write them, in plain text.
 *
 * @param locale BCP 47 tag
 * @param currency ISO 4217 number; amounts have the digits that ISO gives it, which are not always those of Intl
 * @param timeZone IANA name, for moments
 */
export const formatsOf = (locale: string, currency: number, timeZone: string) => {
  const { code, exponent } = currencies.get(currency) ?? currencies.get(shippedCurrency)!
  const amounts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  const at = (when: number | Date, style: Style, zone = timeZone) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone: zone }).format(when)
  return {
    /** @param amount decimal text, which is never turned into a floating number */
    money: (amount: string): string => amounts.format(amount as `${number}`).replace(MARKS, ''),
    /** @param text a date, or a date-time of RFC 3339: the date is shown that it falls on for the merchant */
    date: (text: string): string => at(new Date(text), DAY, DATE.test(text) ? 'UTC' : timeZone),
    /** @param ms since 1970 */
    moment: (ms: number): string => at(ms, MOMENT).replace(GMT, 'GMT\u2011'),
    count: (count: number): string => new Intl.NumberFormat(locale).format(count),
    /** Such as "3 months". */
    period: (count: number, unit: string): string =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    /** The lines of an address as they stand on an envelope. */
    address: ({ name, line1, line2, city, state, postalCode, country }: PageAddress): string[] =>
      [
        name,
        line1,
        line2,
        [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
        country && new Intl.DisplayNames(locale, { type: 'region' }).of(country),
      ].filter((line): line is string => Boolean(line)),
  }
}

export type Formats = ReturnType<typeof formatsOf>
