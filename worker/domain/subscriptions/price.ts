import { addUp } from '#contract/money/sums'
import type { Sums } from '#contract/money/sums'
import type { Price } from '#contract/subscriptions/price'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { PriceColumns } from '../../store/subscriptions/subscriptionColumns.ts'
import { decimalPlaces, decimalText, money, moneyOf } from '../money.ts'

const members = ['total', 'subtotal', 'tax', 'surcharge', 'shipping'] as const satisfies readonly (keyof Price)[]

/** The largest amount of a charge in currency units. */
const max = 999_999_999.99

/** The given members in minor units. Decimals are checked here, since the contract does not know the plan's currency. */
const toMinor = (price: Price, currency: number): Partial<Record<(typeof members)[number], bigint>> => {
  const places = decimalPlaces(currency)
  const given = members.flatMap((name) => (price[name] === undefined ? [] : [[name, price[name]] as const]))
  const [first, ...others] = given
    .filter(([, value]) => (value.split('.')[1]?.length ?? 0) > places)
    .map(([name]): ErrorDetail => ({ type: 'amount_precision_invalid', field: `amount.${name}`, details: { places } }))
  if (first !== undefined) throw new ApiError(first, ...others)
  return Object.fromEntries(given.map(([name, value]) => [name, money(value, currency).minor]))
}

const notNegative = (amount: bigint): bigint => (amount < 0n ? 0n : amount)

const throwMismatch = ({ mismatches: [mismatch] }: Sums, currency: number): void => {
  if (mismatch === undefined) return
  throw apiError('amount_mismatch', {
    field: `amount.${mismatch.member}`,
    details: { computed: Number(decimalText(moneyOf(Number(mismatch.computed), currency))) },
  })
}

/**
 * Whether a price pauses: a total of 0 cannot be charged.
 *
 * Errors: amount_precision_invalid; amount_mismatch, for parts above 0.
 */
export const isPause = (price: Price, currency: number): boolean => {
  if (price.total !== '0') return false
  throwMismatch(addUp({ subtotal: 0n, ...toMinor(price, currency) }), currency)
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
  const before = {
    total: BigInt(present.total),
    tax: BigInt(present.tax),
    surcharge: BigInt(present.surcharge),
    shipping: BigInt(present.shipping),
  }
  const { tax, surcharge, shipping } = { ...before, ...given }
  const { subtotal } = addUp(given.total === undefined ? before : { total: given.total, tax, surcharge, shipping })
  const sums = addUp({
    total: given.total,
    subtotal: given.subtotal ?? notNegative(subtotal!),
    tax,
    surcharge,
    shipping,
  })
  throwMismatch(sums, currency)
  const total = Number(sums.total!)
  if (total === 0 || total > Math.floor(max * 10 ** decimalPlaces(currency)))
    throw apiError('out_of_range', { field: 'amount.total', details: { min: 0.01, max } })
  return { total, tax: Number(tax), surcharge: Number(surcharge), shipping: Number(shipping) }
}
