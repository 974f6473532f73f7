import type { DisputeStore } from '../../store/disputes/disputeStore.ts'
import { notFound } from '../notFound.ts'
import { toDispute } from './toApi.ts'

interface Needs {
  readonly disputes: Pick<DisputeStore, 'find'>
}

/**
 * Returns a dispute.
 *
 * Error: not_found (404), for unknown ids and for those of another account or mode alike.
 */
export const getDispute = async (id: string, { disputes }: Needs) => {
  const dispute = await disputes.find(id)
  if (dispute === null) throw notFound('dispute')
  return { dispute: toDispute(dispute), errors: null }
}
