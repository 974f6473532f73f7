import { eventsOfRows } from '../events/rowEvents.ts'
import { columnsOf, text } from '../sql/row.ts'
import { memberColumns } from './customerColumns.ts'
import type { CustomerMembers } from './customerColumns.ts'

/** What events keep of a customer: what a read of it shows. */
const snapshotColumns = columnsOf({ id: text, ...memberColumns })

/** A customer as its events keep it. */
export type CustomerSnapshot = Omit<CustomerMembers, 'shippingAddress' | 'metadata'> & {
  readonly id: string
  /** Objects, as JSON. */
  readonly shippingAddress: string
  readonly metadata: string
}

export const customerEvent = eventsOfRows('customers', snapshotColumns.names)
