import { refuse } from '#contract/refusal'
import type { Services } from '../../app/compose.ts'

/**
 * Takes a plan away from those who have not subscribed to it yet, and frees its label.
 *
 * Refusal: not_found (404).
 */
export const deletePlan = async (id: string, { plans, clock }: Services) => {
  if (!(await plans.remove(id, clock.now()))) throw refuse('not_found', { details: { resource: 'plan' } })
  return { errors: null }
}
