import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import type { TerminalRow } from '../../store/terminals/terminals.ts'
import { shownTerminal } from './shown.ts'

/** Refusal: not_found, for unknown ids, for deleted ones, and for those of another account or mode alike. */
export const findTerminal = async (id: string, { terminals }: RequestServices): Promise<TerminalRow> => {
  const terminal = await terminals.find(id)
  if (terminal === null) throw refuse('not_found', { details: { resource: 'terminal' } })
  return terminal
}

/** A terminal as it stands now. */
export const terminalAnswer = async (terminal: TerminalRow, { readers }: RequestServices) => ({
  terminals: [shownTerminal(terminal, await readers.status(terminal))],
  errors: null,
})

/** A terminal. Refusal: not_found. */
export const getTerminal = async (id: string, services: RequestServices) =>
  terminalAnswer(await findTerminal(id, services), services)
