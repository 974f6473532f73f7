import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { BatchStore } from '../../store/batches/batchStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toBatch } from './toApi.ts'

interface Needs {
  readonly batches: Pick<BatchStore, 'list'>
}

/**
 * Lists a page of the batches in the mode of the key, newest first.
 *
 * Error: query_invalid, for a cursor that is not a batch of this account.
 */
export const listBatches = async (page: Paging, { batches }: Needs) => {
  const list = await batches.list(page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return { batches: list.entries.map(toBatch), headers: pageHeaders('/v1/batches', page, list), errors: null }
}
