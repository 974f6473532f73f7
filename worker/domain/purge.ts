import type { RetentionSweepStore, ShardRetentionStore } from '../store/sql/retentionSweepStore.ts'
import type { Clock } from './clock.ts'
import { notificationRetentionMs } from './notifications/retention.ts'
import { eventRetentionMs } from './events/retention.ts'

/** Rows of one statement. Work goes on while more are left. */
const rowsAtOnce = 2_000
/** All keys of a day come due at once. */
const keysAtOnce = 5_000

interface Needs {
  readonly clock: Clock
  readonly retention: Pick<RetentionSweepStore, 'deleteOldEvents' | 'deleteExpiredWalletMessages'>
}

/** Deletes the ids of wallet messages that have expired. An expired message is rejected anyway. */
export const purgeWalletMessages = async ({ retention, clock }: Needs) => ({
  walletMessagesPurged: await retention.deleteExpiredWalletMessages(clock.now(), rowsAtOnce),
})

/** Deletes events past their retention. */
export const purgeEvents = async ({ retention, clock }: Needs) => ({
  eventsPurged: await retention.deleteOldEvents(clock.now() - eventRetentionMs, rowsAtOnce),
})

interface ShardNeeds {
  /** Real time. */
  readonly clock: Clock
  readonly retention: Pick<
    ShardRetentionStore,
    'deleteOldNotifications' | 'deleteExpiredUsedCards' | 'deleteExpiredKeys'
  >
}

/** Deletes idempotency keys past their retention. */
export const purgeIdempotencyKeys = async ({ retention, clock }: ShardNeeds) => ({
  idempotencyKeysPurged: await retention.deleteExpiredKeys(clock.now(), keysAtOnce),
})

/** Deletes the hashes of used encrypted cards once their keys are deleted. */
export const purgeUsedCards = async ({ retention, clock }: ShardNeeds) => ({
  usedCardsPurged: await retention.deleteExpiredUsedCards(clock.now(), rowsAtOnce),
})

/** Deletes the ids of applied messages of processors. */
export const purgeNotifications = async ({ retention, clock }: ShardNeeds) => ({
  notificationsPurged: await retention.deleteOldNotifications(clock.now() - notificationRetentionMs, rowsAtOnce),
})
