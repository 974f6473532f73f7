import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toSubscription } from './toApi.ts'

interface Needs {
  readonly clock: Clock
  readonly subscriptions: Pick<SubscriptionStore, 'list'>
}

/**
 * Lists a page of a customer's subscriptions in all states, newest first.
 *
 * Errors: not_found (404); query_invalid, for a cursor that is no subscription of this customer.
 */
export const listSubscriptions = async (customer: string, page: Paging, { subscriptions, clock }: Needs) => {
  const list = await subscriptions.list(customer, page)
  if (list === 'customer_not_found') throw notFound('customer')
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  const now = clock.now()
  return {
    customerId: customer,
    customerSubscriptions: list.entries.map((subscription) => toSubscription(subscription, now)),
    headers: pageHeaders(`/v1/customers/${customer}/subscriptions`, page, list),
    errors: null,
  }
}
