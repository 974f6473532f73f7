import type { CheckoutStore } from '../../store/checkouts/checkoutStore.ts'
import type { FoundCheckout, FoundCheckoutWithReceipts } from '../../store/checkouts/findCheckout.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'
import { toCheckoutWithReceipts } from './toApi.ts'

export interface FindCheckoutNeeds {
  readonly checkouts: Pick<CheckoutStore, 'find'>
}

/** Error: not_found (404), for unknown checkouts and those of another account or mode. */
export const findCheckout = async (id: string, { checkouts }: FindCheckoutNeeds): Promise<FoundCheckout> => {
  const found = await checkouts.find(id)
  if (found === null) throw notFound('checkout')
  return found
}

export interface FindWithReceiptsNeeds {
  readonly checkouts: Pick<CheckoutStore, 'findWithReceipts'>
}

/** The same with the receipts that were sent again. Error: not_found (404). */
export const findCheckoutWithReceipts = async (
  id: string,
  { checkouts }: FindWithReceiptsNeeds,
): Promise<FoundCheckoutWithReceipts> => {
  const found = await checkouts.findWithReceipts(id)
  if (found === null) throw notFound('checkout')
  return found
}

/** Returns a checkout. Error: not_found (404). */
export const getCheckout = async (id: string, services: FindWithReceiptsNeeds & { readonly clock: Clock }) =>
  toCheckoutWithReceipts(await findCheckoutWithReceipts(id, services), services.clock.now())
