import { numberFromText } from '#contract/schema/rawJson'
import type { Offer } from '#contract/checkouts/offer'
import type { CheckoutRow } from '../../store/checkouts/checkoutColumns.ts'
import { toActor } from '../audit/actor.ts'
import type { CheckoutAttemptRow } from '../../store/checkouts/attemptRows.ts'
import type { CustomerCheckout } from '../../store/checkouts/customerCheckouts.ts'
import type { FoundCheckout, FoundCheckoutWithReceipts } from '../../store/checkouts/findCheckout.ts'
import type { ListedCheckout } from '../../store/checkouts/search.ts'
import type { ReceiptRow } from '../../store/checkouts/receipts.ts'
import { decimalText, money, moneyOf } from '../money.ts'
import { checkoutPageUrl } from './page/pageUrl.ts'
import { paidAttempt, checkoutStatus } from './status.ts'

const time = (ms: number): string => new Date(ms).toISOString()

/** The data of a checkout before it is formatted for the API. */
export interface CheckoutFields
  extends
    Pick<CheckoutRow, 'id' | 'origin' | 'currency' | 'total' | 'customer' | 'created' | 'expires' | 'receipt'>,
    ReturnType<typeof checkoutStatus> {
  /** Null while unpaid. */
  readonly transactionId: number | null
  readonly subscription: string | null
  /** Of the payment. */
  readonly discountCode: string | null
  readonly shippingOption: string | null
  readonly metadata: Readonly<Record<string, string>> | null
  readonly phone: string | null
  readonly consents: CheckoutAttemptRow['consents']
}

/** A checkout in the format of the API and of events. */
export const toCheckoutResource = (checkout: CheckoutFields) => ({
  url: checkoutPageUrl(checkout),
  id: checkout.id,
  status: checkout.status,
  reason: checkout.reason,
  transactionId: checkout.transactionId === null ? null : String(checkout.transactionId),
  customer: checkout.customer,
  subscription: checkout.subscription,
  total: numberFromText(decimalText(moneyOf(checkout.total, checkout.currency))),
  currency: checkout.currency,
  discountCode: checkout.discountCode,
  shippingOption: checkout.shippingOption,
  metadata: checkout.metadata,
  phone: checkout.phone,
  consents: checkout.consents?.map(({ at, ...consent }) => ({ ...consent, at: time(at) })) ?? null,
  receipt: checkout.receipt,
  created: time(checkout.created),
  expiresAt: time(checkout.expires),
})

/** A checkout in any list: what the formatting needs of it. */
type AnyCheckout = Pick<CustomerCheckout, 'attempts' | 'completion'> & {
  readonly checkout: Omit<CheckoutRow, 'offer'>
}

/** A checkout as its payments and the time make it. */
export const toCheckout = (found: AnyCheckout, now: number) => {
  const { checkout, completion } = found
  const paid = paidAttempt(found)
  const order = paid?.pricedOrder ?? null
  return toCheckoutResource({
    ...checkout,
    total: order === null ? checkout.total : Number(money(order.total, checkout.currency).minor),
    discountCode: order?.code ?? null,
    shippingOption: order?.shippingOption?.id ?? null,
    ...checkoutStatus(found, now),
    transactionId: paid?.transactionId ?? null,
    subscription: completion?.subscription ?? null,
    // The shopper's answers to the merchant's inputs.
    metadata: paid?.orderData?.metadata ?? null,
    phone: paid?.phone || null,
    consents: paid?.consents ?? null,
  })
}

/** The members that name a checkout in the list. */
const toNames = ({ number, prefill: { email, address } }: Pick<Offer, 'number' | 'prefill'>) => ({
  invoiceNumber: number,
  customerInfo: email === '' && address.name === '' ? null : { name: address.name, email },
})

/** A checkout in the list. */
export const toCheckoutSummary = (found: ListedCheckout, now: number) => ({
  ...toCheckout(found, now),
  ...toNames(found.checkout.offer),
})

const amountOrNull = (text: string | null) => (text === null ? null : numberFromText(text))

/** The response for one checkout: with what was asked for. */
export const toCheckoutDetails = (found: FoundCheckout, now: number) => {
  const { offer } = found.checkout
  return {
    ...toCheckout(found, now),
    ...toNames(offer),
    items: offer.items.map(({ name, description, price, quantity }) => ({
      name,
      description,
      price: numberFromText(price),
      quantity,
    })),
    subtotal: amountOrNull(offer.subtotal),
    tax: amountOrNull(offer.tax),
    surcharge: amountOrNull(offer.surcharge),
    shipping: amountOrNull(offer.shippingAmount),
    discount: amountOrNull(offer.discount),
    errors: null,
  }
}

/** The receipt that was sent after the payment, and those that were sent again. */
const toReceipts = (
  { checkout: { receipt }, completion }: Pick<CustomerCheckout, 'checkout' | 'completion'>,
  again: readonly ReceiptRow[],
) => [
  ...(completion !== null && (receipt === 'sent' || receipt === 'failed')
    ? [{ at: time(completion.at), recipient: 'shopper' as const, state: receipt, actor: null }]
    : []),
  ...again.map(({ at, recipient, state, ...actor }) => ({ at: time(at), recipient, state, actor: toActor(actor) })),
]

/** The response for one checkout: with its emails, too. */
export const toCheckoutWithReceipts = (found: FoundCheckoutWithReceipts, now: number) => ({
  ...toCheckoutDetails(found, now),
  receipts: toReceipts(found, found.receipts),
})
