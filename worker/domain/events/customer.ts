import type { CustomerSnapshot } from '../../store/customers/customerEvents.ts'
import type { EventRow } from '../../store/events/events.ts'
import { shownCustomer } from '../customers/shown.ts'

/** The customer that an event is about, as a read of it answered then. */
export const shownCustomerOf = ({ snapshot }: EventRow) => {
  const customer = JSON.parse(snapshot) as CustomerSnapshot
  return shownCustomer({
    ...customer,
    shippingAddress: JSON.parse(customer.shippingAddress) as Readonly<Record<string, string>>,
    metadata: JSON.parse(customer.metadata) as Readonly<Record<string, string>>,
  })
}
