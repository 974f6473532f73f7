import { deleteOldEvents } from '../events/eventRetention.ts'
import { deleteOldNotifications } from '../notifications/notifications.ts'
import { clearTokensById, clearTokensByClock, deleteOldTokens } from '../tokens/tokens.ts'
import { deleteExpiredUsedCards, deleteExpiredWalletMessages } from '../tokens/usedMessages.ts'
import { deleteExpiredKeys } from './idempotency.ts'
import { createStore } from './scope.ts'
import { countUsage } from '../accounts/usage.ts'

/** Rows of one account and mode that are past their retention. */
export const retentionSweepStore = createStore({
  clearTokensByClock,
  deleteOldEvents,
  deleteExpiredWalletMessages,
})

export type RetentionSweepStore = ReturnType<typeof retentionSweepStore>

/** The same of a whole shard, by real time, and the use of quotas. */
export const shardRetentionStore = createStore({
  clearTokensById,
  countUsage,
  deleteOldTokens,
  deleteOldNotifications,
  deleteExpiredUsedCards,
  deleteExpiredKeys,
})

export type ShardRetentionStore = ReturnType<typeof shardRetentionStore>
