/** The cursor of the next page in a header `Link`; null on the last page. */
export const nextCursor = (link: string | null): string | null => {
  const [, url] = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? []
  return url === undefined ? null : new URL(url, location.href).searchParams.get('cursor')
}
