import type { Price } from '#contract/subscriptions/price'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { PriceColumns } from '../../store/subscriptions/subscriptionColumns.ts'
import { decimalPlaces, decimalText, money, moneyOf } from '../money.ts'

const members = ['total', 'subtotal', 'tax', 'surcharge', 'shipping'] as const satisfies readonly (keyof Price)[]

/** The largest amount of a charge in currency units. */
const max = 999_999_999.99

/** The given members in minor units. Decimals are checked here, since the contract does not know the plan's currency. */
const toMinor = (price: Price, currency: number): Partial<Record<(typeof members)[number], number>> => {
  const places = decimalPlaces(currency)
  const given = members.flatMap((name) => (price[name] === undefined ? [] : [[name, price[name]] as const]))
  const [first, ...others] = given
    .filter(([, value]) => (value.split('.')[1]?.length ?? 0) > places)
    .map(([name]): ErrorDetail => ({ type: 'amount_precision_invalid', field: `amount.${name}`, details: { places } }))
  if (first !== undefined) throw new ApiError(first, ...others)
  return Object.fromEntries(given.map(([name, value]) => [name, Number(money(value, currency).minor)]))
}

const mismatch = (sum: number, currency: number): ApiError =>
  apiError('amount_mismatch', {
    field: 'amount.total',
    details: { computed: Number(decimalText(moneyOf(sum, currency))) },
  })

/**
 * Whether a price pauses: a total of 0 cannot be charged.
 *
 * Errors: amount_precision_invalid; amount_mismatch, for parts above 0.
 */
export const isPause = (price: Price, currency: number): boolean => {
  if (price.total !== '0') return false
  const { subtotal = 0, tax = 0, surcharge = 0, shipping = 0 } = toMinor(price, currency)
  const sum = subtotal + tax + surcharge + shipping
  if (sum > 0) throw mismatch(sum, currency)
  return true
}

/**
 * The price after a change, in minor units: total = subtotal + tax + surcharge + shipping. Absent tax, surcharge and shipping keep their present
 * values. A total alone changes the subtotal; without a total it is the sum of the given and the present parts.
 *
 * Errors: amount_precision_invalid, for each member with too many decimals; amount_mismatch, for members that do not add up; out_of_range, for a
 * computed total that cannot be charged.
 *
 * @param present the price so far, or that of the plan
 * @param currency ISO 4217 number
 */
export const changedPrice = (price: Price, present: PriceColumns, currency: number): PriceColumns => {
  const given = toMinor(price, currency)
  const { tax = present.tax, surcharge = present.surcharge, shipping = present.shipping } = given
  const others = tax + surcharge + shipping
  const presentSubtotal = present.total - present.tax - present.surcharge - present.shipping
  const subtotal = given.subtotal ?? (given.total === undefined ? presentSubtotal : Math.max(0, given.total - others))
  const sum = subtotal + others
  const total = given.total ?? sum
  if (total !== sum) throw mismatch(sum, currency)
  if (total === 0 || total > Math.floor(max * 10 ** decimalPlaces(currency)))
    throw apiError('out_of_range', { field: 'amount.total', details: { min: 0.01, max } })
  return { total, tax, surcharge, shipping }
}
