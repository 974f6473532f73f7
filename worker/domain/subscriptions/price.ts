import type { Price } from '#contract/subscriptions/price'
import { ApiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { PriceColumns } from '../../store/subscriptions/subscriptionColumns.ts'
import { decimalPlaces, money } from '../money.ts'

const parts = ['total', 'tax', 'surcharge', 'shipping'] as const satisfies readonly (keyof PriceColumns)[]

/**
 * The price of a request in minor units. Its decimals are checked here, since the contract does not know the plan's currency.
 *
 * Error: amount_precision_invalid, for each part with too many decimals.
 *
 * @param currency ISO 4217 number
 */
export const toMinorPrice = (price: Price, currency: number): PriceColumns => {
  const places = decimalPlaces(currency)
  const [first, ...others] = parts
    .filter((part) => (price[part].split('.')[1]?.length ?? 0) > places)
    .map((part): ErrorDetail => ({ type: 'amount_precision_invalid', field: `amount.${part}`, details: { places } }))
  if (first !== undefined) throw new ApiError(first, ...others)
  const minor = (value: string) => Number(money(value, currency).minor)
  return {
    total: minor(price.total),
    tax: minor(price.tax),
    surcharge: minor(price.surcharge),
    shipping: minor(price.shipping),
  }
}
