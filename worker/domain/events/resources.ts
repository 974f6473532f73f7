import type { EventResource } from '#contract/events'
import type { EventRow } from '../../store/events.ts'

/** What an event shows of its resource: what a read of it answered at that moment. Drawn from the rows as they were then. */
export const shownResources: Readonly<Record<EventResource, (event: EventRow) => unknown>> = {
  transaction: ({ snapshot }) => JSON.parse(snapshot) as unknown,
  batch: ({ snapshot }) => JSON.parse(snapshot) as unknown,
  customer: ({ snapshot }) => JSON.parse(snapshot) as unknown,
  wallet: ({ snapshot }) => JSON.parse(snapshot) as unknown,
  subscription: ({ snapshot }) => JSON.parse(snapshot) as unknown,
  checkout: ({ snapshot }) => JSON.parse(snapshot) as unknown,
  terminal: ({ snapshot }) => JSON.parse(snapshot) as unknown,
}
