import type { BatchStore } from '../../store/batches/batchStore.ts'
import type { Ids } from '../ids.ts'
import { settleBatch } from './settle.ts'
import type { SettleBatchNeeds } from './settle.ts'
import { toBatch } from './toApi.ts'

interface Needs extends SettleBatchNeeds {
  readonly ids: Pick<Ids, 'short'>
  readonly requestId: string
  readonly batches: Pick<BatchStore, 'find' | 'findClosing' | 'insert'> & SettleBatchNeeds['batches']
}

/**
 * Closes the account's batch now, before the end of its day. A batch that is still closing is continued first. `batch` is null if
 * there is nothing to settle.
 */
export const closeBatch = async (needs: Needs) => {
  const { batches, clock, ids, requestId } = needs
  const closing = await batches.findClosing()
  if (closing !== null) await settleBatch(closing, needs, requestId)
  const now = clock.now()
  const inserted = await batches.insert({ id: ids.short(), cutoff: now, created: now }, false)
  if (inserted === null) return { batch: null, errors: null }
  await settleBatch(inserted, needs, requestId)
  const closed = await batches.find(inserted.id)
  return { batch: closed === null ? null : toBatch(closed), errors: null }
}
