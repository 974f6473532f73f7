import { findEventRow, listEventRows } from './eventReads.ts'
import { findEventAndWebhooks } from '../webhooks/webhooks.ts'
import { storeOf } from '../sql/scope.ts'

/** The events of one account and mode. */
export const eventStore = storeOf({
  find: findEventRow,
  findWithWebhooks: findEventAndWebhooks,
  list: listEventRows,
})

export type EventStore = ReturnType<typeof eventStore>
