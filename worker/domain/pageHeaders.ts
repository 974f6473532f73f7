import { maxPageNumber } from '#contract/schema/paging'

interface Page {
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * Headers of a page of a list: the total number of entries, if known, and links (RFC 8288) to the first, previous and next page.
 * The link to the next page has a cursor, so that entries added since do not shift it.
 *
 * @param path of the list
 * @param next cursor of the next page, null on the last one
 * @param filters other query parameters of the list, as text
 */
export const pageHeaders = (
  path: string,
  { pageNumber, pageSize }: Page,
  { total, next }: { readonly total: number | null; readonly next: string | null },
  filters: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  const link = (rel: string, pageNumber: number, more: Readonly<Record<string, string>> = {}) =>
    `<${path}?${new URLSearchParams({ ...filters, pageNumber: String(pageNumber), pageSize: String(pageSize), ...more })}>; rel="${rel}"`
  const links = [
    link('first', 1),
    ...(pageNumber > 1 ? [link('prev', pageNumber - 1)] : []),
    // A cursor takes precedence over the page number.
    ...(next === null ? [] : [link('next', Math.min(pageNumber + 1, maxPageNumber), { cursor: next })]),
  ]
  return { link: links.join(', '), ...(total !== null && { 'x-total-count': String(total) }) }
}
