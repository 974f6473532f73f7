import type { Paging } from '#contract/paging'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { shownKey } from './shown.ts'

/**
 * A page of the account's keys in the mode of the key that asks, newest first.
 *
 * Refusal: query_invalid, for a cursor: pages of keys have numbers alone, so it is none of ours.
 */
export const listKeys = async ({ cursor, ...page }: Paging, { apiKeys }: RequestServices) => {
  if (cursor !== null) throw refuse('query_invalid', { field: 'cursor' })
  return { apiKeys: (await apiKeys.list(page)).map(shownKey), errors: null }
}
