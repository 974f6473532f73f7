import type { ListTransactionsAnswer, ListTransactionsEntry } from '../../../client/types.ts'
import type { Api, Query } from '../../api/api.ts'

/** A row of the list. */
export type PaymentRow = ListTransactionsEntry

const pageSize = 50

/** A search examines a limited number of payments per page. So many pages without a match are read before the person is asked. */
const emptyPages = 3

/** The next rows of a search, and the cursor behind them. */
export const readPage = async (
  api: Api,
  query: Query,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ rows: readonly PaymentRow[]; cursor: string | null }> => {
  let next = cursor
  for (let page = 1; ; page++) {
    const { transactions, nextCursor } = await api.get<ListTransactionsAnswer>(
      '/v1/transactions',
      { ...query, pageSize, ...(next !== null && { cursor: next }) },
      signal,
    )
    if (transactions.length > 0 || nextCursor === null || page === emptyPages)
      return { rows: transactions, cursor: nextCursor }
    next = nextCursor
  }
}
