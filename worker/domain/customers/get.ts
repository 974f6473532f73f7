import type { RequestServices } from '../../app/compose.ts'
import { noSuchCustomer } from './noSuchCustomer.ts'
import { shownCustomer } from './shown.ts'

/**
 * A customer, in a list of one.
 *
 * Refusal: not_found (404).
 */
export const getCustomer = async (id: string, { customers }: RequestServices) => {
  const customer = await customers.find(id)
  if (customer === null) throw noSuchCustomer()
  return { customers: [shownCustomer(customer)], errors: null }
}
