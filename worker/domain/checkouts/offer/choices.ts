import type { CheckoutRequest } from '#contract/checkouts/checkouts'
import type { Offer, OfferedChoices } from '#contract/checkouts/offer'
import { resolveInstant } from '../../subscriptions/instants.ts'

const dayMs = 86_400_000

type Discount = NonNullable<CheckoutRequest['discounts']>[number]

const toOfferedDiscount = (
  { code, amountOff, percentOff, expires, minimum }: Discount,
  timeZone: string,
): OfferedChoices['discounts'][number] => ({
  code,
  amountOff: amountOff ?? null,
  percentOff: percentOff ?? null,
  // A date without a time is the code's last day.
  expires: expires == null ? null : resolveInstant(expires, timeZone) + (expires.isDate ? dayMs : 0),
  minimum: minimum ?? null,
})

/** What the shopper can choose; no member if the order is fixed. */
export const toOfferedChoices = (
  { items = [], discounts, shippingOptions, taxRates }: CheckoutRequest,
  timeZone: string,
): Pick<Offer, 'choices'> => {
  const choices: OfferedChoices = {
    discounts: (discounts ?? []).map((discount) => toOfferedDiscount(discount, timeZone)),
    shippingOptions: (shippingOptions ?? []).map(({ id, label, amount, estimate = null, countries = null }) => ({
      id,
      label,
      amount,
      estimate,
      countries,
    })),
    taxRates: (taxRates ?? []).map(({ rate, country = null, state = null, includesShipping = false }) => ({
      rate,
      country,
      state,
      includesShipping,
    })),
  }
  const isAdjustable = items.some(({ adjustableQuantity }) => adjustableQuantity != null)
  return isAdjustable || Object.values(choices).some((list) => list.length > 0) ? { choices } : {}
}
