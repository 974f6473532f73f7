import * as v from 'valibot'
import { responseInteger } from '../schema/numbers.ts'
import { envelope, errorItem, requestId } from '../errors/envelope.ts'
import { customerParams } from '../customers/customers.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { changing, extension, identifier, instant, nullable } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'
import { approved } from '../transactions/approved.ts'
import { installments } from '../plans/plans.ts'
import { price } from './price.ts'

const tag = 'Subscriptions'

/**
 * States of a customer's subscription.
 * - `pending`: starts in the future
 * - `past_due`: a charge was declined, and is retried
 * - `unpaid`: all retries failed, a new payment method is required
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
 * A customer's subscription. `installments` is the number of charges, 0 for no limit. Times are RFC 3339 in UTC, amounts are in currency
 * units.
 *
 * - `plan`, `label`: id and label of the plan
 * - `wallet`: the charged payment method; null for the customer's default
 * - `charges`: number of paid charges
 * - `nextCharge`: time of the next attempt; null if none is scheduled
 */
export const customerSubscription = () =>
  v.object({
    customerSubscriptionId: v.string(),
    installments: responseInteger(),
    taxAmount: v.number(),
    shippingAmount: v.number(),
    surchargeAmount: v.number(),
    totalAmount: v.number(),
    startDate: v.string(),
    created: v.string(),
    status: v.picklist(subscriptionStates),
    plan: extension(v.string()),
    label: extension(v.string()),
    currency: extension(responseInteger()),
    wallet: v.nullable(extension(v.string())),
    charges: extension(responseInteger()),
    nextCharge: v.nullable(extension(v.string())),
    resumesAt: v.nullable(extension(v.string())),
  })

/**
 * The first charge of a new subscription, if it is due at once.
 *
 * `status`: `pending` while the outcome is unknown; the charge is then reversed and repeated, or turns out to have been made
 */
const firstCharge = () =>
  v.object({
    transactionId: v.string(),
    approved: approved(),
    responseCode: v.nullable(v.string()),
    status: v.picklist(['approved', 'declined', 'pending']),
  })

export const billStates = ['open', 'paid', 'unpaid', 'dropped'] as const
export type BillState = (typeof billStates)[number]

/**
 * The bill of one period of a subscription.
 *
 * - `period`: number of the period, from 0
 * - `date`: due date in the account's time zone
 * - `status`: `open` while it is charged or retried, `unpaid` after the last retry, `dropped` if the subscription was paused or canceled
 *   before
 * - `attempts`: number of charges; `transactionId`, `approved` and `responseCode` are those of the latest
 */
export const bill = () =>
  v.object({
    period: responseInteger(),
    date: v.string(),
    amount: v.number(),
    currency: responseInteger(),
    status: v.picklist(billStates),
    attempts: responseInteger(),
    transactionId: v.nullable(v.string()),
    approved: approved(),
    responseCode: v.nullable(v.string()),
    created: v.string(),
    updated: v.string(),
  })

/** Changes price or payment method, pauses or resumes. An empty change is rejected as a mistake of the client. */
const change = () =>
  v.pipe(
    object(
      changing(customerSubscription(), {
        // 0 cannot be charged, so a total of 0 means a pause.
        amount: nullable(price('0')),
        status: nullable(extension(v.picklist(['paused', 'active']))),
        resumesAt: nullable(extension(instant())),
        // Null is a value: the customer's default.
        wallet: v.optional(v.nullable(extension(identifier()))),
      }),
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { amount, status, resumesAt, wallet } = dataset.value
      const addFault = (key: 'amount' | 'status', message: string) =>
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key, value: dataset.value[key] }],
        })
      if (amount == null && status == null && resumesAt == null && wallet === undefined)
        addFault('amount', fault('required'))
      if (status === 'active' && (amount?.total === '0' || resumesAt != null))
        addFault('status', fault('enum_invalid', { allowed: ['paused'] }))
    }),
  )

const subscriptionParams = () => object({ Customer: identifier(), Subscription: identifier() })
export type SubscriptionParams = v.InferOutput<ReturnType<typeof subscriptionParams>>

