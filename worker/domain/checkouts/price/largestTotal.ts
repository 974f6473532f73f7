import { toHundredths } from '#contract/money/hundredths'
import { optionalHundredths, percentOf, smallestAmount } from './amounts.ts'
import type { PricedOffer } from './priceOrder.ts'

const largestOf = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((largest, amount) => (amount > largest ? amount : largest), 0n)

/** Upper bound of the total over all choices, in hundredths. */
export const largestTotal = ({ offer, currency }: PricedOffer): bigint => {
  const { shippingOptions = [], taxRates = [] } = offer.choices ?? {}
  const subtotal =
    offer.items.length === 0
      ? optionalHundredths(offer.subtotal)
      : offer.items.reduce(
          (sum, { price, quantity, adjustable }) => sum + toHundredths(price) * BigInt(adjustable?.maximum ?? quantity),
          0n,
        )
  const shipping = largestOf([
    optionalHundredths(offer.shippingAmount),
    ...shippingOptions.map(({ amount }) => toHundredths(amount)),
  ])
  const smallest = smallestAmount(currency)
  const tax = largestOf(taxRates.map(({ rate }) => percentOf(subtotal + shipping, rate, smallest)))
  return subtotal + shipping + tax + optionalHundredths(offer.tax) + optionalHundredths(offer.surcharge)
}
