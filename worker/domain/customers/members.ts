import type { UpdateCustomer } from '#contract/customers'
import type { CustomerMembers } from '../../store/customers/customers.ts'

/** A customer of whom nothing is said. */
export const nothingSaid: CustomerMembers = {
  firstName: '',
  lastName: '',
  company: '',
  merchantIdentifier: null,
  phoneNumber: '',
  emailAddress: '',
  shippingAddress: {},
  metadata: {},
}

const names = Object.keys(nothingSaid) as (keyof CustomerMembers)[]

/** The members that a request says, as they are written: null and an empty text say that there is nothing. */
export const membersSaid = (said: UpdateCustomer): Partial<CustomerMembers> =>
  Object.fromEntries(
    names.filter((name) => said[name] !== undefined).map((name) => [name, said[name] || nothingSaid[name]]),
  )
