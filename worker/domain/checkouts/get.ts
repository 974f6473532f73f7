import type { CheckoutStore } from '../../store/checkouts/checkoutStore.ts'
import type { FoundCheckout } from '../../store/checkouts/checkouts.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { toCheckoutDetails } from './toApi.ts'

export interface FindCheckoutNeeds {
  readonly checkouts: Pick<CheckoutStore, 'find'>
}

/** Error: not_found (404), for unknown checkouts and those of another account or mode. */
export const findCheckout = async (id: string, { checkouts }: FindCheckoutNeeds): Promise<FoundCheckout> => {
  const found = await checkouts.find(id)
  if (found === null) throw notFound('checkout')
  return found
}

/** Returns a checkout. Error: not_found (404). */
export const getCheckout = async (id: string, services: FindCheckoutNeeds & { readonly clock: Clock }) =>
  toCheckoutDetails(await findCheckout(id, services), services.clock.now())
