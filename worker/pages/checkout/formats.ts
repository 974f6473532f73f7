import { currencies, initialCurrency } from '#contract/money/currencies'
import type { PageAddress } from '#contract/checkouts/form'

type Style = Intl.DateTimeFormatOptions

/** A calendar date, which is not shifted by time zones. */
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

/** An offset such as "GMT-6", which must not be broken between lines. */
const GMT = /GMT\u200e?-/

/**
 * Direction marks that Intl adds to amounts in right-to-left locales. Our amounts are isolated left to right, where the marks would move the
 * sign. A mark after an abbreviation, such as the dinar's, stays: it holds the abbreviation's last point.
 */
const MARKS = /(?<!\p{L}\.)[\u200e\u200f\u061c]/gu

/**
 * Formats amounts, dates, counts and addresses for a locale, as plain text.
 *
 * @param locale BCP 47 tag
 * @param currency ISO 4217 number; amounts have the decimals of ISO 4217, which Intl does not always use
 * @param timeZone the merchant's, as IANA name
 * @param readerZone the reader's, for moments
 */
export const createFormats = (locale: string, currency: number, timeZone: string, readerZone = timeZone) => {
  const { code, exponent } = currencies.get(currency) ?? currencies.get(initialCurrency)!
  const amounts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  })
  const at = (when: number | Date, style: Style, zone = timeZone) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone: zone }).format(when)
  /** A country by its code of two letters. */
  const country = (code: string): string => new Intl.DisplayNames(locale, { type: 'region' }).of(code)!
  return {
    /** @param amount decimal text, never converted to a floating-point number */
    money: (amount: string): string => amounts.format(amount as `${number}`).replace(MARKS, ''),
    /** @param text a date, or an RFC 3339 date-time, which is shown as the date in the merchant's time zone */
    date: (text: string): string => at(new Date(text), DAY, DATE.test(text) ? 'UTC' : timeZone),
    /** @param ms since 1970 */
    moment: (ms: number): string => at(ms, MOMENT, readerZone).replace(GMT, 'GMT\u2011'),
    count: (count: number): string => new Intl.NumberFormat(locale).format(count),
    /** Such as "in 3 seconds". */
    inSeconds: (count: number): string => new Intl.RelativeTimeFormat(locale).format(count, 'second'),
    /** Such as "3 months". */
    period: (count: number, unit: string): string =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    country,
    /** The lines of a postal address. */
    address: ({ name, line1, line2, city, state, postalCode, country: code }: PageAddress): string[] =>
      [
        name,
        line1,
        line2,
        [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
        code && country(code),
      ].filter((line): line is string => Boolean(line)),
  }
}

export type Formats = ReturnType<typeof createFormats>
