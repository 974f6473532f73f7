import { findEvent, listEvents } from './events.ts'
import { findEventAndWebhooks } from '../webhooks/webhooks.ts'
import { bindScope } from '../sql/scope.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** The events of one account and mode. */
export const eventStore = (scope: OwnerScope) =>
  bindScope(scope, {
    find: findEvent,
    findWithWebhooks: findEventAndWebhooks,
    list: listEvents,
  })

export type EventStore = ReturnType<typeof eventStore>
