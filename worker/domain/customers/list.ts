import type { Paging } from '#contract/paging'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { shownCustomer } from './shown.ts'

/**
 * A page of the customers that were not deleted, newest first.
 *
 * Refusal: query_invalid, for a cursor that is none of this list's.
 */
export const listCustomers = async (page: Paging, { customers }: RequestServices) => {
  const list = await customers.list(page)
  if (list === 'cursor_not_found') throw refuse('query_invalid', { field: 'cursor' })
  return {
    customers: list.entries.map(shownCustomer),
    headers: pageHeaders('/v1/customers', page, list),
    errors: null,
  }
}
