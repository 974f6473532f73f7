import type { EventStore } from '../../store/events/eventStore.ts'
import { notFound } from '../notFound.ts'
import { toEvent } from './toApi.ts'

interface Needs {
  readonly events: Pick<EventStore, 'find'>
}

/** Returns an event. Error: not_found (404). */
export const getEvent = async (id: string, { events }: Needs) => {
  const event = await events.find(id)
  if (event === null) throw notFound('event')
  return { event: toEvent(event), errors: null }
}
