import type { CustomerStore } from '../../store/customers/customerStore.ts'
import { createdValues } from '../createdValues.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly clock: Clock
  readonly customers: Pick<CustomerStore, 'delete'>
}

/**
 * Deletes a customer: cancels its subscriptions and open checkouts and destroys its saved payment methods. Its payments remain, with masked
 * numbers.
 *
 * Error: not_found (404), also for a deleted customer.
 */
export const deleteCustomer = async (id: string, { customers, clock }: Needs) => {
  const at = clock.now()
  const deleted = await customers.delete(id, {
    at,
    action: 'customer.deleted',
    detail: { customer: id, changes: createdValues({ deleted: at }) },
  })
  if (!deleted) throw notFound('customer')
  return { errors: null }
}
