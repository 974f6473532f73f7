import { createStore } from '../sql/scope.ts'
import { applyNotifiedOutcome } from './notifiedOutcomes.ts'
import { applyNotifiedReturn } from './notifiedReturns.ts'
import { findNotifiedOperation, insertNotification } from './notifications.ts'

/** The messages of processors about one account and mode. */
export const notificationStore = createStore({
  find: findNotifiedOperation,
  insert: insertNotification,
  applyOutcome: applyNotifiedOutcome,
  applyReturn: applyNotifiedReturn,
})

export type NotificationStore = ReturnType<typeof notificationStore>
