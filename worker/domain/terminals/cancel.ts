import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { findTerminal, terminalAnswer } from './get.ts'

/**
 * Cancels the payment that waits at a terminal, if one does.
 *
 * Refusals: not_found; terminal_in_use (409), once the processor is asked.
 */
export const cancelTerminal = async (id: string, services: RequestServices) => {
  const terminal = await findTerminal(id, services)
  if ((await services.readers.abort(terminal.id, null)) === 'processing') throw refuse('terminal_in_use')
  return terminalAnswer(terminal, services)
}
