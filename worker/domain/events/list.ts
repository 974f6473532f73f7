import { eventTypes } from '#contract/events/events'
import type { EventType } from '#contract/events/events'
import type { EventSearch } from '#contract/events/eventEndpoints'
import { apiError } from '#contract/errors/apiError'
import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { EventStore } from '../../store/events/eventStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { readableTypes } from '../webhooks/subscription.ts'
import type { Caller } from '../accounts/account.ts'
import { toEvent } from './toApi.ts'

interface Needs {
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly events: Pick<EventStore, 'list'>
}

/** The types to select: null for all, since the query then needs no list. */
const toTypeFilter = (
  asked: readonly EventType[] | null,
  readable: readonly EventType[],
): readonly EventType[] | null =>
  asked === null && readable.length === eventTypes.length
    ? null
    : (asked ?? readable).filter((type) => readable.includes(type))

/**
 * Lists a page of the account's events, newest first, without those that the key cannot read. Error: query_invalid, for a cursor that is not an event of this account.
 */
export const listEvents = async (
  { types, kinds, since, transactionId, page, filters }: EventSearch,
  { caller, events }: Needs,
) => {
  const readable = readableTypes(caller)
  const transaction = transactionId === null ? null : parseTransactionId(transactionId)
  const list = await events.list({ types: toTypeFilter(types, readable), kinds, since, transaction }, page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    events: list.entries.map(toEvent),
    headers: pageHeaders('/v1/events', page, list, filters),
    errors: null,
  }
}
