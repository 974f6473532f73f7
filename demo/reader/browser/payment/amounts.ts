/** Amounts as the protocol has them: decimal text, exact. Sums are made in the minor unit. */

const inMinor = (value: string, exponent: number): bigint => {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(exponent, '0').slice(0, exponent))
}

const asDecimal = (minor: bigint, exponent: number): string => {
  const digits = String(minor).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

export const plus = (one: string, other: string, exponent: number): string =>
  asDecimal(inMinor(one, exponent) + inMinor(other, exponent), exponent)

/** What is left of one amount after another; null where nothing is. */
export const leftOf = (whole: string, part: string, exponent: number): string | null => {
  const left = inMinor(whole, exponent) - inMinor(part, exponent)
  return left > 0n ? asDecimal(left, exponent) : null
}

export type Money = { readonly currency: string; readonly exponent: number }

/** `24.5` in US dollars is printed as `$24.50`. */
export const printAmount = (value: string, { currency, exponent }: Money): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
    // Decimal text is printed digit by digit; as a number the last ones of large amounts could differ.
  }).format(value as Intl.StringNumericLiteral)
