import { findPublicUrlError } from '#contract/schema/publicUrl'
import type { PublicUrlRules } from '#contract/schema/publicUrl'

type Fetch = (request: Request) => Promise<Response>

/**
 * Sends the requests of processors. Their hosts are settings of merchants, so requests go to public hosts only and follow no redirect: it
 * would take credentials and card data to a host that nobody chose.
 */
export const processorFetch =
  (fetch: Fetch, rules: PublicUrlRules): Fetch =>
  async (request) => {
    const reason = findPublicUrlError(request.url, rules)
    if (reason !== null) throw new TypeError(`Requests of processors cannot go to this URL (${reason}).`)
    return fetch(request.redirect === 'manual' ? request : new Request(request, { redirect: 'manual' }))
  }
