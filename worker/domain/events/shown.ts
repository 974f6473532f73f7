import { kindOf, resourceOf } from '#contract/events'
import type { EventRow } from '../../store/events/events.ts'
import { shownResources } from './resources.ts'

/** An event as it is delivered, and as the API shows it. */
export const shownEvent = (event: EventRow) => {
  const resource = resourceOf(event.type)
  return {
    id: event.id,
    kind: kindOf(event.type),
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    apiVersion: 'v1',
    live: event.mode === 'live',
    requestId: event.requestId,
    sequence: event.sequence,
    data: { [resource]: shownResources[resource](event) },
  } as const
}
