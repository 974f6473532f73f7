import type { Money } from '../processor.ts'

const power = (exponent: number) => 10n ** BigInt(exponent)

/** Converts hundredths of a currency unit to minor units, rounded down. */
export const fromHundredths = (hundredths: bigint, { exponent }: Money): bigint => (hundredths * power(exponent)) / 100n

/** The two digits after the decimal point: '51' of 10.51, and '00' in currencies without decimals. */
export const cents = ({ minor, exponent }: Money): string =>
  String(((minor * 100n) / power(exponent)) % 100n).padStart(2, '0')

/**
 * Half of an amount, rounded down to a chargeable amount: the API's amounts have two decimals, so in a currency with three
 * the last digit is 0.
 */
export const half = ({ minor, exponent }: Money): bigint => {
  const step = power(Math.max(0, exponent - 2))
  return (minor / 2n / step) * step
}
