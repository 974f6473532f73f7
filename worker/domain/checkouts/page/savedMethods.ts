import type { SavedMethod } from '#contract/checkouts/form'
import type { FoundCheckout } from '../../../store/checkouts/checkouts.ts'

/** The customer's saved payment methods that can pay a checkout: bank accounts only if the checkout accepts them. */
export const savedMethods = ({ checkout, methods }: FoundCheckout): readonly SavedMethod[] =>
  methods
    .filter(({ network }) => checkout.offer.bank || network !== 'ach')
    .map(({ wallet, network, last4, expiry }) => ({
      wallet,
      network,
      last4,
      expiry: expiry.replace(/^(\d\d)(\d\d)$/, '$1/$2'),
    }))
