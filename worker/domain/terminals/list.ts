import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { TerminalStore } from '../../store/terminals/terminalStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import type { TerminalsClient } from './terminalsClient.ts'
import { toTerminal } from './toApi.ts'

interface Needs {
  readonly terminalsClient: Pick<TerminalsClient, 'status'>
  readonly terminals: Pick<TerminalStore, 'list'>
}

/**
 * Lists a page of the terminals in the mode of the key, newest first, with the status of each.
 *
 * Error: query_invalid, for a cursor that is no terminal of this account.
 */
export const listTerminals = async (page: Paging, { terminalsClient, terminals }: Needs) => {
  const list = await terminals.list(page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    terminals: await Promise.all(
      list.entries.map(async (terminal) => toTerminal(terminal, await terminalsClient.status(terminal))),
    ),
    headers: pageHeaders('/v1/terminals', page, list),
    errors: null,
  }
}
