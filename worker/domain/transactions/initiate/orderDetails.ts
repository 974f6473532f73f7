import type { Order } from '#contract/transactions/order'
import type { OrderDetails, PostalAddress } from '../../../processors/processor.ts'
import { definedOnly } from '../../definedOnly.ts'
import { orderReference } from '../orderColumns.ts'

const toPostalAddress = ({ name, line1, line2, city, state, postalCode, country }: PostalAddress): PostalAddress => ({
  ...definedOnly('name', name),
  ...definedOnly('line1', line1),
  ...definedOnly('line2', line2),
  ...definedOnly('city', city),
  ...definedOnly('state', state),
  ...definedOnly('postalCode', postalCode),
  ...definedOnly('country', country),
})

/**
 * What a processor learns of an order.
 *
 * @param statementDescriptor text on the payer's statement; absent for the processor's own
 */
export const toOrderDetails = (order: Order, statementDescriptor?: string): OrderDetails => ({
  ...definedOnly('reference', orderReference(order)),
  ...definedOnly('email', order.email),
  ...(order.billTo && { billTo: toPostalAddress(order.billTo) }),
  ...(order.shipTo && { shipTo: toPostalAddress(order.shipTo) }),
  ...definedOnly('tax', order.tax?.rawJSON),
  ...definedOnly('shipping', order.shipping?.rawJSON),
  ...definedOnly('surcharge', order.surcharge?.rawJSON),
  ...definedOnly('statementDescriptor', statementDescriptor),
})
