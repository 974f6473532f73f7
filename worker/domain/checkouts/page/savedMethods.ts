import type { FoundCheckout, OfferedMethod } from '../../../store/checkouts/checkouts.ts'

/** The customer's saved payment methods that can pay a checkout: bank accounts only if the checkout accepts them. */
export const savedMethods = ({ checkout, methods }: FoundCheckout): readonly OfferedMethod[] =>
  checkout.offer.bank ? methods : methods.filter(({ network }) => network !== 'ach')