export const listCustomerSubscriptions = endpoint({
  name: 'listCustomerSubscriptions',
  method: 'GET',
  path: '/v1/customers/{Customer}/subscriptions',
  tag,
  scope: 'subscriptions:read',
  errorFormat: 'envelope',
  list: { counted: true },
  params: customerParams(),
  query: paging(),
  response: v.object({
    requestId: extension(requestId()),
    customerId: v.string(),
    customerSubscriptions: v.array(customerSubscription()),
    errors: v.nullable(extension(v.array(errorItem()))),
  }),
})

export const createCustomerSubscription = endpoint({
  name: 'createCustomerSubscription',
  method: 'POST',
  path: '/v1/customers/{Customer}/subscriptions',
  tag,
  scope: 'subscriptions:write',
  quotas: ['subscriptions', 'payments', 'events'],
  errorFormat: 'envelope',
  params: customerParams(),
  body: object({
    plan: identifier(),
    wallet: nullable(identifier()),
    startDate: nullable(instant()),
    amount: nullable(price('0.01')),
    installments: nullable(installments()),
  }),
  response: envelope({
    customerSubscriptions: v.array(customerSubscription()),
    charge: v.nullable(firstCharge()),
  }),
  reachesProcessor: true,
  extension: true,
})
export type CreateCustomerSubscription = v.InferOutput<NonNullable<typeof createCustomerSubscription.body>>

export const updateCustomerSubscription = endpoint({
  name: 'updateCustomerSubscription',
  method: 'PUT',
  path: '/v1/customers/{Customer}/subscriptions/{Subscription}',
  tag,
  scope: 'subscriptions:write',
  errorFormat: 'envelope',
  params: subscriptionParams(),
  body: change(),
  response: envelope({ customerSubscriptions: v.array(customerSubscription()) }),
})
export type UpdateCustomerSubscription = v.InferOutput<NonNullable<typeof updateCustomerSubscription.body>>

export const cancelCustomerSubscription = endpoint({
  name: 'cancelCustomerSubscription',
  method: 'DELETE',
  path: '/v1/customers/{Customer}/subscriptions/{Subscription}',
  tag,
  scope: 'subscriptions:write',
  errorFormat: 'envelope',
  params: subscriptionParams(),
  response: envelope({ customerSubscriptions: v.array(customerSubscription()) }),
})

export const listBills = endpoint({
  name: 'listBills',
  method: 'GET',
  path: '/v1/customers/{Customer}/subscriptions/{Subscription}/bills',
  tag,
  scope: 'subscriptions:read',
  errorFormat: 'envelope',
  list: { counted: true },
  params: subscriptionParams(),
  query: paging(),
  response: envelope({ bills: v.array(bill()) }),
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
    summary: 'List subscriptions of a customer',
    description: 'Returns the subscriptions of a customer in all states, newest first.',
    parameters: pagingParameters,
  },
  createCustomerSubscription: {
    summary: 'Subscribe a customer to a plan',
    description:
      'The first bill is due on the first billing day of the cycle on or after `startDate` (default: today), at midnight in the account’s time zone.\n\nA bill that is due today is charged before the response, and `charge` has the result. If it is declined, the status is 200 and the subscription is `past_due`, or `unpaid` after a decline that must not be retried. If the outcome is unknown, `charge.status` is `pending`. If the first bill is due later, `charge` is null.\n\nA repeated request with the same Idempotency-Key returns the subscription as it is now, and never charges again. Without `wallet`, each bill is charged to the customer’s default payment method at that time. `installments` and `amount` replace those of the plan. The plan’s price is a subtotal without tax, surcharge and shipping.',
  },
  updateCustomerSubscription: {
    summary: 'Update a subscription',
    description:
      'Changes the price or the payment method, pauses or resumes a subscription.\n\nA new price applies from the next bill. `total` is `subtotal` + `tax` + `surcharge` + `shipping`. Absent members keep their values. A `total` alone changes the subtotal; without `total` it is computed. Members that do not add up return 400 `amount_mismatch`.\n\nA `total` of 0 pauses the subscription and keeps its price; a later price above 0 resumes it. `status` and `resumesAt` do the same explicitly. Periods during a pause are never billed.\n\n`wallet` is the payment method for all further charges; null is the customer’s default. A declined bill is retried with it at once.',
  },
  cancelCustomerSubscription: {
    summary: 'Cancel a subscription',
    description: 'Takes effect at once, without a refund. A charge in progress is completed.',
  },
  listBills: {
    summary: 'List bills',
    description: 'Returns one bill per period, newest first, with its amount and payment status.',
    parameters: pagingParameters,
  },
})
