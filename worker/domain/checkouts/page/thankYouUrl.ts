import type { CheckoutRow } from '../../../store/checkouts/checkoutColumns.ts'

/**
 * Where the merchant wants a shopper to go who has paid, or null. The merchant's own query stays as it was written, but for members that
 * are called as ours. What it is told there is a hint: anybody can ask for such an address, so the merchant reads the transaction or the
 * checkout.
 */
export const thankYouUrl = ({ id, offer }: Pick<CheckoutRow, 'id' | 'offer'>, transactionId: number): string | null => {
  if (offer.thankYouUrl === null) return null
  const url = new URL(offer.thankYouUrl)
  const ours = new URLSearchParams({ transactionId: String(transactionId), status: 'completed', checkoutId: id })
  for (const name of ours.keys()) if (url.searchParams.has(name)) url.searchParams.delete(name)
  url.search = [url.search.slice(1), ours].filter(String).join('&')
  return url.href
}
