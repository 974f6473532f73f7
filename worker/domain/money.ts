import { currencies } from '#contract/money/currencies'

/** An amount of money: whole minor units of a currency. */
export interface Money {
  readonly minor: bigint
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** Digits of the minor unit: 0, 2, 3 or 4. */
  readonly exponent: number
}

const exponentOf = (currency: number): number => {
  const definition = currencies.get(currency)
  if (definition === undefined) throw new RangeError('Unknown currency.')
  return definition.exponent
}

/** Decimal places that an amount of a currency may have in the API: two at most. */
export const decimalPlaces = (currency: number): number => Math.min(2, exponentOf(currency))

/**
 * Parses canonical decimal text such as '10.5', which the contract has validated: at most two decimals, none if the currency has
 * no minor unit. A currency with three decimals gets a 0 as its third, as the card schemes expect.
 */
export const money = (value: string, currency: number): Money => {
  const exponent = exponentOf(currency)
  const [whole = '0', fraction = ''] = value.split('.')
  if (fraction.length > exponent) throw new RangeError('More decimals than the currency has.')
  return { minor: BigInt(whole + fraction.padEnd(exponent, '0')), currency, exponent }
}

/** Money from a row of the database. */
export const moneyOf = (minor: number, currency: number): Money => ({
  minor: BigInt(minor),
  currency,
  exponent: exponentOf(currency),
})

/** Canonical decimal text: 10.5, not 10.50. */
export const decimalText = ({ minor, exponent }: Pick<Money, 'minor' | 'exponent'>): string => {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  let end = digits.length
  while (end > whole.length && digits[end - 1] === '0') end--
  const fraction = digits.slice(whole.length, end)
  return `${minor < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
