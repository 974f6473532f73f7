import type { PayRequest } from '#contract/checkouts/pay'
import type { Offer } from '#contract/checkouts/offer'
import type { PricedOrder } from '#contract/checkouts/order'
import type { Order } from '#contract/transactions/order'
import { toHundredths } from '#contract/money/hundredths'
import { numberFromText } from '#contract/schema/rawJson'
import type { CheckoutRow } from '../../../store/checkouts/checkoutColumns.ts'
import { decimalText, moneyOf } from '../../money.ts'
import { toMetadata } from './answers.ts'
import { toCheckoutForm } from '../offer/form.ts'

type Address = NonNullable<PayRequest['answers']['shipTo']>

const optionalNumber = (text: string | null) => (text === null ? null : numberFromText(text))

/** Price times quantity, as decimal text. */
export const lineTotal = ({ price, quantity }: { readonly price: string; readonly quantity: number }): string =>
  decimalText({ minor: toHundredths(price) * BigInt(quantity), exponent: 2 })

/** The items with their chosen quantities, without those that the shopper removed. */
const orderedLines = (items: Offer['items'], quantities: readonly number[]) =>
  items.flatMap(({ name, price }, index) => {
    const quantity = quantities[index]!
    return quantity === 0 ? [] : [{ name, price, quantity }]
  })

const nonEmpty = (address: Address | undefined): Address | undefined =>
  address !== undefined && Object.values(address).some((value) => value) ? address : undefined

/** The billing address: else the shipping address, with the name and postal code of the card or bank account. */
const billingAddress = ({ payment, answers }: PayRequest): Address | undefined => {
  const { creditCard, check } = payment
  const name = creditCard?.nameOnCard ?? check?.name ?? undefined
  const address = nonEmpty(answers.billTo) ?? nonEmpty(answers.shipTo) ?? {}
  return nonEmpty({
    ...address,
    ...(name && { name }),
    ...(creditCard?.postalCode && { postalCode: creditCard.postalCode }),
  })
}

/** The figures of a fixed order. */
const fixedFigures = ({ offer, total, currency }: CheckoutRow) => ({
  tax: offer.tax,
  surcharge: offer.surcharge,
  shipping: offer.shippingAmount,
  discount: offer.discount,
  total: decimalText(moneyOf(total, currency)),
  quantities: offer.items.map(({ quantity }) => quantity),
})

/**
 * The order of the payment. Attempts of one checkout differ only in the shopper's choices, billing address and answers.
 *
 * @param priced the order that the shopper's choices make; null if it is fixed
 */
export const toCheckoutOrder = (checkout: CheckoutRow, body: PayRequest, priced: PricedOrder | null): Order => {
  const { id, offer } = checkout
  const { quantities, ...figures } = priced ?? fixedFigures(checkout)
  const form = toCheckoutForm(offer)
  const { answers } = body
  const metadata = toMetadata(form, answers)
  const [billTo, shipTo] = [billingAddress(body), form.shipping ? nonEmpty(answers.shipTo) : undefined]
  return {
    // The list of transactions can be filtered by it, which finds the attempts of a checkout.
    referenceObject: id,
    ...(billTo && { billTo }),
    ...(shipTo && { shipTo }),
    ...(answers.email.trim() && { email: answers.email.trim() }),
    tax: optionalNumber(figures.tax),
    surcharge: optionalNumber(figures.surcharge),
    shipping: optionalNumber(figures.shipping),
    discount: optionalNumber(figures.discount),
    total: numberFromText(figures.total),
    lines: orderedLines(offer.items, quantities).map((item) => ({
      // The maximum length of a line's description, without half of a surrogate pair at its end.
      description: item.name.slice(0, 100).replace(/[\ud800-\udbff]$/, ''),
      unitCost: numberFromText(item.price),
      quantity: numberFromText(String(item.quantity)),
      total: numberFromText(lineTotal(item)),
    })),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  } as Order
}
