import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { SubscriptionParams } from '#contract/subscriptions/subscriptions'
import type { SubscriptionStore } from '../../../store/subscriptions/subscriptionStore.ts'
import { pageHeaders } from '../../pageHeaders.ts'
import { notFound } from '../../notFound.ts'
import { toBill } from '../toApi.ts'

interface Needs {
  readonly subscriptions: Pick<SubscriptionStore, 'listBills'>
}

/**
 * Lists a page of a subscription's bills, newest first.
 *
 * Errors: not_found (404); query_invalid, for a cursor that is no bill of this subscription.
 */
export const listBills = async (of: SubscriptionParams, page: Paging, { subscriptions }: Needs) => {
  const { Customer: customer, Subscription: id } = of
  const list = await subscriptions.listBills(customer, id, page)
  if (list === 'subscription_not_found') throw notFound('subscription')
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    bills: list.entries.map(toBill),
    headers: pageHeaders(`/v1/customers/${customer}/subscriptions/${id}/bills`, page, list),
    errors: null,
  }
}
