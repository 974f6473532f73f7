import type { Order } from '#contract/transactions/order'
import type { CheckoutStore } from '../../../store/checkouts/checkoutStore.ts'
import type { PlanStore } from '../../../store/plans/planStore.ts'
import type { Completion } from '../../../store/checkouts/completions.ts'
import type { FoundCheckout, TryRow } from '../../../store/checkouts/checkouts.ts'
import type { NewCustomer } from '../../../store/customers/customers.ts'
import type { NewSubscription } from '../../../store/subscriptions/create.ts'
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
import { decimalText, moneyOf } from '../../money.ts'
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
 * Writes what follows from a checkout's payment: a customer, a saved payment method, a subscription, a receipt that is due. All of it is one
 * batch, written once, by the request that paid or by the sweep.
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
  const taken =
    id === null || wallet === undefined ? null : await toNewSubscription(found, paid, { id, wallet }, services)
  const completion: Completion = {
    checkout: checkout.id,
    transactionId: paid.transactionId,
    at,
    customer,
    entry,
    subscription: taken?.subscription ?? null,
    bill: taken?.bill ?? null,
    happened: taken?.events ?? [],
    receipt: checkout.offer.receipt !== false && paid.email !== '' ? 'due' : 'none',
  }
  try {
    await checkouts.complete(
      completion,
      entry && walletAuditNote('wallet.default', { customer: entry.customer, wallet: entry.id }, at),
    )
  } catch (failure) {
    // The sweep may have been first, or a D1 that answered late.
    const now = await checkouts.find(checkout.id)
    if (now?.completion == null) throw failure
  }
  return completion.receipt === 'due'
}

/** Given names before the last word, which stands for the rest: all that a name on a card tells. */
const splitName = (name: string): Pick<NewCustomer, 'firstName' | 'lastName'> => {
  const words = name.trim().split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** Whose the payment is: the merchant's word, else a new customer, unless nothing is to be stored. */
const customerReference = (
  { checkout }: FoundCheckout,
  paid: TryRow,
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
      shippingAddress: shipTo ?? {},
      created: clock.now(),
    },
  }
}

/**
 * The saved method that was paid with; null, for the customer's default, where it was deleted since, and undefined where none is left that
 * could be charged.
 */
const chargedWallet = (found: FoundCheckout, { wallet }: TryRow): string | null | undefined => {
  const methods = savedMethods(found)
  return methods.some((method) => method.wallet === wallet) ? wallet : methods.length > 0 ? null : undefined
}

/** The plan of the label, made where there is none: on the day of the first payment. */
const findOrCreatePlan = async (
  { checkout }: FoundCheckout,
  label: string,
  begins: string,
  { plans, ids, clock }: CompleteCheckoutNeeds,
): Promise<string> => {
  const { unit, interval, installments } = checkout.offer.subscription!
  const plan = {
    id: ids.uuid(),
    label,
    unit,
    interval,
    dayOfCycle: unit === 'month' ? dayOfMonth(begins) : 0,
    currency: checkout.currency,
    amount: checkout.total,
    installments,
    created: clock.now(),
  }
  const written = await plans.insert(plan)
  return written.result === 'inserted' ? plan.id : written.by
}

/** Of a date, YYYY-MM-DD, the day of its month. */
const dayOfMonth = (date: string): number => Number(date.slice(8))

/** What plans are called to which nobody gave a name: those of one day and price are one. */
const defaultPlanLabel = ({ total, currency }: FoundCheckout['checkout'], begins: string): string =>
  `Monthly on day ${dayOfMonth(begins)}: ${decimalText(moneyOf(total, currency))}`

/**
 * The subscription that was agreed to, at the checkout's total. Where its first period is paid by this payment, it goes on with the second;
 * otherwise it is charged when it begins.
 */
const toNewSubscription = async (
  found: FoundCheckout,
  paid: TryRow,
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
  const begins = paid.charged ? localDate(paid.created, timeZone) : offer.subscription.firstDate
  const label = offer.subscription.label ?? defaultPlanLabel(checkout, begins)
  const terms = { unit, interval, ...firstBillDate({ unit, interval, dayOfCycle: 0 }, begins) }
  const price = { total: checkout.total, tax: 0, surcharge: 0, shipping: 0 }
  const subscription: SubscriptionRow = {
    id: ids.uuid(),
    account: account.id,
    mode: account.mode,
    customer,
    plan: await findOrCreatePlan(found, label, begins, services),
    label,
    ...terms,
    installments,
    wallet,
    currency: checkout.currency,
    ...price,
    status: 'active',
    period: 0,
    charges: 0,
    starts: paid.charged ? paid.created : Math.max(now, startOfDay(begins, timeZone)),
    resumesAt: null,
    newMethod: false,
    due: billTime(terms, 0, timeZone),
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
    date: begins,
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
  const asked = { subscription, bill }
  const taken = withOutcome(asked, { result: 'paid', responseCode: paid.responseCode ?? '00' }, moment)
  return { ...taken, events: ['subscription.created', ...eventsBetween(asked, taken)] }
}
