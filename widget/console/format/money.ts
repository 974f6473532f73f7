import { currencies } from '#contract/money/currencies'
import { numberFormat } from './formats.ts'
import { formatLocale } from './locale.ts'

/** The letters of a currency, such as `USD`; the number itself if it is unknown. */
export const currencyCode = (currency: number): string => currencies.get(currency)?.code ?? String(currency)

/** The number of a currency by its letters; undefined if unknown. */
export const currencyNumber = (code: string): number | undefined =>
  [...currencies].find(([, currency]) => currency.code === code.toUpperCase())?.[0]

const moneyOptions = (currency: string): Intl.NumberFormatOptions =>
  /^[A-Z]{3}$/.test(currency) ? { style: 'currency', currency } : { minimumFractionDigits: 2 }

/** An amount in currency units, such as `$26.25`. */
export const formatMoney = (amount: number, currency: number, locale = formatLocale()): string =>
  numberFormat(locale, moneyOptions(currencyCode(currency))).format(amount)

/** Hundredths, so that sums are exact. The API has at most two decimals. */
export const toHundredths = (amount: number): number => Math.round(amount * 100)

/** The sum of amounts in currency units, exact to two decimals. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + toHundredths(amount), 0) / 100

/** The difference of two amounts in currency units, exact to two decimals. */
export const minus = (amount: number, ...others: readonly number[]): number =>
  (toHundredths(amount) - others.reduce((sum, other) => sum + toHundredths(other), 0)) / 100

/**
 * An amount as a person types it: `1240`, `12.50` or `12,50`. Undefined for other text, so that `1,240` is not read as 1.24.
 */
export const parseAmount = (text: string): number | undefined => {
  const plain = text.trim().replace(/^(\d{1,9}),(\d{1,2})$/, '$1.$2')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined
}

/** A count, such as `1,204`. */
export const formatCount = (count: number, locale = formatLocale()): string => numberFormat(locale, {}).format(count)

/** A share, such as `96.4%`. */
export const formatPercent = (share: number, locale = formatLocale()): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)
