import { apiError } from '#contract/errors/apiError'
import { listAllCustomerSubscriptions as endpoint } from '#contract/subscriptions/subscriptionList'
import type { SubscriptionSearch } from '#contract/subscriptions/subscriptionList'
import type { SubscriptionStart } from '../../store/subscriptions/search.ts'
import type { SubscriptionStore } from '../../store/subscriptions/subscriptionStore.ts'
import type { Clock } from '../clock.ts'
import { listHeaders } from '../pageHeaders.ts'
import { toSubscriptionWithCustomer } from './toApi.ts'

interface Needs {
  readonly clock: Clock
  readonly subscriptions: Pick<SubscriptionStore, 'search'>
}

/** A hyphen before the id leads to later starts. */
const toStart = (cursor: string): SubscriptionStart => ({ id: cursor.replace(/^-/, ''), later: cursor.startsWith('-') })

/**
 * Lists a page of the subscriptions of all customers that match, the latest start first.
 *
 * Error: query_invalid, for a cursor that is no subscription of the account in this mode.
 */
export const listAllSubscriptions = async (
  { filters, page, query }: SubscriptionSearch,
  { subscriptions, clock }: Needs,
) => {
  const { pageSize, cursor } = page
  const now = clock.now()
  const found = await subscriptions.search(filters, { start: cursor === null ? null : toStart(cursor), pageSize }, now)
  if (found === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  const first = { ...query, pageSize: String(pageSize) }
  const at = (start: string | null) => (start === null ? null : { ...first, cursor: start })
  const previous = at(found.later && `-${found.later}`)
  return {
    customerSubscriptions: found.rows.map((row) => toSubscriptionWithCustomer(row, now)),
    nextCursor: found.earlier,
    headers: listHeaders(endpoint.path, { first, previous, next: at(found.earlier) }, null),
    errors: null,
  }
}
