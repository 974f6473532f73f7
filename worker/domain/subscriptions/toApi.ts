import type { SubscriptionState } from '#contract/subscriptions/subscriptions'
import { numberFromText } from '#contract/schema/rawJson'
import { isApproved } from '#contract/transactions/responseCodes'
import type { BillRow, SubscriptionSnapshot } from '../../store/subscriptions/subscriptionColumns.ts'
import type { ListedSubscription } from '../../store/subscriptions/search.ts'
import { decimalText, moneyOf } from '../money.ts'
import { chargedStatuses } from './state/transitions.ts'

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))
const toUnits = (currency: number) => (minor: number) => numberFromText(decimalText(moneyOf(minor, currency)))

const toStatus = ({ status, starts }: SubscriptionSnapshot, nowMs: number): SubscriptionState =>
  status === 'active' && starts > nowMs ? 'pending' : status

/**
 * A customer's subscription as an API resource: times in RFC 3339, amounts in currency units.
 *
 * @param nowMs milliseconds since 1970
 */
export const toSubscription = (subscription: SubscriptionSnapshot, nowMs: number) => {
  const { currency, status, due } = subscription
  const units = toUnits(currency)
  return {
    customerSubscriptionId: subscription.id,
    installments: subscription.installments,
    taxAmount: units(subscription.tax),
    shippingAmount: units(subscription.shipping),
    surchargeAmount: units(subscription.surcharge),
    totalAmount: units(subscription.total),
    startDate: time(subscription.starts),
    created: time(subscription.created),
    status: toStatus(subscription, nowMs),
    plan: subscription.plan,
    label: subscription.label,
    currency,
    wallet: subscription.wallet,
    charges: subscription.charges,
    // In other states `due` is the end of a pause or null.
    nextCharge: chargedStatuses.has(status) ? timeOrNull(due) : null,
    resumesAt: timeOrNull(subscription.resumesAt),
  }
}

/**
 * A subscription with what names its customer as an API resource.
 *
 * @param nowMs milliseconds since 1970
 */
export const toSubscriptionWithCustomer = ({ subscription, customer }: ListedSubscription, nowMs: number) => ({
  ...toSubscription(subscription, nowMs),
  customerId: subscription.customer,
  customer,
})

/** A bill as an API resource. */
export const toBill = (bill: BillRow) => ({
  period: bill.period,
  date: bill.date,
  amount: toUnits(bill.currency)(bill.total),
  currency: bill.currency,
  status: bill.status,
  attempts: bill.attempts,
  transactionId: String(bill.transactionId),
  approved: isApproved(bill.responseCode),
  responseCode: bill.responseCode,
  created: time(bill.created),
  updated: time(bill.updated),
})
