import { lastPage } from '#contract/schema/paging'

interface Page {
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * Headers of a page of a list: how many entries the list has, where that is known, and links (RFC 8288) to its first page and to those
 * beside this one. The next one carries a cursor, by which it goes on where this page ends, whatever was added to the list since.
 *
 * @param path of the list
 * @param next cursor of the next page, null on the last one
 * @param filters other parameters of the list, as they are written in a query
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
    // Where a cursor is given, it alone says where the page begins.
    ...(next === null ? [] : [link('next', Math.min(pageNumber + 1, lastPage), { cursor: next })]),
  ]
  return { link: links.join(', '), ...(total !== null && { 'x-total-count': String(total) }) }
}
