import type { UpdateCustomer } from '#contract/customers/customers'
import type { CustomerMembers } from '../../store/customers/customers.ts'

/** A customer with all members empty. */
export const emptyMembers: CustomerMembers = {
  firstName: '',
  lastName: '',
  company: '',
  merchantIdentifier: null,
  phoneNumber: '',
  emailAddress: '',
  shippingAddress: {},
  metadata: {},
}

const names = Object.keys(emptyMembers) as (keyof CustomerMembers)[]

/** The members of a request in their stored form. Null and an empty text clear a member. */
export const toCustomerMembers = (request: UpdateCustomer): Partial<CustomerMembers> =>
  Object.fromEntries(
    names.filter((name) => request[name] !== undefined).map((name) => [name, request[name] || emptyMembers[name]]),
  )
