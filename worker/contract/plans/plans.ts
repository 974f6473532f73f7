import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { cycle, cycleRequest } from './cycles.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { amount, changing, extension, identifier, nullable, text } from '../schema/fields.ts'
import { int32, responseInteger } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'

const tag = 'Subscriptions'

/** The number of charges of a subscription; 0 for no limit. */
export const installments = () => int32(0, 999)

/** A plan, to which customers can subscribe. */
export const plan = () =>
  v.object({
    id: v.string(),
    label: v.string(),
    cycle: cycle(),
    amount: v.object({ value: v.number(), currency: extension(responseInteger()) }),
    installments: responseInteger(),
  })

export const listSubscriptions = endpoint({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/v1/subscriptions',
  tag,
  scope: 'subscriptions:read',
  errorFormat: 'envelope',
  list: { counted: true },
  nullOnError: ['subscriptions'],
  query: paging(),
  response: envelope({ subscriptions: v.nullable(v.array(plan())) }),
})

export const createSubscription = endpoint({
  name: 'createSubscription',
  method: 'POST',
  path: '/v1/subscriptions',
  tag,
  scope: 'subscriptions:write',
  quotas: ['plans'],
  errorFormat: 'envelope',
  nullOnError: ['subscriptions'],
  body: object(
    changing(plan(), {
      label: text(1, 100),
      cycle: cycleRequest(),
      amount: amount(),
      installments: nullable(installments()),
    }),
  ),
  response: envelope({ subscriptions: v.nullable(v.array(plan())) }),
  extension: true,
})
export type CreateSubscription = v.InferOutput<NonNullable<typeof createSubscription.body>>

export const deleteSubscription = endpoint({
  name: 'deleteSubscription',
  method: 'DELETE',
  path: '/v1/subscriptions/{Subscription}',
  tag,
  scope: 'subscriptions:write',
  errorFormat: 'envelope',
  params: object({ Subscription: identifier() }),
  response: envelope({}),
  extension: true,
})

export const planEndpoints = [listSubscriptions, createSubscription, deleteSubscription] as const

export const planDocumentation = (): Documentation => ({
  listSubscriptions: {
    summary: 'List plans',
    description: 'Returns plans, newest first.',
    parameters: pagingParameters,
  },
  createSubscription: {
    summary: 'Create a plan',
    description:
      'A plan is billed every `interval` days, weeks, months or years, on `dayOfCycle`. It is 1 (Monday) to 7 for weeks, 1 to 31 for months (the last day in shorter months), and 1 to 365 for years. If `dayOfCycle` is 0 or absent, it is the day on which the customer’s subscription starts. `installments` is the number of charges; 0 continues until the subscription is canceled. The label must be unique among the plans of the account.',
  },
  deleteSubscription: {
    summary: 'Delete a plan',
    description: 'Deleted plans accept no new subscriptions. Existing subscriptions continue at their price.',
  },
})
