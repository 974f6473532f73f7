import type { RetentionSweepStore } from '../store/sql/retentionSweepStore.ts'
import type { Clock } from './clock.ts'
import { notificationRetentionMs } from './notifications/retention.ts'
import { eventRetentionMs } from './events/retention.ts'

const rowsPerSweep = 500
/** All keys of a day come due at once. */
const keysPerSweep = 5_000

interface Needs {
  readonly clock: Clock
  readonly retention: Pick<
    RetentionSweepStore,
    | 'deleteOldEvents'
    | 'deleteOldNotifications'
    | 'deleteExpiredUsedCards'
    | 'deleteExpiredWalletMessages'
    | 'deleteExpiredKeys'
  >
}

/** Deletes idempotency keys past their retention. Runs by real time. */
export const purgeIdempotencyKeys = async ({ retention, clock }: Needs) => ({
  idempotencyKeysPurged: await retention.deleteExpiredKeys(clock.now(), keysPerSweep),
})

/** Deletes the ids of wallet messages that have expired. An expired message is rejected anyway. */
export const purgeWalletMessages = async ({ retention, clock }: Needs) => ({
  walletMessagesPurged: await retention.deleteExpiredWalletMessages(clock.now(), rowsPerSweep),
})

/** Deletes the hashes of used encrypted cards once their keys are deleted. Runs by real time. */
export const purgeUsedCards = async ({ retention, clock }: Needs) => ({
  usedCardsPurged: await retention.deleteExpiredUsedCards(clock.now(), rowsPerSweep),
})

/** Deletes the ids of applied messages of processors. Runs by real time. */
export const purgeNotifications = async ({ retention, clock }: Needs) => ({
  notificationsPurged: await retention.deleteOldNotifications(clock.now() - notificationRetentionMs, rowsPerSweep),
})

/** Deletes events past their retention. */
export const purgeEvents = async ({ retention, clock }: Needs) => ({
  eventsPurged: await retention.deleteOldEvents(clock.now() - eventRetentionMs, rowsPerSweep),
})
