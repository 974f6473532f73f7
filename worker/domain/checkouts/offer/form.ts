import type { CheckoutForm } from '#contract/checkouts/form'
import type { Offer } from '#contract/checkouts/offer'

const emailOf = ({ receipt, subscription, oneTime, prefill }: Offer): CheckoutForm['email'] => {
  if (receipt === true || subscription !== null) return 'required'
  // Nobody would write to it.
  return receipt === false && oneTime && prefill.email === '' ? 'none' : 'optional'
}

const storeOf = ({ subscription, oneTime }: Offer): CheckoutForm['store'] => {
  if (subscription !== null) return 'agreed'
  return oneTime ? 'never' : 'ask'
}

const knowsAddress = ({ line1, line2, city, state, country }: Offer['prefill']['address']): boolean =>
  [line1, line2, city, state, country].some((part) => part !== '')

/** What the page asks of the shopper. */
export const formOf = (offer: Offer): CheckoutForm => ({
  email: emailOf(offer),
  receipt: offer.receipt !== false,
  shipping: offer.shipping,
  // What the merchant knows of an address can be changed; with shipping it is the address that things go to.
  billing: !offer.shipping && knowsAddress(offer.prefill.address),
  methods: offer.bank ? ['card', 'bank'] : ['card'],
  fields: offer.fields,
  store: storeOf(offer),
})
