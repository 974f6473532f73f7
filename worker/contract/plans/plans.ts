import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { cycle, newCycle } from './cycles.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { addition, amount, identifier, nullable, text } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'

const tag = 'Subscriptions'

/** The number of charges after which a subscription is complete; 0 is until canceled. */
export const installments = () => int32(0, 999)

/** A plan: what can be subscribed to. It has no customer and no status. */
export const plan = () =>
  v.object({
    id: v.string(),
    label: v.string(),
    cycle: cycle(),
    amount: v.object({ value: v.number(), currency: addition(v.number()) }),
    installments: v.number(),
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
})

export const createSubscription = endpoint({
  name: 'createSubscription',
  method: 'POST',
  path: '/v1/subscriptions',
  tag,
  scope: 'subscriptions:write',
  regime: 'envelope',
  nulls: ['subscriptions'],
  body: object({
    label: text(1, 100),
    cycle: newCycle(),
    amount: amount(),
    installments: nullable(installments()),
  }),
  answer: envelope({ subscriptions: v.nullable(v.array(plan())) }),
  extension: true,
})
export type CreateSubscription = v.InferOutput<NonNullable<typeof createSubscription.body>>

export const deleteSubscription = endpoint({
  name: 'deleteSubscription',
  method: 'DELETE',
  path: '/v1/subscriptions/{Subscription}',
  tag,
  scope: 'subscriptions:write',
  regime: 'envelope',
  params: object({ Subscription: identifier() }),
  answer: envelope({}),
  extension: true,
})

export const planEndpoints = [listSubscriptions, createSubscription, deleteSubscription] as const

export const planDocumentation = (): Documentation => ({
  listSubscriptions: {
    summary: 'List what can be subscribed to',
    description: 'Newest first. The Link header leads to the next page, X-Total-Count says how many there are.',
    parameters: pagingParameters,
  },
  createSubscription: {
    summary: 'Create a plan',
    description:
      'Each `interval` days, weeks, months or years, on `dayOfCycle`: 1 (Monday) to 7 of a week, 1 to 31 of a month (its last day where it is shorter), 1 to 365 of a year. 0 or nothing is the day on which each customer starts. `installments` is the number of charges, 0 until canceled. A label is unique among the plans of the account.',
  },
  deleteSubscription: {
    summary: 'Delete a plan',
    description: 'Nobody can subscribe to it any more. Who has, keeps the subscription and its price.',
  },
})
