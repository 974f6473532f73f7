import type { PayRequest } from '#contract/checkouts/pay'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { QuotedOrder } from '../price/quotedOrder.ts'

/** Whether the order is the one whose quote the shopper saw, with the code that the shopper entered. */
export const isAsSeen = ({ pricing, quote }: QuotedOrder, { order }: Pick<PayRequest, 'order'>): boolean =>
  pricing.codeRefusal === null && quote === order?.quote

/**
 * The errors in the shopper's choices. `field` is a path in the body of the pay request.
 *
 * Errors: required (the order); out_of_range, format_invalid (quantities); enum_invalid (the way of shipping, or a country that nothing is
 * shipped to).
 */
export const orderErrors = (quoted: QuotedOrder | null, { order }: Pick<PayRequest, 'order'>): ErrorDetail[] => {
  if (quoted === null) return []
  if (order === undefined) return [{ type: 'required', field: 'order' }]
  const { errors, noShipping } = quoted.pricing
  return [
    ...errors.map((error) => Object.assign({}, error, { field: `order.${error.field}` })),
    ...(noShipping ? [{ type: 'enum_invalid', field: 'answers.shipTo.country' } as const] : []),
  ]
}
