import { currencies } from '#contract/money/currencies'
import { apiError } from '#contract/errors/apiError'
import type { MinorByExponent } from '../../store/transactions/modifications.ts'
import { decimalPlaces, money } from '../money.ts'
import type { Money } from '../money.ts'

/**
 * Parses an amount of a request in its currency, which the contract does not know when it validates the digits.
 *
 * Error: amount_precision_invalid.
 *
 * @param value canonical decimal text
 * @param field path of the amount in the body
 */
export const amountIn = (value: string, currency: number, field: string): Money => {
  const places = decimalPlaces(currency)
  if ((value.split('.')[1]?.length ?? 0) > places)
    throw apiError('amount_precision_invalid', { field, details: { places } })
  return money(value, currency)
}

/** One currency per exponent, to parse amounts with. */
const currencyByExponent = new Map([...currencies.values()].map(({ exponent, number }) => [exponent, number]))

/** The minor units of an amount for each exponent that its currency may have. Only the payment's row has the currency. */
export const minorByExponent = (value: string): MinorByExponent => {
  const places = value.split('.')[1]?.length ?? 0
  const minor = (exponent: 0 | 2 | 3 | 4) =>
    places > exponent ? null : Number(money(value, currencyByExponent.get(exponent)!).minor)
  return { 0: minor(0), 2: minor(2), 3: minor(3), 4: minor(4) }
}
