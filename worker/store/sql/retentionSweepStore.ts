import { deleteOldEvents } from '../events/events.ts'
import { clearExpiredTokens } from '../tokens/tokens.ts'
import { deleteExpiredWalletMessages } from '../tokens/walletMessages.ts'
import { purgeExpired } from './idempotency.ts'
import { bindScope } from './scope.ts'
import type { SweepScope } from './sweepScope.ts'

/** Rows past their retention that one sweep deletes or redacts. */
export const retentionSweepStore = (scope: SweepScope) =>
  bindScope(scope, {
    clearTokens: clearExpiredTokens,
    deleteOldEvents,
    forgetWalletMessages: deleteExpiredWalletMessages,
    purgeIdempotencyKeys: purgeExpired,
  })

export type RetentionSweepStore = ReturnType<typeof retentionSweepStore>
