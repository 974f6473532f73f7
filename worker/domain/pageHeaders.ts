import { maxPageNumber } from '#contract/schema/paging'

type Query = Readonly<Record<string, string>>

/** The other pages of a list, by the query of their requests; null if there is no such page. */
interface Pages {
  readonly first: Query
  readonly previous: Query | null
  readonly next: Query | null
}

/**
 * Headers of every list: links (RFC 8288) to the first, previous and next page, relative, so that they work behind any host name, and the
 * total number of entries, if a counter knows it.
 *
 * @param path of the list
 */
export const listHeaders = (path: string, { first, previous, next }: Pages, total: number | null): Query => {
  const link = (rel: string, query: Query | null) => {
    if (query === null) return []
    const parameters = new URLSearchParams(query).toString()
    return [`<${path}${parameters === '' ? '' : `?${parameters}`}>; rel="${rel}"`]
  }
  return {
    link: [...link('first', first), ...link('prev', previous), ...link('next', next)].join(', '),
    ...(total !== null && { 'x-total-count': String(total) }),
  }
}

interface Page {
  readonly pageNumber: number
  readonly pageSize: number
  readonly cursor: string | null
}

interface PageOfList {
  readonly total: number | null
  readonly next: string | null
  readonly previous: string | null
}

/**
 * Headers of a page of a list with numbers and cursors. The links have cursors, so that entries added since do not shift the pages.
 *
 * @param path of the list
 * @param filters other query parameters of the list, as text
 */
export const pageHeaders = (
  path: string,
  { pageNumber, pageSize, cursor }: Page,
  { total, next, previous }: PageOfList,
  filters: Query = {},
): Query => {
  const page = (number: number, more: Query = {}) => ({
    ...filters,
    pageNumber: String(Math.min(Math.max(number, 1), maxPageNumber)),
    pageSize: String(pageSize),
    ...more,
  })
  // A cursor takes precedence over the page number.
  const at = (number: number, begin: string | null) => (begin === null ? null : page(number, { cursor: begin }))
  // Beyond the last page there is no entry to begin at.
  const isBeyondLast = previous === null && cursor === null && pageNumber > 1
  return listHeaders(
    path,
    {
      first: page(1),
      previous: isBeyondLast ? page(pageNumber - 1) : at(pageNumber - 1, previous),
      next: at(pageNumber + 1, next),
    },
    total,
  )
}

/** Headers of a list that is never longer than one page. */
export const wholeListHeaders = (path: string, entries: readonly unknown[]): Query =>
  listHeaders(path, { first: {}, previous: null, next: null }, entries.length)
