import type { TerminalRow } from '../../store/terminals/terminalColumns.ts'
import type { TerminalStore } from '../../store/terminals/terminalStore.ts'
import { notFound } from '../notFound.ts'
import type { TerminalsClient } from './terminalsClient.ts'
import { toTerminal } from './toApi.ts'

export interface FindTerminalNeeds {
  readonly terminals: Pick<TerminalStore, 'find'>
}

/** Error: not_found (404), for unknown or deleted terminals and those of another account or mode. */
export const findTerminal = async (id: string, { terminals }: FindTerminalNeeds): Promise<TerminalRow> => {
  const terminal = await terminals.find(id)
  if (terminal === null) throw notFound('terminal')
  return terminal
}

export interface TerminalResponseNeeds {
  readonly terminalsClient: Pick<TerminalsClient, 'status'>
}

/** The response for one terminal, with its status. */
export const terminalResponse = async (terminal: TerminalRow, { terminalsClient }: TerminalResponseNeeds) => ({
  terminals: [toTerminal(terminal, await terminalsClient.status(terminal))],
  errors: null,
})

/** Returns a terminal. Error: not_found (404). */
export const getTerminal = async (id: string, needs: FindTerminalNeeds & TerminalResponseNeeds) =>
  terminalResponse(await findTerminal(id, needs), needs)
