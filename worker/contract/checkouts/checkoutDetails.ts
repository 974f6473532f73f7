import * as v from 'valibot'
import { actor } from '../audit/actor.ts'
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

/** An email with a receipt. `actor`: who sent it again; null for the first one. */
const receipt = () =>
  v.object({
    at: v.string(),
    recipient: v.picklist(['shopper', 'other']),
    state: v.picklist(['sent', 'failed']),
    actor: v.nullable(actor()),
  })

/** The same with all emails with its receipt: the first one, and those that were sent again. */
export const checkoutWithReceipts = () => ({ ...checkoutDetails(), receipts: v.array(receipt()) })
