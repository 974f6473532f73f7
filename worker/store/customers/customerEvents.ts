import type { NewCustomer } from './customers.ts'
import { eventsOfRows } from '../events/rowEvents.ts'

/** What events keep of a customer: what a read of it shows. */
const columns = [
  'id',
  'firstName',
  'lastName',
  'company',
  'merchantIdentifier',
  'phoneNumber',
  'emailAddress',
  'shippingAddress',
  'metadata',
] as const satisfies readonly (keyof NewCustomer)[]

/** A customer as its events keep it. */
export type CustomerSnapshot = Omit<Pick<NewCustomer, (typeof columns)[number]>, 'shippingAddress' | 'metadata'> & {
  /** Objects, as JSON. */
  readonly shippingAddress: string
  readonly metadata: string
}

export const customerEvent = eventsOfRows('customers', columns)
