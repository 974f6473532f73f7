import type { EventSearch } from '#contract/eventEndpoints'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { shownEvent } from './shown.ts'

/**
 * A page of what happened in the account, newest first.
 *
 * Refusal: query_invalid, for a cursor that is none of this list's.
 */
export const listEvents = async ({ types, since, page, filters }: EventSearch, { events }: RequestServices) => {
  const list = await events.list({ types, since }, page)
  if (list === 'cursor_not_found') throw refuse('query_invalid', { field: 'cursor' })
  return {
    events: list.entries.map(shownEvent),
    headers: pageHeaders('/v1/events', page, list, filters),
    errors: null,
  }
}
