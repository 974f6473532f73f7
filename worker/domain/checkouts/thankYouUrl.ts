import type { CheckoutRow } from '../../store/checkouts.ts'

/**
 * Where the merchant wants a shopper to go who has paid, or null. What it is told there is a hint: anybody can ask for such an address, so
 * the merchant reads the transaction or the checkout.
 */
export const thankYouUrl = ({ id, offer }: Pick<CheckoutRow, 'id' | 'offer'>, transactionId: number): string | null => {
  if (offer.thankYouUrl === null) return null
  const url = new URL(offer.thankYouUrl)
  for (const [name, value] of [
    ['transactionId', String(transactionId)],
    ['status', 'completed'],
    ['checkoutId', id],
  ] as const)
    url.searchParams.set(name, value)
  return url.href
}
