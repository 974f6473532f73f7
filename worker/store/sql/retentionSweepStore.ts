import { deleteOldEvents } from '../events/events.ts'
import { clearExpiredTokens } from '../tokens/tokens.ts'
import { deleteExpiredWalletMessages } from '../tokens/walletMessages.ts'
import { deleteExpiredKeys } from './idempotency.ts'
import { createStore } from './scope.ts'

/** Rows past their retention that one sweep deletes or redacts. */
export const retentionSweepStore = createStore({
  clearExpiredTokens,
  deleteOldEvents,
  deleteExpiredWalletMessages,
  deleteExpiredKeys,
})

export type RetentionSweepStore = ReturnType<typeof retentionSweepStore>
