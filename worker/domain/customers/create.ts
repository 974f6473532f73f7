import type { CreateCustomer } from '#contract/customers'
import type { RequestServices } from '../../app/compose.ts'
import { merchantIdentifierTaken } from './merchantIdentifierTaken.ts'
import { membersSaid, nothingSaid } from './members.ts'
import { shownCustomer } from './shown.ts'

/**
 * A new customer of the vault.
 *
 * Refusal: already_exists (409), where another customer has the merchantIdentifier; details.id is its id.
 */
export const createCustomer = async (said: CreateCustomer, { customers, clock, ids }: RequestServices) => {
  const customer = { id: ids.uuid(), ...nothingSaid, ...membersSaid(said), created: clock.now() }
  const written = await customers.insert(customer)
  if (written.result === 'inserted') return { customers: [shownCustomer(customer)], errors: null }
  throw merchantIdentifierTaken(written.by)
}
