import * as v from 'valibot'
import { envelope, errorItem, requestId } from '../errors/envelope.ts'
import { ofCustomer } from '../customers/customers.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { addition, identifier, instant, nullable } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'
import { installments } from '../plans/plans.ts'
import { price } from './price.ts'

const tag = 'Subscriptions'

/**
 * Where a customer's subscription stands.
 * - `pending`: starts in the future
 * - `past_due`: a charge was declined, and is tried again
 * - `unpaid`: the tries are used up, a new payment method is needed
 * - `completed`: all installments are paid
 */
export const subscriptionStates = [
  'pending',
  'active',
  'past_due',
  'paused',
  'unpaid',
  'completed',
  'canceled',
] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/**
 * A customer's enrolment. `installments` is the number of charges, 0 until canceled. Times are RFC 3339 in UTC, amounts in units of the
 * currency.
 *
 * - `plan`, `label`: what was subscribed to
 * - `wallet`: the payment method that is charged; null for the customer's default
 * - `charges`: how many were paid
 * - `nextCharge`: when the next one is tried; null where none is to come, or not by itself
 */
export const customerSubscription = () =>
  v.object({
    customerSubscriptionId: v.string(),
    installments: v.number(),
    taxAmount: v.number(),
    shippingAmount: v.number(),
    surchargeAmount: v.number(),
    totalAmount: v.number(),
    startDate: v.string(),
    created: v.string(),
    status: v.picklist(subscriptionStates),
    plan: addition(v.string()),
    label: addition(v.string()),
    currency: addition(v.number()),
    wallet: v.nullable(addition(v.string())),
    charges: addition(v.number()),
    nextCharge: v.nullable(addition(v.string())),
    resumesAt: v.nullable(addition(v.string())),
  })

export const billStates = ['open', 'paid', 'unpaid', 'dropped'] as const
export type BillState = (typeof billStates)[number]

/**
 * What became of one period of a subscription that was billed.
 *
 * - `period`: its number, from 0
 * - `date`: the day it was due, in the account's time zone
 * - `status`: `open` while it is tried, `unpaid` when the tries are used up, `dropped` where the subscription was paused or canceled first
 * - `attempts`: how often it was charged; `transactionId` and `responseCode` are those of the last time
 */
export const bill = () =>
  v.object({
    period: v.number(),
    date: v.string(),
    amount: v.number(),
    currency: v.number(),
    status: v.picklist(billStates),
    attempts: v.number(),
    transactionId: v.nullable(v.string()),
    responseCode: v.nullable(v.string()),
    created: v.string(),
    updated: v.string(),
  })

/** Re-price, pause, resume, or have another payment method charged. An empty change is refused, since the client meant something. */
const change = () =>
  v.pipe(
    object({
      // 0 is below what can be charged, so a total of 0 is free to mean: pause.
      amount: nullable(price('0')),
      status: nullable(addition(v.picklist(['paused', 'active']))),
      resumesAt: nullable(addition(instant())),
      // Null is a value here, as it is in what was read: the customer's default.
      wallet: v.optional(v.nullable(addition(identifier()))),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { amount, status, resumesAt, wallet } = dataset.value
      const complain = (key: 'amount' | 'status', message: string) =>
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] }],
        })
      if (amount == null && status == null && resumesAt == null && wallet === undefined)
        complain('amount', fault('required'))
      if (status === 'active' && (amount?.total === '0' || resumesAt != null))
        complain('status', fault('enum_invalid', { allowed: ['paused'] }))
    }),
  )

const ofSubscription = () => object({ Customer: identifier(), Subscription: identifier() })
export type OfSubscription = v.InferOutput<ReturnType<typeof ofSubscription>>

