import type { PlanStore } from '../../store/plans/planStore.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly clock: Clock
  readonly plans: Pick<PlanStore, 'delete'>
}

/**
 * Deletes a plan and frees its label. Its subscriptions continue.
 *
 * Error: not_found (404).
 */
export const deletePlan = async (id: string, { clock, plans }: Needs) => {
  if (!(await plans.delete(id, clock.now()))) throw notFound('plan')
  return { errors: null }
}
