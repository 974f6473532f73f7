import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { PlanStore } from '../../store/plans/planStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toPlan } from './toApi.ts'

interface Needs {
  readonly plans: Pick<PlanStore, 'list'>
}

/**
 * Lists a page of the plans in the mode of the key, newest first.
 *
 * Error: query_invalid, for a cursor that is no plan of this account.
 */
export const listPlans = async (page: Paging, { plans }: Needs) => {
  const list = await plans.list(page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    subscriptions: list.entries.map(toPlan),
    headers: pageHeaders('/v1/subscriptions', page, list),
    errors: null,
  }
}
