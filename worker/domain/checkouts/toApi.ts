import { numberFromText } from '#contract/schema/rawJson'
import type { CheckoutRow } from '../../store/checkouts/checkoutColumns.ts'
import type { CheckoutAttemptRow, CustomerCheckout } from '../../store/checkouts/checkouts.ts'
import { toActor } from '../audit/actor.ts'
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

/** The response for one checkout. */
export const toCheckout = (found: CustomerCheckout & { readonly receipts?: readonly ReceiptRow[] }, now: number) => {
  const { checkout, completion, receipts } = found
  const paid = paidAttempt(found)
  const order = paid?.pricedOrder ?? null
  return {
    ...toCheckoutResource({
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
    }),
    ...(receipts && { receipts: toReceipts(found, receipts) }),
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
