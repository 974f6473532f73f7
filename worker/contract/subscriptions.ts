import * as v from 'valibot'
import { envelope, errorItem, requestId } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { Documentation } from './endpoint.ts'
import { fault } from './fault.ts'
import { addition, dateTime, identifier, nullable } from './fields.ts'
import { amountOf, hundredths } from './hundredths.ts'
import { decimal } from './numbers.ts'
import { object } from './objects.ts'
import { paging, pagingParameters } from './paging.ts'

const tag = 'Subscriptions'

/** Where a customer's subscription stands. `unpaid`: the retries are used up, a new payment method is needed. */
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

export const cycleUnits = ['day', 'week', 'month', 'year'] as const

/** A customer's enrolment. `installments` is the number of charges, 0 until canceled. */
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
  })

/** A plan: what can be subscribed to. It has no customer and no status. */
export const plan = () =>
  v.object({
    id: v.string(),
    label: v.string(),
    cycle: v.object({ unit: v.picklist(cycleUnits), interval: v.number(), dayOfCycle: v.number() }),
    amount: v.object({ value: v.number() }),
    installments: v.number(),
  })

/** 0 is below what can be charged, so a total of 0 is free to mean: pause. */
const part = () => v.optional(decimal({ min: '0', max: '999999999.99', places: 2 }))

const parts = ['subtotal', 'tax', 'surcharge'] as const

/** A price. The total may be left out where a part is given, and agrees with the parts where all are. */
const price = () =>
  v.pipe(
    object({ total: part(), tax: part(), surcharge: part(), subtotal: part() }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const amount = dataset.value
      const given = parts.flatMap((name) => amount[name] ?? [])
      const sum = given.reduce((total, value) => total + hundredths(value), 0n)
      const path = [
        { type: 'object', origin: 'value', input: amount, key: 'total', value: amount.total },
      ] as const satisfies v.IssuePathItem[]
      if (amount.total === undefined && given.length === 0) addIssue({ message: fault('required'), path: [...path] })
      if (amount.total !== undefined && given.length === parts.length && hundredths(amount.total) !== sum)
        addIssue({ message: fault('amount_mismatch', { computed: amountOf(sum) }), path: [...path] })
    }),
  )

/** Re-price, pause or resume. An empty change is refused, since the client meant something. */
const change = () =>
  v.pipe(
    object({
      amount: nullable(price()),
      status: nullable(addition(v.picklist(['paused', 'active']))),
      resumesAt: nullable(addition(dateTime())),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { amount, status, resumesAt } = dataset.value
      if (amount != null || status != null || resumesAt != null) return
      addIssue({
        message: fault('required'),
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'amount', value: amount }],
      })
    }),
  )

const ofSubscription = () => object({ Customer: identifier(), Subscription: identifier() })

export const listCustomerSubscriptions = endpoint({
  name: 'listCustomerSubscriptions',
  method: 'GET',
  path: '/v1/customers/{Customer}/subscriptions',
  tag,
  scope: 'subscriptions:read',
  regime: 'envelope',
  params: object({ Customer: identifier() }),
  answer: v.object({
    requestId: addition(requestId()),
    customerId: v.string(),
    customerSubscriptions: v.array(customerSubscription()),
    errors: v.nullable(addition(v.array(errorItem()))),
  }),
  built: false,
})

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
  built: false,
})

export const cancelCustomerSubscription = endpoint({
  name: 'cancelCustomerSubscription',
  method: 'DELETE',
  path: '/v1/customers/{Customer}/subscriptions/{Subscription}',
  tag,
  scope: 'subscriptions:write',
  regime: 'envelope',
  params: ofSubscription(),
  answer: envelope({ customerSubscriptions: v.array(customerSubscription()) }),
  built: false,
})

export const listSubscriptions = endpoint({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/v1/subscriptions',
  tag,
  scope: 'subscriptions:read',
  regime: 'envelope',
  nulls: ['subscriptions'],
  query: paging(),
  answer: envelope({ subscriptions: v.nullable(v.array(plan())) }),
  built: false,
})

export const subscriptionEndpoints = [
  listCustomerSubscriptions,
  updateCustomerSubscription,
  cancelCustomerSubscription,
  listSubscriptions,
] as const

export const subscriptionDocumentation = (): Documentation => ({
  listCustomerSubscriptions: {
    summary: "List a customer's subscriptions",
    description: 'Newest first. requestId and errors are additions to the two members of the interface.',
  },
  updateCustomerSubscription: {
    summary: 'Change the price of a subscription, pause it or resume it',
    description:
      'A new price counts from the next bill. A total of 0 pauses and keeps the price; a later total above 0 resumes. status and resumesAt are additions that say the same in words.',
  },
  cancelCustomerSubscription: {
    summary: 'Cancel a subscription',
    description: 'At once, and without a refund. A charge that is under way finishes.',
  },
  listSubscriptions: { summary: 'List what can be subscribed to', parameters: pagingParameters },
})
