import type { Api, Query } from '../../api/api.ts'
import { nextCursor } from '../../api/nextCursor.ts'

const pageSize = 1000

/** A page of CSV without its header row. */
const withoutHeader = (csv: string): string => csv.slice(csv.indexOf('\n') + 1)

/**
 * Reads all rows of a search as one CSV file, page by page. A link could neither name the mode nor have more than one page.
 *
 * @param onRows is called with the number of rows so far
 */
export const readCsv = async (
  api: Api,
  query: Query,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Blob> => {
  const parts: string[] = []
  let rows = 0
  let cursor: string | null = null
  do {
    const response: Response = await api.send('GET', '/v1/transactions', {
      query: { ...query, format: 'csv', pageSize, ...(cursor !== null && { cursor }) },
      signal,
    })
    const text = await response.text()
    parts.push(parts.length === 0 ? text : withoutHeader(text))
    // Cells may have line ends of their own, in quotes.
    rows +=
      text
        .replaceAll(/"[^"]*"/g, '')
        .trimEnd()
        .split('\n').length - 1
    onRows(rows)
    cursor = nextCursor(response.headers.get('link'))
  } while (cursor !== null)
  return new Blob(parts, { type: 'text/csv' })
}
