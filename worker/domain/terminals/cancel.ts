import { apiError } from '#contract/errors/apiError'
import { findTerminal, terminalResponse } from './get.ts'
import type { FindTerminalNeeds } from './get.ts'
import type { TerminalsClient } from './terminalsClient.ts'

interface Needs extends FindTerminalNeeds {
  readonly terminalsClient: Pick<TerminalsClient, 'abort' | 'status'>
}

/**
 * Cancels the payment that waits for a card at a terminal, if any.
 *
 * Errors: not_found (404); terminal_in_use (409), once the processor is called.
 */
export const cancelTerminal = async (id: string, needs: Needs) => {
  const terminal = await findTerminal(id, needs)
  if ((await needs.terminalsClient.abort(terminal.id, null)) === 'processing') throw apiError('terminal_in_use')
  return terminalResponse(terminal, needs)
}
