import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { cursorPagingEntries, pagingParameters, rejectAliases } from '../schema/paging.ts'
import { commaSeparated } from '../schema/parameters.ts'
import { customerSubscription, subscriptionStates } from './subscriptions.ts'

/**
 * Query of the list of all customers' subscriptions: filter and page. `query` has the filter as text, for the Link header.
 *
 * Errors: query_invalid, also for a parameter together with its alias.
 */
const subscriptionSearch = () =>
  v.pipe(
    v.object({ status: commaSeparated(subscriptionStates), ...cursorPagingEntries() }),
    rejectAliases(),
    v.transform(({ status, pageSize, limit, cursor }) => ({
      filters: { status },
      page: { pageSize: pageSize ?? limit ?? 100, cursor: cursor ?? null },
      query: { ...(status && { status: status.join(',') }) },
    })),
  )
export type SubscriptionSearch = v.InferOutput<ReturnType<typeof subscriptionSearch>>
export type SubscriptionFilters = SubscriptionSearch['filters']

/**
 * A subscription with what names its customer. `customer` is null if the customer is deleted; its members are empty texts without a value.
 */
export const subscriptionWithCustomer = () =>
  v.object({
    ...customerSubscription().entries,
    customerId: v.string(),
    customer: v.nullable(
      v.object({ firstName: v.string(), lastName: v.string(), company: v.string(), emailAddress: v.string() }),
    ),
  })

export const listAllCustomerSubscriptions = endpoint({
  name: 'listAllCustomerSubscriptions',
  method: 'GET',
  path: '/v1/customersubscriptions',
  tag: 'Subscriptions',
  scope: 'subscriptions:read',
  additionalScopes: ['customers:read'],
  errorFormat: 'envelope',
  list: { counted: false },
  query: subscriptionSearch(),
  response: envelope({
    customerSubscriptions: v.array(subscriptionWithCustomer()),
    nextCursor: v.nullable(v.string()),
  }),
  extension: true,
})

export const subscriptionListDocumentation = (): Documentation => ({
  listAllCustomerSubscriptions: {
    summary: 'List subscriptions of all customers',
    description:
      'Returns the subscriptions of the account in the mode of the key, the latest `startDate` first. `status=past_due` lists those whose last bill was declined.\n\n`nextCursor` is the cursor of the next page, and null on the last page. A page reads the same rows with a million subscriptions as with a thousand.',
    parameters: {
      status: `Status of the subscription. One or more values, separated by commas: ${subscriptionStates.map((state) => `\`${state}\``).join(', ')}.`,
      pageSize: pagingParameters.pageSize,
      limit: pagingParameters.limit,
      cursor: '`nextCursor` of the previous page, or the cursor of a URL in the `Link` header.',
    },
  },
})
