import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'

/**
 * Takes a plan away from those who have not subscribed to it yet, and frees its label.
 *
 * Refusal: not_found (404).
 */
export const deletePlan = async (id: string, { plans, clock }: RequestServices) => {
  if (!(await plans.delete(id, clock.now()))) throw refuse('not_found', { details: { resource: 'plan' } })
  return { errors: null }
}
