import { toHundredths } from '#contract/money/hundredths'
import { decimalPlaces, decimalText } from '../../money.ts'

/** Amounts of an order in hundredths of the currency unit, which are exact in each currency: API amounts have two decimals at most. */

/** The smallest amount of a currency: 1 hundredth, or 100 without a minor unit. */
export const smallestAmount = (currency: number): bigint => 10n ** BigInt(2 - decimalPlaces(currency))

/** Decimal text of percents has at most four decimals. */
const percentScale = 10_000n

const percentUnits = (percent: string): bigint => {
  const [whole = '0', fraction = ''] = percent.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}

/** A share of an amount, rounded half up to the smallest amount of the currency. */
export const percentOf = (amount: bigint, percent: string, smallest: bigint): bigint => {
  const unit = 100n * percentScale * smallest
  return ((2n * amount * percentUnits(percent) + unit) / (2n * unit)) * smallest
}

export const optionalHundredths = (amount: string | null | undefined): bigint =>
  amount == null ? 0n : toHundredths(amount)

export const toAmountText = (amount: bigint): string => decimalText({ minor: amount, exponent: 2 })

/** Amounts of 0 are not shown. */
export const toOptionalText = (amount: bigint): string | null => (amount === 0n ? null : toAmountText(amount))
