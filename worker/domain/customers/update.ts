import type { UpdateCustomer } from '#contract/customers'
import type { RequestServices } from '../../app/compose.ts'
import { membersSaid } from './members.ts'
import { merchantIdentifierTaken } from './merchantIdentifierTaken.ts'
import { noSuchCustomer } from './noSuchCustomer.ts'
import { shownCustomer } from './shown.ts'

/**
 * Changes what is known of a customer. What the request leaves out stays; null and an empty text clear. An address and metadata are
 * replaced as a whole.
 *
 * Refusals: not_found (404); already_exists (409), where another customer has the merchantIdentifier; details.id is its id.
 */
export const updateCustomer = async (id: string, said: UpdateCustomer, { customers, clock }: RequestServices) => {
  const written = await customers.update(id, membersSaid(said), clock.now())
  switch (written.result) {
    case 'updated':
      return { customers: [shownCustomer(written.customer)], errors: null }
    case 'customer_not_found':
      throw noSuchCustomer()
    case 'identifier_taken':
      throw merchantIdentifierTaken(written.by)
  }
}
