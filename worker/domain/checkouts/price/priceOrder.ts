import type { Offer, OfferedChoices } from '#contract/checkouts/offer'
import type { PricedOrder, ShippingOption } from '#contract/checkouts/order'
import type { ErrorDetail } from '#contract/errors/apiError'
import { toHundredths } from '#contract/money/hundredths'
import { optionalHundredths, smallestAmount, toAmountText, toOptionalText } from './amounts.ts'
import { discountOf } from './discount.ts'
import type { CodeRefusal } from './discount.ts'
import { availableOptions } from './shipping.ts'
import { taxOf } from './tax.ts'
import type { TaxAddress } from './tax.ts'

/** What a shopper chose. Each member has a value without a choice. */
export interface Choices {
  /** By item; undefined for the offered ones. */
  readonly quantities?: readonly number[] | undefined
  /** Empty for none. */
  readonly code: string
  /** Id, or empty for the first one. */
  readonly shippingOption: string
}

export const noChoices: Choices = { code: '', shippingOption: '' }

/** An order, and what the shopper could choose in it. */
export interface Pricing {
  readonly order: PricedOrder
  /** Why the code is not applied; null if it is, or if there is none. */
  readonly codeRefusal: CodeRefusal | null
  /** The ways of shipping to the address. */
  readonly options: readonly ShippingOption[]
  /** Whether the merchant ships nothing to the country of the address. */
  readonly noShipping: boolean
  /** Choices that the offer does not have. Only a forged request has any. `field` is a member of Choices. */
  readonly errors: readonly ErrorDetail[]
}

/** An offer with its currency. */
export interface PricedOffer {
  readonly offer: Pick<Offer, 'items' | 'subtotal' | 'tax' | 'surcharge' | 'shippingAmount' | 'discount' | 'choices'>
  /** ISO 4217 number. */
  readonly currency: number
}

const fixedChoices: OfferedChoices = { discounts: [], shippingOptions: [], taxRates: [] }

/** The limits of an item's quantity: those of the offer, or the fixed one. */
const limitsOf = ({ quantity, adjustable }: Offer['items'][number]) =>
  adjustable ?? { minimum: quantity, maximum: quantity }

/** Quantities by item, each within its limits, of at least one unit in total. */
const chosenQuantities = (
  items: Offer['items'],
  given: readonly number[] | undefined,
): { readonly quantities: number[]; readonly errors: ErrorDetail[] } => {
  const offered = items.map(({ quantity }) => quantity)
  if (given === undefined) return { quantities: offered, errors: [] }
  if (given.length !== items.length)
    return {
      quantities: offered,
      errors: [{ type: 'format_invalid', field: 'quantities', details: { format: 'one quantity of each item' } }],
    }
  const errors = items.flatMap((item, index): ErrorDetail[] => {
    const { minimum: min, maximum: max } = limitsOf(item)
    return given[index]! < min || given[index]! > max
      ? [{ type: 'out_of_range', field: `quantities[${index}]`, details: { min, max } }]
      : []
  })
  const isEmpty = items.length > 0 && given.every((quantity) => quantity === 0)
  return {
    quantities: [...given],
    errors: isEmpty ? [...errors, { type: 'out_of_range', field: 'quantities', details: { min: 1 } }] : errors,
  }
}

/**
 * The order that choices make of an offer. The fixed figures of the offer and the computed ones add up: total = subtotal - discount + tax +
 * surcharge + shipping. Percentages are rounded half up to the smallest amount of the currency.
 *
 * A discount is at most the subtotal, and a code that would leave nothing to pay is refused.
 *
 * @param address where the order is shipped to, else billed to; empty members if unknown
 * @param now milliseconds since 1970
 */
export const priceOrder = (
  { offer, currency }: PricedOffer,
  choices: Choices,
  address: TaxAddress,
  now: number,
): Pricing => {
  const { items } = offer
  const offered = offer.choices ?? fixedChoices
  const smallest = smallestAmount(currency)
  const { quantities, errors } = chosenQuantities(items, choices.quantities)
  const subtotal =
    items.length === 0
      ? optionalHundredths(offer.subtotal)
      : items.reduce((sum, { price }, index) => sum + toHundredths(price) * BigInt(quantities[index]!), 0n)

  const options = availableOptions(offered, address.country)
  const shippingOption = options.find(({ id }) => id === choices.shippingOption) ?? options[0] ?? null
  const shipping = optionalHundredths(shippingOption?.amount ?? offer.shippingAmount)
  const surcharge = optionalHundredths(offer.surcharge)

  const figures = (discount: bigint) => {
    const discounted = subtotal - discount
    const tax = optionalHundredths(offer.tax) + taxOf(offered, address, { discounted, shipping, smallest })
    return { discount, tax, total: discounted + tax + surcharge + shipping }
  }
  const fixed = optionalHundredths(offer.discount)
  const found = choices.code === '' ? null : discountOf(choices.code, offered.discounts, { subtotal, smallest, now })
  const discounted = found !== null && 'amount' in found ? figures(fixed + found.amount) : null
  const isApplied = discounted !== null && discounted.total >= smallest
  const { discount, tax, total } = isApplied ? discounted : figures(fixed)

  return {
    order: {
      quantities,
      subtotal: toAmountText(subtotal),
      discount: toOptionalText(discount),
      tax: toOptionalText(tax),
      surcharge: toOptionalText(surcharge),
      // Free shipping that the shopper chose is shown.
      shipping: shippingOption === null ? toOptionalText(shipping) : toAmountText(shipping),
      total: toAmountText(total),
      code: isApplied && found !== null && 'code' in found ? found.code : null,
      shippingOption,
    },
    codeRefusal: refusalOf(found, isApplied),
    options,
    noShipping: offered.shippingOptions.length > 0 && options.length === 0 && address.country !== '',
    errors: [
      ...errors,
      // Such as only free items.
      ...(errors.length === 0 && total < smallest
        ? [{ type: 'out_of_range', field: 'quantities', details: { min: toAmountText(smallest) } } as const]
        : []),
      ...optionErrors(offered, choices.shippingOption),
    ],
  }
}

const refusalOf = (found: ReturnType<typeof discountOf> | null, isApplied: boolean): CodeRefusal | null => {
  if (found === null || isApplied) return null
  return 'reason' in found ? found : { reason: 'exceedsOrder' }
}

const optionErrors = ({ shippingOptions }: OfferedChoices, chosen: string): ErrorDetail[] =>
  chosen === '' || shippingOptions.some(({ id }) => id === chosen)
    ? []
    : [{ type: 'enum_invalid', field: 'shippingOption', details: { allowed: shippingOptions.map(({ id }) => id) } }]
