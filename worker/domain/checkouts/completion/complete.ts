import type { Order } from '#contract/transactions/order'
import type { CheckoutStore } from '../../../store/checkouts/checkoutStore.ts'
import type { PlanStore } from '../../../store/plans/planStore.ts'
import type { Completion } from '../../../store/checkouts/completions.ts'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import type { CheckoutAttemptRow } from '../../../store/checkouts/attemptRows.ts'
import type { NewCustomer } from '../../../store/customers/customers.ts'
import type { NewSubscription } from '../../../store/subscriptions/insertSubscription.ts'
import type { BillRow, SubscriptionRow } from '../../../store/subscriptions/subscriptions.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import type { Ids } from '../../ids.ts'
import { emptyMembers } from '../../customers/members.ts'
import { walletAuditNote } from '../../customers/walletAudit.ts'
import { billTime, firstBillDate, localDate, startOfDay } from '../../subscriptions/billing/calendar.ts'
import { currentMoment } from '../../subscriptions/change.ts'
import { eventsBetween } from '../../subscriptions/state/events.ts'
import { withOutcome } from '../../subscriptions/state/transitions.ts'
import { decimalText, money, moneyOf } from '../../money.ts'
import { savedMethods } from '../page/savedMethods.ts'
import { paidAttempt } from '../status.ts'

export interface CompleteCheckoutNeeds {
  readonly account: Account
  readonly checkouts: Pick<CheckoutStore, 'complete' | 'find'>
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly plans: Pick<PlanStore, 'insert'>
}

/**
 * Stores the results of a checkout's payment in one batch: customer, saved payment method, subscription and due receipt. The request that paid
 * and the sweep may both call it; the batch is written once.
 *
 * @returns whether a receipt is due from now on
 */
export const completeCheckout = async (found: FoundCheckout, services: CompleteCheckoutNeeds): Promise<boolean> => {
  const paid = paidAttempt(found)
  if (paid === undefined || found.completion !== null) return false
  const { ids, clock, checkouts } = services
  const { checkout } = found
  const at = clock.now()
  const order = paid.orderData ?? {}
  const customer = customerReference(found, paid, order, services)
  const id = customer === null ? null : 'made' in customer ? customer.made.id : customer.id
  const entry =
    id !== null && paid.store && paid.wallet === null
      ? { id: ids.uuid(), customer: id, makeDefault: false, address: order.billTo ?? {}, created: at }
      : null
  const wallet = entry?.id ?? chargedWallet(found, paid)
  const created =
    id === null || wallet === undefined ? null : await toNewSubscription(found, paid, { id, wallet }, services)
  const completion: Completion = {
    checkout: checkout.id,
    transactionId: paid.transactionId,
    at,
    customer,
    entry,
    subscription: created?.subscription ?? null,
    bill: created?.bill ?? null,
    events: created?.events ?? [],
    receipt: checkout.offer.receipt !== false && paid.email !== '' ? 'due' : 'none',
    total: paid.pricedOrder && Number(money(paid.pricedOrder.total, checkout.currency).minor),
  }
  try {
    await checkouts.complete(
      completion,
      entry && walletAuditNote('wallet.default', { customer: entry.customer, wallet: entry.id }, at),
    )
  } catch (failure) {
    // The sweep may have been first, or D1 may have written the batch before it failed.
    const now = await checkouts.find(checkout.id)
    if (now?.completion == null) throw failure
  }
  return completion.receipt === 'due'
}

