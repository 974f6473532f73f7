import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { CustomerStore } from '../../store/customers/customerStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toCustomer } from './toApi.ts'

interface Needs {
  readonly customers: Pick<CustomerStore, 'list'>
}

/**
 * Lists a page of the customers that are not deleted, newest first.
 *
 * Error: query_invalid, for a cursor that is no customer of this account.
 */
export const listCustomers = async (page: Paging, { customers }: Needs) => {
  const list = await customers.list(page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    customers: list.entries.map(toCustomer),
    headers: pageHeaders('/v1/customers', page, list),
    errors: null,
  }
}
