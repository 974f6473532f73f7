import { comparableCode } from '#contract/checkouts/choices'
import type { OfferedChoices } from '#contract/checkouts/offer'
import { toHundredths } from '#contract/money/hundredths'
import { percentOf } from './amounts.ts'

/** Why a code is refused. `minimum` is decimal text: the subtotal that the code needs. */
export type CodeRefusal =
  | { readonly reason: 'unknown' | 'expired' | 'exceedsOrder' }
  | { readonly reason: 'minimum'; readonly minimum: string }

type Discount = OfferedChoices['discounts'][number]

interface Order {
  /** In hundredths. */
  readonly subtotal: bigint
  readonly smallest: bigint
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The amount of a discount, at most the subtotal. */
const discountAmount = ({ amountOff, percentOff }: Discount, { subtotal, smallest }: Order): bigint => {
  const amount = amountOff === null ? percentOf(subtotal, percentOff ?? '0', smallest) : toHundredths(amountOff)
  return amount < subtotal ? amount : subtotal
}

/** The discount of a code, which is compared without case. */
export const discountOf = (
  code: string,
  discounts: readonly Discount[],
  order: Order,
): { readonly code: string; readonly amount: bigint } | CodeRefusal => {
  const wanted = comparableCode(code)
  const found = discounts.find((discount) => comparableCode(discount.code) === wanted)
  if (found === undefined) return { reason: 'unknown' }
  if (found.expires !== null && found.expires <= order.now) return { reason: 'expired' }
  if (found.minimum !== null && order.subtotal < toHundredths(found.minimum))
    return { reason: 'minimum', minimum: found.minimum }
  return { code: found.code, amount: discountAmount(found, order) }
}
