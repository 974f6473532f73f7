import type { Paging } from '#contract/paging'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { shownBatch } from './shown.ts'

/**
 * A page of the account's batches in the mode of the key that asks, newest first.
 *
 * Refusal: query_invalid, for a cursor that is no batch of this account.
 */
export const listBatches = async (page: Paging, { batches }: RequestServices) => {
  const list = await batches.list(page)
  if (list === 'cursor_not_found') throw refuse('query_invalid', { field: 'cursor' })
  return { batches: list.entries.map(shownBatch), headers: pageHeaders('/v1/batches', page, list), errors: null }
}
