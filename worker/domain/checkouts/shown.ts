import { numberFromText, parseKeepingNumbers } from '#contract/rawJson'
import type { CheckoutOfCustomer } from '../../store/checkouts.ts'
import { decimalText, moneyOf } from '../money.ts'
import { pageOf } from './pageOf.ts'
import { paidTry, statusOf } from './states.ts'

const time = (ms: number): string => new Date(ms).toISOString()

/** The shopper's answers to the merchant's own inputs, as they are in the payment's order. */
const metadataOf = (orderData: string | null | undefined): Readonly<Record<string, string>> | null =>
  orderData == null
    ? null
    : ((parseKeepingNumbers(orderData) as { metadata?: Readonly<Record<string, string>> }).metadata ?? null)

/** A checkout as the API shows it. */
export const shownCheckout = (found: CheckoutOfCustomer, now: number) => {
  const { checkout, completion } = found
  const paid = paidTry(found)
  return {
    url: pageOf(checkout),
    id: checkout.id,
    ...statusOf(found, now),
    transactionId: paid === undefined ? null : String(paid.transactionId),
    customer: checkout.customer,
    subscription: completion?.subscription ?? null,
    total: numberFromText(decimalText(moneyOf(checkout.total, checkout.currency))),
    currency: checkout.currency,
    metadata: metadataOf(paid?.orderData),
    receipt: checkout.receipt,
    created: time(checkout.created),
    expiresAt: time(checkout.expires),
    errors: null,
  }
}