/** Splits a full name: the last word is the last name. */
const splitName = (name: string): Pick<NewCustomer, 'firstName' | 'lastName'> => {
  const words = name.trim().split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** The customer that the merchant named, else a new one; null for a one-time payment. */
const customerReference = (
  { checkout }: FoundCheckout,
  paid: CheckoutAttemptRow,
  { billTo, shipTo }: Order,
  { ids, clock }: CompleteCheckoutNeeds,
): Completion['customer'] => {
  if (checkout.customer !== null) return { id: checkout.customer }
  if (checkout.offer.oneTime) return null
  const name = shipTo?.name || billTo?.name || checkout.offer.prefill.address.name
  return {
    made: {
      ...emptyMembers,
      id: ids.uuid(),
      ...splitName(name),
      emailAddress: paid.email,
      phoneNumber: paid.phone,
      shippingAddress: shipTo ?? {},
      created: clock.now(),
    },
  }
}

/**
 * The saved payment method that a subscription charges: the one that paid, or null (the customer's default) if that was deleted since.
 * Undefined if none is left.
 */
const chargedWallet = (found: FoundCheckout, { wallet }: CheckoutAttemptRow): string | null | undefined => {
  const methods = savedMethods(found)
  return methods.some((method) => method.wallet === wallet) ? wallet : methods.length > 0 ? null : undefined
}

/** The id of the plan with a label. A missing plan is created, billed on the day of the first payment. */
const findOrCreatePlan = async (
  { checkout }: FoundCheckout,
  label: string,
  startDate: string,
  { plans, ids, clock }: CompleteCheckoutNeeds,
): Promise<string> => {
  const { unit, interval, installments } = checkout.offer.subscription!
  const plan = {
    id: ids.uuid(),
    label,
    unit,
    interval,
    dayOfCycle: unit === 'month' ? dayOfMonth(startDate) : 0,
    currency: checkout.currency,
    amount: checkout.total,
    installments,
    created: clock.now(),
  }
  const insertion = await plans.insert(plan)
  return insertion.result === 'inserted' ? plan.id : insertion.by
}

/** The day of the month of a date, YYYY-MM-DD. */
const dayOfMonth = (date: string): number => Number(date.slice(8))

/** The label of a plan that the merchant did not name. Checkouts with the same billing day and price share a plan. */
const defaultPlanLabel = ({ total, currency }: FoundCheckout['checkout'], startDate: string): string =>
  `Monthly on day ${dayOfMonth(startDate)}: ${decimalText(moneyOf(total, currency))}`

/**
 * The subscription of a checkout, at its total. If this payment paid the first period, billing continues with the second. Otherwise the first
 * charge is made when the subscription begins.
 */
const toNewSubscription = async (
  found: FoundCheckout,
  paid: CheckoutAttemptRow,
  { id: customer, wallet }: { readonly id: string; readonly wallet: string | null },
  services: CompleteCheckoutNeeds,
): Promise<NewSubscription | null> => {
  const { checkout } = found
  const { offer } = checkout
  if (offer.subscription === null) return null
  const { account, ids } = services
  const moment = currentMoment(services)
  const { now, timeZone } = moment
  const { unit, interval, installments } = offer.subscription
  const startDate = paid.charged ? localDate(paid.created, timeZone) : offer.subscription.firstDate
  const label = offer.subscription.label ?? defaultPlanLabel(checkout, startDate)
  const schedule = { unit, interval, ...firstBillDate({ unit, interval, dayOfCycle: 0 }, startDate) }
  const price = { total: checkout.total, tax: 0, surcharge: 0, shipping: 0 }
  const subscription: SubscriptionRow = {
    id: ids.uuid(),
    account: account.id,
    mode: account.mode,
    customer,
    plan: await findOrCreatePlan(found, label, startDate, services),
    label,
    ...schedule,
    installments,
    wallet,
    currency: checkout.currency,
    ...price,
    status: 'active',
    period: 0,
    charges: 0,
    starts: paid.charged ? paid.created : Math.max(now, startOfDay(startDate, timeZone)),
    resumesAt: null,
    newMethod: false,
    due: billTime(schedule, 0, timeZone),
    created: now,
    updated: now,
    canceled: null,
    version: 0,
  }
  if (!paid.charged) return { subscription, bill: null, events: ['subscription.created'] }
  const bill: BillRow = {
    subscription: subscription.id,
    period: 0,
    status: 'open',
    date: startDate,
    ...price,
    currency: checkout.currency,
    attempts: 1,
    declines: 0,
    errors: 0,
    asking: true,
    extra: false,
    transactionId: paid.transactionId,
    responseCode: null,
    again: null,
    created: paid.created,
    updated: paid.created,
  }
  const charging = { subscription, bill }
  const charged = withOutcome(charging, { result: 'paid', responseCode: paid.responseCode ?? '00' }, moment)
  return { ...charged, events: ['subscription.created', ...eventsBetween(charging, charged)] }
}
