import { findEventRow, listEventRows } from './eventReads.ts'
import { findEventAndWebhooks } from '../webhooks/webhooks.ts'
import { bindScope } from '../sql/scope.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** The events of one account and mode. */
export const eventStore = (scope: OwnerScope) =>
  bindScope(scope, {
    find: findEventRow,
    findWithWebhooks: findEventAndWebhooks,
    list: listEventRows,
  })

export type EventStore = ReturnType<typeof eventStore>
