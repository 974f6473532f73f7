import type { EndpointStorage } from '../stored/endpointStorage.ts'
import type { DeliveryQueue } from './deliveryQueue.ts'

const day = 24 * 60 * 60 * 1000
/** Ended deliveries are stored as long as events. */
const retentionMs = 30 * day
const purgeBatchSize = 1000

/** Deletes old rows, a batch at each read until none is left, then once a day. @param now by the account's clock */
export const purgeDeliveries = (storage: EndpointStorage, queue: DeliveryQueue, now: number): void => {
  if (now - storage.purgedAt < day) return
  if (!queue.purge(now - retentionMs, purgeBatchSize)) storage.purgedAt = now
}
