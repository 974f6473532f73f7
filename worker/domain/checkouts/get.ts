import { refuse } from '#contract/errors/apiError'
import type { CheckoutStore } from '../../store/checkouts/checkoutStore.ts'
import type { FoundCheckout } from '../../store/checkouts/checkouts.ts'
import type { Clock } from '../clock.ts'
import { shownCheckout } from './toApi.ts'

export interface FindCheckoutNeeds {
  readonly checkouts: Pick<CheckoutStore, 'find'>
}

/** Error: not_found, for unknown ids and for those of another account or mode alike. */
export const findCheckout = async (id: string, { checkouts }: FindCheckoutNeeds): Promise<FoundCheckout> => {
  const found = await checkouts.find(id)
  if (found === null) throw refuse('not_found', { details: { resource: 'checkout' } })
  return found
}

/** Error: not_found. */
export const getCheckout = async (id: string, services: FindCheckoutNeeds & { readonly clock: Clock }) =>
  shownCheckout(await findCheckout(id, services), services.clock.now())
