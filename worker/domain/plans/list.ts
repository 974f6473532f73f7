import type { Paging } from '#contract/paging'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { shownPlan } from './shown.ts'

/**
 * A page of the account's plans in the mode of the key that asks, newest first.
 *
 * Refusal: query_invalid, for a cursor that is no plan of this account.
 */
export const listPlans = async (page: Paging, { plans }: RequestServices) => {
  const list = await plans.list(page)
  if (list === 'cursor_not_found') throw refuse('query_invalid', { field: 'cursor' })
  return {
    subscriptions: list.entries.map(shownPlan),
    headers: pageHeaders('/v1/subscriptions', page, list),
    errors: null,
  }
}
