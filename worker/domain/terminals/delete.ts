import { apiError } from '#contract/errors/apiError'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { findTerminal } from './get.ts'
import type { FindTerminalNeeds } from './get.ts'
import type { TerminalsClient } from './terminalsClient.ts'

interface Needs extends FindTerminalNeeds {
  readonly clock: Clock
  readonly terminalsClient: Pick<TerminalsClient, 'remove'>
}

/**
 * Deletes a terminal. A payment that waits for a card ends with G14. The terminal's object does both in one step.
 *
 * Errors: not_found (404); terminal_in_use (409), while it processes a payment.
 */
export const deleteTerminal = async (id: string, needs: Needs) => {
  const terminal = await findTerminal(id, needs)
  const removed = await needs.terminalsClient.remove(terminal, {
    at: needs.clock.now(),
    action: 'terminal.deleted',
    detail: { terminal: id },
  })
  if (removed === 'processing') throw apiError('terminal_in_use')
  if (removed === 'gone') throw notFound('terminal')
  return { errors: null }
}
