import { deleteOldEvents } from '../events/events.ts'
import { deleteOldNotifications } from '../notifications/notifications.ts'
import { clearExpiredTokens } from '../tokens/tokens.ts'
import { deleteExpiredUsedCards, deleteExpiredWalletMessages } from '../tokens/usedMessages.ts'
import { deleteExpiredKeys } from './idempotency.ts'
import { createStore } from './scope.ts'

/** Rows past their retention that one sweep deletes or redacts. */
export const retentionSweepStore = createStore({
  clearExpiredTokens,
  deleteOldEvents,
  deleteOldNotifications,
  deleteExpiredUsedCards,
  deleteExpiredWalletMessages,
  deleteExpiredKeys,
})

export type RetentionSweepStore = ReturnType<typeof retentionSweepStore>
