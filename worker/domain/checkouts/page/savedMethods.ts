import type { SavedMethod } from '#contract/checkouts/form'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'

const isAccepted = (
  network: string,
  { appearance: { acceptedNetworks } }: FoundCheckout['checkout']['offer'],
): boolean => acceptedNetworks === undefined || acceptedNetworks.some((accepted) => accepted === network)

/** The customer's saved payment methods that can pay a checkout: bank accounts and card networks only if the checkout accepts them. */
export const savedMethods = ({ checkout, methods }: FoundCheckout): readonly SavedMethod[] =>
  methods
    .filter(({ network }) => (network === 'ach' ? checkout.offer.bank : isAccepted(network, checkout.offer)))
    .map(({ wallet, network, last4, expiry }) => ({
      wallet,
      network,
      last4,
      expiry: expiry.replace(/^(\d\d)(\d\d)$/, '$1/$2'),
    }))
