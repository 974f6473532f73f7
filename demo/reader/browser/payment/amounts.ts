/** Amounts are decimal strings, as in the device protocol. Sums are computed exactly, in minor units. */

const toMinorUnits = (value: string, exponent: number): bigint => {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(exponent, '0').slice(0, exponent))
}

const toDecimal = (minor: bigint, exponent: number): string => {
  const digits = String(minor).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

export const addAmounts = (first: string, second: string, exponent: number): string =>
  toDecimal(toMinorUnits(first, exponent) + toMinorUnits(second, exponent), exponent)

/** The total minus the paid amount; null if nothing remains. */
export const remainingAmount = (total: string, paid: string, exponent: number): string | null => {
  const left = toMinorUnits(total, exponent) - toMinorUnits(paid, exponent)
  return left > 0n ? toDecimal(left, exponent) : null
}

export type Money = { readonly currency: string; readonly exponent: number }

/** Formats `24.5` US dollars as `$24.50`. */
export const formatAmount = (value: string, { currency, exponent }: Money): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    // A string keeps every digit; a number would round large amounts.
  }).format(value as Intl.StringNumericLiteral)
