import type { EventStore } from '../../store/events/eventStore.ts'
import type { Caller } from '../accounts/account.ts'
import { notFound } from '../notFound.ts'
import { requireReadable } from '../webhooks/subscription.ts'
import { toEvent } from './toApi.ts'

interface Needs {
  readonly caller: Pick<Caller, 'member' | 'scopes'>
  readonly events: Pick<EventStore, 'find'>
}

/** Returns an event. Errors: not_found (404); scope_missing (403), if the key cannot read its resource. */
export const getEvent = async (id: string, { caller, events }: Needs) => {
  const event = await events.find(id)
  if (event === null) throw notFound('event')
  requireReadable([event.type], caller)
  return { event: toEvent(event), errors: null }
}
