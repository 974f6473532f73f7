import type { SimulatedAction } from '#contract/device'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { findTerminal, terminalAnswer } from './get.ts'

/**
 * Does at a simulated terminal what a shopper would do.
 *
 * Refusals: not_found; invalid_state (409), for a terminal that is a real one, or where nothing waits for a shopper.
 */
export const simulateTerminal = async (id: string, action: SimulatedAction, services: RequestServices) => {
  const terminal = await findTerminal(id, services)
  if (terminal.simulated === null || !(await services.readers.simulate(terminal, action)))
    throw refuse('invalid_state', { details: { state: await services.readers.status(terminal), allowed: [] } })
  return terminalAnswer(terminal, services)
}
