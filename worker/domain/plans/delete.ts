import { refuse } from '#contract/errors/apiError'
import type { PlanStore } from '../../store/plans/planStore.ts'
import type { Clock } from '../clock.ts'

interface Needs {
  readonly clock: Clock
  readonly plans: Pick<PlanStore, 'delete'>
}

/**
 * Deletes a plan and frees its label. Subscriptions to it go on.
 *
 * Error: not_found (404).
 */
export const deletePlan = async (id: string, { clock, plans }: Needs) => {
  if (!(await plans.delete(id, clock.now()))) throw refuse('not_found', { details: { resource: 'plan' } })
  return { errors: null }
}
