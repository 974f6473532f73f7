import { currencies } from '#contract/money/currencies'
import { refuse } from '#contract/errors/apiError'
import type { MinorByExponent } from '../../store/transactions/modifications.ts'
import { decimalPlaces, money } from '../money.ts'
import type { Money } from '../money.ts'

/**
 * An amount of a request in its currency, which the contract did not know when it checked the digits.
 *
 * Error: amount_precision_invalid.
 *
 * @param value canonical decimal text
 * @param field its place in the body
 */
export const amountIn = (value: string, currency: number, field: string): Money => {
  const places = decimalPlaces(currency)
  if ((value.split('.')[1]?.length ?? 0) > places)
    throw refuse('amount_precision_invalid', { field, details: { places } })
  return money(value, currency)
}

/** A currency of each exponent, to read an amount by. */
const currencyByExponent = new Map([...currencies.values()].map(({ exponent, number }) => [exponent, number]))

/** The minor units of an amount by the exponent of its currency, which only the payment's row knows. */
export const minorByExponent = (value: string): MinorByExponent => {
  const places = value.split('.')[1]?.length ?? 0
  const minor = (exponent: 0 | 2 | 3 | 4) =>
    places > exponent ? null : Number(money(value, currencyByExponent.get(exponent)!).minor)
  return { 0: minor(0), 2: minor(2), 3: minor(3), 4: minor(4) }
}
