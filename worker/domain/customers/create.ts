import type { CreateCustomer } from '#contract/customers'
import { refuse } from '#contract/refusal'
import type { Services } from '../../services.ts'
import { shownCustomer } from './shown.ts'

/**
 * A new customer of the vault.
 *
 * Refusal: already_exists (409), where another customer has the merchantIdentifier; details.id is its id.
 */
export const createCustomer = async (said: CreateCustomer, { customers, clock, ids }: Services) => {
  const customer = {
    id: ids.uuid(),
    firstName: said.firstName ?? '',
    lastName: said.lastName ?? '',
    company: said.company ?? '',
    merchantIdentifier: said.merchantIdentifier || null,
    phoneNumber: said.phoneNumber ?? '',
    emailAddress: said.emailAddress ?? '',
    shippingAddress: said.shippingAddress ?? {},
    metadata: said.metadata ?? {},
    created: clock.now(),
  }
  const written = await customers.insert(customer)
  if (written.result === 'inserted') return { customers: [shownCustomer(customer)], errors: null }
  throw refuse('already_exists', { field: 'merchantIdentifier', details: { id: written.by } })
}
