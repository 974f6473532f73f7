import type { OrderDetails } from '../processor.ts'
import type { Members } from './members.ts'

/** NMI has a first and a last name. The last word is the last name. */
export const nameMembers = (name: string | undefined, first: string, last: string): Members => {
  const words = (name ?? '').split(/\s+/).filter(Boolean)
  return { [first]: words.slice(0, -1).join(' '), [last]: words.at(-1) }
}

/**
 * What an order says about the payment. The order's own reference is its description: NMI's order id is the gateway's, by which look-ups
 * find the operation.
 */
export const orderMembers = ({
  reference,
  email,
  billTo = {},
  shipTo = {},
  tax,
  shipping,
  surcharge,
  statementDescriptor,
}: OrderDetails = {}): Members => ({
  orderdescription: reference,
  email,
  ...nameMembers(billTo.name, 'firstname', 'lastname'),
  address1: billTo.line1,
  address2: billTo.line2,
  city: billTo.city,
  state: billTo.state,
  zip: billTo.postalCode,
  country: billTo.country,
  ...nameMembers(shipTo.name, 'shipping_firstname', 'shipping_lastname'),
  shipping_address1: shipTo.line1,
  shipping_address2: shipTo.line2,
  shipping_city: shipTo.city,
  shipping_state: shipTo.state,
  shipping_zip: shipTo.postalCode,
  shipping_country: shipTo.country,
  tax,
  shipping,
  surcharge,
  descriptor: statementDescriptor,
})
