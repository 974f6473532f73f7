import { parseConsent } from '#contract/checkouts/consents'
import type { CheckoutForm } from '#contract/checkouts/form'
import type { Offer } from '#contract/checkouts/offer'
import { taxNeedsAddress } from '../price/tax.ts'

const emailRequirement = ({ receipt, subscription, oneTime, prefill }: Offer): CheckoutForm['email'] => {
  if (receipt === true || subscription !== null) return 'required'
  // No mail would be sent to it.
  return receipt === false && oneTime && prefill.email === '' ? 'none' : 'optional'
}

const storageConsent = ({ subscription, oneTime }: Offer): CheckoutForm['store'] => {
  if (subscription !== null) return 'agreed'
  return oneTime ? 'never' : 'ask'
}

const hasAddress = ({ line1, line2, city, state, country }: Offer['prefill']['address']): boolean =>
  [line1, line2, city, state, country].some((part) => part !== '')

/** Whether the order is taxed by the billing address. */
const isTaxedByBilling = ({ shipping, choices }: Offer): boolean =>
  !shipping && choices !== undefined && taxNeedsAddress(choices)

/** The form of a checkout's page. */
export const toCheckoutForm = (offer: Offer): CheckoutForm => ({
  email: emailRequirement(offer),
  phone: offer.phone ?? 'none',
  receipt: offer.receipt !== false,
  shipping: offer.shipping,
  // The shopper can correct a prefilled address. With shipping it is the shipping address.
  billing: !offer.shipping && (isTaxedByBilling(offer) || hasAddress(offer.prefill.address)),
  billingRequired: isTaxedByBilling(offer),
  methods: offer.bank ? ['card', 'bank'] : ['card'],
  fields: offer.fields,
  consents: (offer.consents ?? []).map(({ name, text, required }) => ({
    name,
    required,
    parts: parseConsent(text) ?? [{ text, url: null }],
  })),
  store: storageConsent(offer),
})
