import { fromBase64url, toBase64url, toHex, utf8 } from '#contract/encoding/bytes'
import { apiError } from '#contract/errors/apiError'
import type { TransactionFilters } from '#contract/transactions/transactionList'
import type { SearchPosition } from '../../../store/transactions/search.ts'

/** The list that a cursor belongs to. */
export interface CursorScope {
  readonly account: string
  readonly mode: 'test' | 'live'
  readonly filters: TransactionFilters
}

const digest = async (value: unknown): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(value))))).slice(0, 32)

/**
 * Encodes a position for clients. The digest detects a cursor that was altered or belongs to another account, mode or search. It
 * is not a secret: a forged cursor is only a position in the account's own list.
 */
export const encodeCursor = async (
  { created, id }: SearchPosition,
  { account, mode, filters }: CursorScope,
): Promise<string> => toBase64url(utf8(`1.${created}.${id}.${await digest([account, mode, filters, created, id])}`))

const parsePosition = (cursor: string): SearchPosition | null => {
  const [, created, id] =
    /^1\.([0-9]{1,15})\.([0-9]{1,16})\./.exec(new TextDecoder().decode(fromBase64url(cursor) ?? undefined)) ?? []
  return created === undefined || id === undefined ? null : { created: Number(created), id: Number(id) }
}

/**
 * Decodes a cursor.
 *
 * Error: query_invalid, for text that `encodeCursor` does not produce for this list.
 */
export const decodeCursor = async (cursor: string, of: CursorScope): Promise<SearchPosition> => {
  const position = parsePosition(cursor)
  if (position === null || (await encodeCursor(position, of)) !== cursor)
    throw apiError('query_invalid', { field: 'cursor' })
  return position
}
