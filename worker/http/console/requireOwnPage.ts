import { apiError } from '#contract/errors/apiError'

const reads = new Set(['GET', 'HEAD'])

/**
 * Requires that a request comes from a page of the console itself, as the browser says. The cookie is sent by no other site (SameSite); this
 * also stops a page of a neighbouring host, and a stolen cookie in another page.
 *
 * Error: origin_not_allowed (403).
 */
export const requireOwnPage = (request: Request): void => {
  const { origin } = new URL(request.url)
  const [from, site] = [request.headers.get('origin'), request.headers.get('sec-fetch-site')]
  // Browsers send no Origin with reads of their own pages, and every browser with passkeys sends Sec-Fetch-Site to https.
  const isOwn = reads.has(request.method)
    ? (from === null || from === origin) && (site === null || site === 'same-origin' || site === 'none')
    : from === origin && (site === null || site === 'same-origin')
  if (!isOwn) throw apiError('origin_not_allowed')
}
