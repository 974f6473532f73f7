import type { RequestServices } from '../../app/compose.ts'
import { settleBatch } from './settle.ts'
import { shownBatch } from './shown.ts'

/**
 * Closes the batch now instead of at the end of the day, after the one that is closing, if there is one. Answers null where there is
 * nothing to settle.
 */
export const closeBatch = async (services: RequestServices) => {
  const { batches, clock, ids, requestId } = services
  const before = await batches.findClosing()
  if (before !== null) await settleBatch(before, services, requestId)
  const now = clock.now()
  const opened = await batches.open({ id: ids.uuid(), cutoff: now, created: now }, false)
  if (opened === null) return { batch: null, errors: null }
  await settleBatch(opened, services, requestId)
  const closed = await batches.find(opened.id)
  return { batch: closed === null ? null : shownBatch(closed), errors: null }
}
