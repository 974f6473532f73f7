import type { RetentionSweepStore } from '../store/sql/retentionSweepStore.ts'
import type { Clock } from './clock.ts'
import { eventRetentionMs } from './events/retention.ts'

const rowsAtOnce = 500

interface Needs {
  readonly clock: Clock
  readonly retention: Pick<RetentionSweepStore, 'deleteOldEvents' | 'forgetWalletMessages' | 'purgeIdempotencyKeys'>
}

/** Deletes Idempotency-Keys past their retention. */
export const purgeIdempotencyKeys = async ({ retention, clock }: Needs) => ({
  keysForgotten: await retention.purgeIdempotencyKeys(clock.now(), rowsAtOnce),
})

/** Deletes messages of wallets that have expired, which are refused for that anyway. */
export const purgeWalletMessages = async ({ retention, clock }: Needs) => ({
  walletMessagesForgotten: await retention.forgetWalletMessages(clock.now(), rowsAtOnce),
})

/** Deletes events that are too old to be delivered. */
export const purgeEvents = async ({ retention, clock }: Needs) => ({
  eventsForgotten: await retention.deleteOldEvents(clock.now() - eventRetentionMs, rowsAtOnce),
})
