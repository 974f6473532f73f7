import type { CustomerStore } from '../../store/customers/customerStore.ts'
import { notFound } from '../notFound.ts'
import { toCustomer } from './toApi.ts'

interface Needs {
  readonly customers: Pick<CustomerStore, 'find'>
}

/**
 * Returns a customer, in a list of one.
 *
 * Error: not_found (404).
 */
export const getCustomer = async (id: string, { customers }: Needs) => {
  const customer = await customers.find(id)
  if (customer === null) throw notFound('customer')
  return { customers: [toCustomer(customer)], errors: null }
}
