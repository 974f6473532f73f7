import { findEventHeads, findEventRow, listEventRows } from './eventReads.ts'
import { findEventAndWebhooks } from '../webhooks/webhooks.ts'
import { createStore } from '../sql/scope.ts'

/** The events of one account and mode. */
export const eventStore = createStore({
  find: findEventRow,
  findHeads: findEventHeads,
  findWithWebhooks: findEventAndWebhooks,
  list: listEventRows,
})

export type EventStore = ReturnType<typeof eventStore>
