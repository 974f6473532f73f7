import type { Pay } from '#contract/checkouts/pay'
import type { Order } from '#contract/transactions/order'
import { hundredths } from '#contract/money/hundredths'
import { numberFromText } from '#contract/schema/rawJson'
import type { CheckoutRow } from '../../../store/checkouts/checkoutColumns.ts'
import { decimalText, moneyOf } from '../../money.ts'
import { toMetadata } from './answers.ts'
import { toCheckoutForm } from '../offer/form.ts'

type Address = NonNullable<Pay['answers']['shipTo']>

const optionalNumber = (text: string | null) => (text === null ? null : numberFromText(text))

/** Price times quantity, as decimal text. */
export const lineTotal = ({ price, quantity }: { readonly price: string; readonly quantity: number }): string =>
  decimalText({ minor: hundredths(price) * BigInt(quantity), exponent: 2 })

const nonEmpty = (address: Address | undefined): Address | undefined =>
  address !== undefined && Object.values(address).some((value) => value) ? address : undefined

/** Who pays: the address that was given for it, else where things go; the name and postal code on the card, where there are such. */
const billingAddress = ({ payment, answers }: Pay): Address | undefined => {
  const { creditCard, check } = payment
  const name = creditCard?.nameOnCard ?? check?.name ?? undefined
  const address = nonEmpty(answers.billTo) ?? nonEmpty(answers.shipTo) ?? {}
  return nonEmpty({
    ...address,
    ...(name && { name }),
    ...(creditCard?.postalCode && { postalCode: creditCard.postalCode }),
  })
}

/** What the payment's order says: the same for all tries of a checkout but for who pays and what the shopper answered. */
export const toCheckoutOrder = ({ id, offer, total, currency }: CheckoutRow, body: Pay): Order => {
  const form = toCheckoutForm(offer)
  const { answers } = body
  const metadata = toMetadata(form, answers)
  const [billTo, shipTo] = [billingAddress(body), form.shipping ? nonEmpty(answers.shipTo) : undefined]
  return {
    // By which the tries of a checkout are found in the list.
    referenceObject: id,
    ...(billTo && { billTo }),
    ...(shipTo && { shipTo }),
    ...(answers.email.trim() && { email: answers.email.trim() }),
    tax: optionalNumber(offer.tax),
    surcharge: optionalNumber(offer.surcharge),
    discount: optionalNumber(offer.discount),
    total: numberFromText(decimalText(moneyOf(total, currency))),
    lines: offer.items.map((item) => ({
      // As much as a line's description holds, and no half of a character.
      description: item.name.slice(0, 100).replace(/[\ud800-\udbff]$/, ''),
      unitCost: numberFromText(item.price),
      quantity: numberFromText(String(item.quantity)),
      total: numberFromText(lineTotal(item)),
    })),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  } as Order
}
