import type { Money } from '../processor.ts'

const power = (exponent: number) => 10n ** BigInt(exponent)

/** An amount given in hundredths, in the smallest unit of a currency; rounded down where that is coarser. */
export const fromHundredths = (hundredths: bigint, { exponent }: Money): bigint => (hundredths * power(exponent)) / 100n

/** The two digits after the point: '51' of 10.51, '00' of every amount in a currency without decimals. */
export const cents = ({ minor, exponent }: Money): string =>
  String(((minor * 100n) / power(exponent)) % 100n).padStart(2, '0')

/**
 * Half of an amount, rounded down to what can be charged: the API's amounts have two decimals, so in a currency of
 * three the last digit stays 0.
 */
export const half = ({ minor, exponent }: Money): bigint => {
  const step = power(Math.max(0, exponent - 2))
  return (minor / 2n / step) * step
}
