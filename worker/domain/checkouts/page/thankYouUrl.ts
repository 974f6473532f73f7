import type { CheckoutRow } from '../../../store/checkouts/checkoutColumns.ts'

/**
 * The merchant's page after a payment, with `transactionId`, `status` and `checkoutId` in its query; null without one. Other parameters of the
 * merchant's query stay unchanged. The parameters prove no payment, since anyone can request such a URL: the merchant reads the transaction
 * or the checkout.
 */
export const thankYouUrl = ({ id, offer }: Pick<CheckoutRow, 'id' | 'offer'>, transactionId: number): string | null => {
  if (offer.thankYouUrl === null) return null
  const url = new URL(offer.thankYouUrl)
  const added = new URLSearchParams({ transactionId: String(transactionId), status: 'completed', checkoutId: id })
  for (const name of added.keys()) if (url.searchParams.has(name)) url.searchParams.delete(name)
  url.search = [url.search.slice(1), added].filter(String).join('&')
  return url.href
}
