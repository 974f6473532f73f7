import * as v from 'valibot'
import { checkout } from './checkoutSchema.ts'

/** Name and email address in `customerInfo` of the request. */
export const customerInfoResponse = () => v.nullable(v.object({ name: v.string(), email: v.string() }))

/** A checkout with what was asked for. The amounts are those of the request, before the shopper's choices. */
export const checkoutDetails = () => ({
  ...checkout(),
  invoiceNumber: v.nullable(v.string()),
  customerInfo: customerInfoResponse(),
  items: v.array(v.object({ name: v.string(), description: v.string(), price: v.number(), quantity: v.number() })),
  subtotal: v.nullable(v.number()),
  tax: v.nullable(v.number()),
  surcharge: v.nullable(v.number()),
  shipping: v.nullable(v.number()),
  discount: v.nullable(v.number()),
})
