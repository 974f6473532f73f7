import type { CheckoutRow } from '../../../store/checkouts/checkoutColumns.ts'

/** The URL of a checkout's page. */
export const checkoutPageUrl = ({ origin, id }: Pick<CheckoutRow, 'origin' | 'id'>): string =>
  `${origin}/checkout/${id}`
