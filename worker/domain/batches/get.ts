import { refuse } from '#contract/errors/apiError'
import type { BatchStore } from '../../store/batches/batchStore.ts'
import { shownBatch } from './toApi.ts'

interface Needs {
  readonly batches: Pick<BatchStore, 'find'>
}

/**
 * Reads a batch with its totals.
 *
 * Error: not_found (404), for unknown ids and for those of another account or mode alike.
 */
export const getBatch = async (id: string, { batches }: Needs) => {
  const batch = await batches.find(id)
  if (batch === null) throw refuse('not_found', { details: { resource: 'batch' } })
  return { batch: shownBatch(batch), errors: null }
}
