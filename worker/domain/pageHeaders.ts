import { lastPage } from '#contract/paging'

interface Page {
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * Headers of a page of a list: how many entries the list has, and links (RFC 8288) to its first page and to those beside this one. The
 * next one carries a cursor, by which it goes on where this page ends, whatever was added to the list since.
 *
 * @param path of the list
 * @param next cursor of the next page, null on the last one
 */
export const pageHeaders = (
  path: string,
  { pageNumber, pageSize }: Page,
  { total, next }: { readonly total: number; readonly next: string | null },
) => {
  const link = (rel: string, number: number, more = '') =>
    `<${path}?pageNumber=${number}&pageSize=${pageSize}${more}>; rel="${rel}"`
  const links = [
    link('first', 1),
    ...(pageNumber > 1 ? [link('prev', pageNumber - 1)] : []),
    // Where a cursor is given, it alone says where the page begins.
    ...(next === null ? [] : [link('next', Math.min(pageNumber + 1, lastPage), `&cursor=${next}`)]),
  ]
  return { link: links.join(', '), 'x-total-count': String(total) }
}
