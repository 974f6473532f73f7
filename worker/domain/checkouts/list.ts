import { listCheckouts as endpoint } from '#contract/checkouts/checkoutList'
import type { CheckoutSearch } from '#contract/checkouts/checkoutList'
import { apiError } from '#contract/errors/apiError'
import type { CheckoutStore } from '../../store/checkouts/checkoutStore.ts'
import type { CheckoutStart } from '../../store/checkouts/search.ts'
import type { Clock } from '../clock.ts'
import { listHeaders } from '../pageHeaders.ts'
import { toCheckoutSummary } from './toApi.ts'

interface Needs {
  readonly checkouts: Pick<CheckoutStore, 'search'>
  readonly clock: Clock
}

/** A hyphen before the id leads to newer checkouts. */
const toStart = (cursor: string): CheckoutStart => ({ id: cursor.replace(/^-/, ''), newer: cursor.startsWith('-') })

/**
 * Lists a page of the account's checkouts that match, newest first.
 *
 * Error: query_invalid, for a cursor that is no checkout of the account in this mode.
 */
export const listCheckouts = async ({ filters, page, query }: CheckoutSearch, { checkouts, clock }: Needs) => {
  const { pageSize, cursor } = page
  const now = clock.now()
  const found = await checkouts.search(filters, { start: cursor === null ? null : toStart(cursor), pageSize }, now)
  if (found === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  const first = { ...query, pageSize: String(pageSize) }
  const at = (start: string | null) => (start === null ? null : { ...first, cursor: start })
  const previous = at(found.newer && `-${found.newer}`)
  return {
    checkouts: found.rows.map((row) => toCheckoutSummary(row, now)),
    nextCursor: found.older,
    headers: listHeaders(endpoint.path, { first, previous, next: at(found.older) }, null),
    errors: null,
  }
}
