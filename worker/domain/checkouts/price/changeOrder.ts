import type { OrderRequest } from '#contract/checkouts/order'
import { ApiError, apiError } from '#contract/errors/apiError'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import { checkoutStatus } from '../status.ts'
import { quoteOrder } from './quotedOrder.ts'
import type { QuotedOrder, QuoteNeeds } from './quotedOrder.ts'

/**
 * Prices the order that a shopper's choices make. Nothing is stored. A refused code and a country that nothing is shipped to are part of the
 * result; only a forged request has an error.
 *
 * Errors: checkout_closed (409); not_found (404), for a fixed order; those of `priceOrder`.
 */
export const changeOrder = async (
  found: FoundCheckout,
  { country, state, ...choices }: OrderRequest,
  services: QuoteNeeds,
): Promise<QuotedOrder> => {
  const { status } = checkoutStatus(found, services.clock.now())
  if (status !== 'open') throw apiError('checkout_closed', { details: { state: status } })
  const quoted = await quoteOrder(found.checkout, choices, { country, state }, services)
  if (quoted === null) throw apiError('not_found', { details: { resource: 'order' } })
  const [error, ...others] = quoted.pricing.errors
  if (error !== undefined) throw new ApiError(error, ...others)
  return quoted
}
