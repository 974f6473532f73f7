import { listDisputes as endpoint } from '#contract/disputes/disputes'
import type { DisputeSearch } from '#contract/disputes/disputes'
import { apiError } from '#contract/errors/apiError'
import type { DisputeStore } from '../../store/disputes/disputeStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toDispute } from './toApi.ts'

interface Needs {
  readonly disputes: Pick<DisputeStore, 'list'>
}

/**
 * Lists a page of the account's disputes that match, newest first.
 *
 * Error: query_invalid, for a cursor that is not a dispute of this list.
 */
export const listDisputes = async ({ filters, page, query }: DisputeSearch, { disputes }: Needs) => {
  const list = await disputes.list(filters, page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return { disputes: list.entries.map(toDispute), headers: pageHeaders(endpoint.path, page, list, query), errors: null }
}
