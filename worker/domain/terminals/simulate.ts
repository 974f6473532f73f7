import type { SimulatedAction } from '#contract/terminals/device'
import { apiError } from '#contract/errors/apiError'
import { findTerminal, terminalResponse } from './get.ts'
import type { FindTerminalNeeds } from './get.ts'
import type { TerminalsClient } from './terminalsClient.ts'

interface Needs extends FindTerminalNeeds {
  readonly terminalsClient: Pick<TerminalsClient, 'simulate' | 'status'>
}

/**
 * Simulates an action of the shopper at a simulated terminal.
 *
 * Errors: not_found (404); invalid_state (409), for a real terminal, or if no payment waits for the action.
 */
export const simulateTerminal = async (id: string, action: SimulatedAction, needs: Needs) => {
  const terminal = await findTerminal(id, needs)
  if (terminal.simulated === null || !(await needs.terminalsClient.simulate(terminal, action)))
    throw apiError('invalid_state', { details: { state: await needs.terminalsClient.status(terminal), allowed: [] } })
  return terminalResponse(terminal, needs)
}