export const listCustomerSubscriptions = endpoint({
  name: 'listCustomerSubscriptions',
  method: 'GET',
  path: '/v1/customers/{Customer}/subscriptions',
  tag,
  scope: 'subscriptions:read',
  regime: 'envelope',
  params: ofCustomer(),
  query: paging(),
  answer: v.object({
    requestId: addition(requestId()),
    customerId: v.string(),
    customerSubscriptions: v.array(customerSubscription()),
    errors: v.nullable(addition(v.array(errorItem()))),
  }),
})

export const createCustomerSubscription = endpoint({
  name: 'createCustomerSubscription',
  method: 'POST',
  path: '/v1/customers/{Customer}/subscriptions',
  tag,
  scope: 'subscriptions:write',
  regime: 'envelope',
  params: ofCustomer(),
  body: object({
    plan: identifier(),
    wallet: nullable(identifier()),
    startDate: nullable(instant()),
    amount: nullable(price('0.01')),
    installments: nullable(installments()),
  }),
  answer: envelope({ customerSubscriptions: v.array(customerSubscription()) }),
  extension: true,
})
export type CreateCustomerSubscription = v.InferOutput<NonNullable<typeof createCustomerSubscription.body>>

export const updateCustomerSubscription = endpoint({
  name: 'updateCustomerSubscription',
  method: 'PUT',
  path: '/v1/customers/{Customer}/subscriptions/{Subscription}',
  tag,
  scope: 'subscriptions:write',
  regime: 'envelope',
  params: ofSubscription(),
  body: change(),
  answer: envelope({ customerSubscriptions: v.array(customerSubscription()) }),
})
export type UpdateCustomerSubscription = v.InferOutput<NonNullable<typeof updateCustomerSubscription.body>>

export const cancelCustomerSubscription = endpoint({
  name: 'cancelCustomerSubscription',
  method: 'DELETE',
  path: '/v1/customers/{Customer}/subscriptions/{Subscription}',
  tag,
  scope: 'subscriptions:write',
  regime: 'envelope',
  params: ofSubscription(),
  answer: envelope({ customerSubscriptions: v.array(customerSubscription()) }),
})

export const listBills = endpoint({
  name: 'listBills',
  method: 'GET',
  path: '/v1/customers/{Customer}/subscriptions/{Subscription}/bills',
  tag,
  scope: 'subscriptions:read',
  regime: 'envelope',
  params: ofSubscription(),
  query: paging(),
  answer: envelope({ bills: v.array(bill()) }),
  extension: true,
})

export const subscriptionEndpoints = [
  listCustomerSubscriptions,
  createCustomerSubscription,
  updateCustomerSubscription,
  cancelCustomerSubscription,
  listBills,
] as const

export const subscriptionDocumentation = (): Documentation => ({
  listCustomerSubscriptions: {
    summary: "List a customer's subscriptions",
    description: 'Newest first. requestId and errors are additions to the two members of the interface.',
    parameters: pagingParameters,
  },
  createCustomerSubscription: {
    summary: 'Subscribe a customer to a plan',
    description:
      'The first bill falls on the first day of the cycle that is not before `startDate` (today, where it is left out), at midnight in the time zone of the account. Without `wallet` the default payment method of the customer is charged, whichever that is then. `amount` and `installments` stand in for those of the plan.',
  },
  updateCustomerSubscription: {
    summary: 'Change the price or payment method of a subscription, pause it or resume it',
    description:
      'A new price counts from the next bill. A `total` of 0 pauses and keeps the price; a later one above 0 resumes. `status` and `resumesAt` are additions that say the same in words. Periods that pass in a pause are never billed. `wallet`, an addition too, is the payment method that is charged from now on, null the default of the customer; what was declined is tried with it at once.',
  },
  cancelCustomerSubscription: {
    summary: 'Cancel a subscription',
    description: 'At once, and without a refund. A charge that is under way finishes.',
  },
  listBills: {
    summary: "List a subscription's bills",
    description: 'Newest first: what was charged for each period, and what became of it.',
    parameters: pagingParameters,
  },
})
