import type { EventSearch } from '#contract/events/eventEndpoints'
import { apiError } from '#contract/errors/apiError'
import type { EventStore } from '../../store/events/eventStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toEvent } from './toApi.ts'

interface Needs {
  readonly events: Pick<EventStore, 'list'>
}

/**
 * Lists a page of the account's events, newest first. Error: query_invalid, for a cursor that is not an event of this account.
 */
export const listEvents = async ({ types, since, page, filters }: EventSearch, { events }: Needs) => {
  const list = await events.list({ types, since }, page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    events: list.entries.map(toEvent),
    headers: pageHeaders('/v1/events', page, list, filters),
    errors: null,
  }
}
