import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { shownBatch } from './shown.ts'

/** Refusal: not_found, for unknown ids and for those of another account or mode alike. */
export const getBatch = async (id: string, { batches }: RequestServices) => {
  const batch = await batches.find(id)
  if (batch === null) throw refuse('not_found', { details: { resource: 'batch' } })
  return { batch: shownBatch(batch), errors: null }
}
