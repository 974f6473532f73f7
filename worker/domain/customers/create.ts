import type { CreateCustomer } from '#contract/customers/customers'
import type { CustomerStore } from '../../store/customers/customerStore.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { merchantIdentifierTaken } from './errors.ts'
import { emptyMembers, toCustomerMembers } from './members.ts'
import { toCustomer } from './toApi.ts'

interface Needs {
  readonly clock: Clock
  readonly customers: Pick<CustomerStore, 'insert'>
  readonly ids: Pick<Ids, 'uuid'>
}

/**
 * Creates a customer.
 *
 * Error: already_exists (409) with the id of the customer that has the merchantIdentifier.
 */
export const createCustomer = async (request: CreateCustomer, { customers, clock, ids }: Needs) => {
  const customer = { id: ids.uuid(), ...emptyMembers, ...toCustomerMembers(request), created: clock.now() }
  const insertion = await customers.insert(customer)
  if (insertion.result === 'inserted') return { customers: [toCustomer(customer)], errors: null }
  throw merchantIdentifierTaken(insertion.by)
}
