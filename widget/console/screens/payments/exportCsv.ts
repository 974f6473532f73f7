import type { Api, Query } from '../../api/api.ts'
import { nextCursor } from '../../api/nextCursor.ts'

const pageSize = 1000

/** The rows of a CSV text with their line ends, the header first. Cells may have line ends of their own, in quotes. */
const rowsOf = (csv: string): string[] => csv.match(/(?:"[^"]*"|[^"\n])*\n|(?:"[^"]*"|[^"\n])+$/g) ?? []

/** The id of a row's payment, which is the first column. */
const idOf = (row: string): string => /^"?([^",]*)/.exec(row)?.[1] ?? ''

export type CsvOptions = {
  /** Called with the number of rows so far. */
  readonly onRows: (rows: number) => void
  readonly signal: AbortSignal
  /** The ids of the payments of the file; all of the search without them. */
  readonly only?: ReadonlySet<string>
}

/**
 * Reads the rows of a search as one CSV file, page by page, until all are found. A link could neither name the mode nor have more than one page.
 */
export const readCsv = async (api: Api, query: Query, { onRows, signal, only }: CsvOptions): Promise<Blob> => {
  const parts: string[] = []
  let count = 0
  let cursor: string | null = null
  do {
    const response: Response = await api.send('GET', '/v1/transactions', {
      query: { ...query, format: 'csv', pageSize, ...(cursor !== null && { cursor }) },
      signal,
    })
    const [header = '', ...rows] = rowsOf(await response.text())
    const kept = only ? rows.filter((row) => only.has(idOf(row))) : rows
    parts.push(...(parts.length === 0 ? [header] : []), ...kept)
    count += kept.length
    onRows(count)
    cursor = nextCursor(response.headers.get('link'))
  } while (cursor !== null && count < (only?.size ?? Number.POSITIVE_INFINITY))
  return new Blob(parts, { type: 'text/csv' })
}
