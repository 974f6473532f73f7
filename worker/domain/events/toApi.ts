import { kindsOf } from '#contract/events/events'
import type { DecodedEvent } from '../../store/events/decodeEvent.ts'
import { toEventResource } from './resources.ts'

/** Converts an event to the body that webhooks receive and the API returns. */
export const toEvent = (event: DecodedEvent) =>
  ({
    id: event.id,
    // Only events of a type with several kinds store theirs.
    kind: event.kind ?? kindsOf(event.type)[0]!,
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    apiVersion: 'v1',
    live: event.mode === 'live',
    requestId: event.requestId,
    sequence: event.sequence,
    data: { [event.of]: toEventResource(event) },
  }) as const
