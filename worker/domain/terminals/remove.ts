import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { findTerminal } from './get.ts'

/**
 * Deletes a terminal. A payment that waits there for a card ends with G14; its object does both, so that nothing comes between.
 *
 * Refusals: not_found; terminal_in_use (409), while it processes a payment.
 */
export const deleteTerminal = async (id: string, services: RequestServices) => {
  const terminal = await findTerminal(id, services)
  const removed = await services.readers.remove(terminal, {
    at: services.clock.now(),
    action: 'terminal.deleted',
    detail: { terminal: id },
  })
  if (removed === 'processing') throw refuse('terminal_in_use')
  if (removed === 'gone') throw refuse('not_found', { details: { resource: 'terminal' } })
  return { errors: null }
}
