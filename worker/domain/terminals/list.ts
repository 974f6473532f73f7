import type { Paging } from '#contract/paging'
import { refuse } from '#contract/refusal'
import type { RequestServices } from '../../app/compose.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { shownTerminal } from './shown.ts'

/**
 * A page of the terminals of the key's mode, newest first. Each is asked for its status, all at once.
 *
 * Refusal: query_invalid, for a cursor that is none of this list's.
 */
export const listTerminals = async (page: Paging, { terminals, readers }: RequestServices) => {
  const list = await terminals.list(page)
  if (list === 'cursor_not_found') throw refuse('query_invalid', { field: 'cursor' })
  return {
    terminals: await Promise.all(
      list.entries.map(async (terminal) => shownTerminal(terminal, await readers.status(terminal))),
    ),
    headers: pageHeaders('/v1/terminals', page, list),
    errors: null,
  }
}
