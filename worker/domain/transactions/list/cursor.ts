import { fromBase64url, toBase64url, toHex, utf8 } from '#contract/encoding/bytes'
import { apiError } from '#contract/errors/apiError'
import type { TransactionFilters } from '#contract/transactions/transactionList'
import type { SearchStart } from '../../../store/transactions/search.ts'

/** The list that a cursor belongs to. */
export interface CursorScope {
  readonly account: string
  readonly mode: 'test' | 'live'
  readonly filters: TransactionFilters
}

const digest = async (value: unknown): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(value))))).slice(0, 32)

/** The first part of a cursor: the direction of the page from its position. */
const directions = { older: '1', newer: '2' } as const

/**
 * Encodes the start of a page for clients. The digest detects a cursor that was altered or belongs to another account, mode or search. It
 * is not a secret: a forged cursor is only a position in the account's own list.
 */
export const encodeCursor = async (
  { created, id, newer }: SearchStart,
  { account, mode, filters }: CursorScope,
): Promise<string> =>
  toBase64url(
    utf8(
      `${newer ? directions.newer : directions.older}.${created}.${id}.${await digest([account, mode, filters, created, id])}`,
    ),
  )

const parseStart = (cursor: string): SearchStart | null => {
  const [, way, created, id] =
    /^([12])\.([0-9]{1,15})\.([0-9]{1,16})\./.exec(new TextDecoder().decode(fromBase64url(cursor) ?? undefined)) ?? []
  return created === undefined || id === undefined
    ? null
    : { created: Number(created), id: Number(id), newer: way === directions.newer }
}

/**
 * Decodes a cursor.
 *
 * Error: query_invalid, for text that `encodeCursor` does not produce for this list.
 */
export const decodeCursor = async (cursor: string, of: CursorScope): Promise<SearchStart> => {
  const start = parseStart(cursor)
  if (start === null || (await encodeCursor(start, of)) !== cursor) throw apiError('query_invalid', { field: 'cursor' })
  return start
}
