import type { BatchStore } from '../../store/batches/batchStore.ts'
import { toBatch } from './toApi.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly batches: Pick<BatchStore, 'find'>
}

/**
 * Returns a batch with its totals.
 *
 * Error: not_found (404), for unknown ids and for those of another account or mode alike.
 */
export const getBatch = async (id: string, { batches }: Needs) => {
  const batch = await batches.find(id)
  if (batch === null) throw notFound('batch')
  return { batch: toBatch(batch), errors: null }
}
