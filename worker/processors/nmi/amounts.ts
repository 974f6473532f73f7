import type { Money } from '../processor.ts'

/** The amount as NMI's `amount`: `10.00`, `1000` yen. */
export const formatAmount = ({ minor, exponent }: Money): string => {
  const digits = String(minor).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

const decimal = /^(\d{1,12})(?:\.(\d{1,4}))?$/

/** Minor units of an amount in an answer: `10.00`, `10.0` and `10` are equal. Null if it is no amount of this many decimals. */
export const parseAmount = (text: string, exponent: number): bigint | null => {
  const [, whole, fraction = ''] = decimal.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(fraction.slice(exponent))) return null
  return BigInt(whole + fraction.slice(0, exponent).padEnd(exponent, '0'))
}
