import type { CheckoutRow } from '../../../store/checkouts/checkoutColumns.ts'

/** The address of a checkout's page. */
export const checkoutPageUrl = ({ origin, id }: Pick<CheckoutRow, 'origin' | 'id'>): string =>
  `${origin}/checkout/${id}`
