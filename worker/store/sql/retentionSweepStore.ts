import { deleteOldEvents } from '../events/events.ts'
import { clearExpiredTokens } from '../tokens/tokens.ts'
import { deleteExpiredWalletMessages } from '../tokens/walletMessages.ts'
import { purgeExpired } from './idempotency.ts'
import { storeOf } from './scope.ts'

/** Rows past their retention that one sweep deletes or redacts. */
export const retentionSweepStore = storeOf({
  clearTokens: clearExpiredTokens,
  deleteOldEvents,
  forgetWalletMessages: deleteExpiredWalletMessages,
  purgeIdempotencyKeys: purgeExpired,
})

export type RetentionSweepStore = ReturnType<typeof retentionSweepStore>
