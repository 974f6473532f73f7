import type { RequestServices } from '../../app/compose.ts'
import { noSuchCustomer } from './noSuchCustomer.ts'

/**
 * Deletes a customer: what it subscribed to is canceled, and its payment methods are erased for good. Its payments stay, with masked numbers.
 *
 * Refusal: not_found (404), also the second time.
 */
export const deleteCustomer = async (id: string, { customers, clock }: RequestServices) => {
  const deleted = await customers.delete(id, { at: clock.now(), action: 'customer.deleted', detail: { customer: id } })
  if (!deleted) throw noSuchCustomer()
  return { errors: null }
}
