import type { UpdateCustomer } from '#contract/customers/customers'
import type { CustomerStore } from '../../store/customers/customerStore.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { merchantIdentifierTaken } from './errors.ts'
import { toCustomerMembers } from './members.ts'
import { toCustomer } from './toApi.ts'

interface Needs {
  readonly clock: Clock
  readonly customers: Pick<CustomerStore, 'update'>
}

/**
 * Changes members of a customer. Missing members stay unchanged; null and an empty text clear a member. Address and metadata are replaced as
 * a whole.
 *
 * Errors: not_found (404); already_exists (409) with the id of the customer that has the merchantIdentifier.
 */
export const updateCustomer = async (id: string, request: UpdateCustomer, { customers, clock }: Needs) => {
  const update = await customers.update(id, toCustomerMembers(request), clock.now())
  switch (update.result) {
    case 'updated':
      return { customers: [toCustomer(update.customer)], errors: null }
    case 'customer_not_found':
      throw notFound('customer')
    case 'identifier_taken':
      throw merchantIdentifierTaken(update.by)
  }
}
