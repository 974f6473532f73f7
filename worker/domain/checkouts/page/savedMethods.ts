import type { FoundCheckout, OfferedMethod } from '../../../store/checkouts/checkouts.ts'

/** What of a known customer's payment methods can be paid with: bank accounts only where the merchant takes them here. */
export const savedMethods = ({ checkout, methods }: FoundCheckout): readonly OfferedMethod[] =>
  checkout.offer.bank ? methods : methods.filter(({ network }) => network !== 'ach')
