import { deleteOldEvents } from '../events/eventRetention.ts'
import { deleteOldNotifications } from '../notifications/notifications.ts'
import { clearTokensById, clearTokensByClock, deleteOldTokens } from '../tokens/tokens.ts'
import { deleteExpiredUsedCards, deleteExpiredWalletMessages } from '../tokens/usedMessages.ts'
import { deleteExpiredKeys } from './idempotency.ts'
import { createStore } from './scope.ts'
import { countUsage } from '../accounts/usage.ts'

/** Rows past their retention that one sweep deletes or redacts. */
export const retentionSweepStore = createStore({
  clearTokensById,
  countUsage,
  clearTokensByClock,
  deleteOldTokens,
  deleteOldEvents,
  deleteOldNotifications,
  deleteExpiredUsedCards,
  deleteExpiredWalletMessages,
  deleteExpiredKeys,
})

export type RetentionSweepStore = ReturnType<typeof retentionSweepStore>
