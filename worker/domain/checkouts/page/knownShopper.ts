import type { KnownShopper } from '#contract/checkouts/form'
import type { PayRequest } from '#contract/checkouts/pay'
import { isEmail } from '#contract/schema/email'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import { toCheckoutForm } from '../offer/form.ts'
import { maskEmail, maskName } from './mask.ts'

/** The maximum length of a name in an address and on a card. */
const maxNameLength = 100

type Known = Pick<FoundCheckout, 'checkout' | 'person'>

/**
 * What the merchant's customer has stored and the form may use. It never leaves the gateway unmasked: everyone with the URL can open the
 * page. What the merchant prefilled takes its place.
 */
const storedShopper = ({ checkout: { offer }, person }: Known): KnownShopper => {
  if (person === null || offer.knownCustomer !== true) return { email: '', name: '' }
  const { email, address } = offer.prefill
  const name = `${person.firstName} ${person.lastName}`.trim().slice(0, maxNameLength)
  return {
    email: email === '' && isEmail(person.emailAddress) ? person.emailAddress : '',
    name: address.name === '' ? name : '',
  }
}

/** The same for the page. */
export const maskedShopper = (found: Known): KnownShopper => {
  const { email, name } = storedShopper(found)
  return { email: email && maskEmail(email), name: maskName(name) }
}

/** A request to pay in which the customer's own values stand for those that the shopper did not enter. */
export const withStoredShopper = (body: PayRequest, found: Known): PayRequest => {
  const stored = storedShopper(found)
  const form = toCheckoutForm(found.checkout.offer)
  const { payment, answers } = body
  const nameOf = (given: string | null | undefined) => given?.trim() || stored.name || given
  return {
    ...body,
    payment: {
      ...payment,
      ...(payment.creditCard && {
        creditCard: { ...payment.creditCard, nameOnCard: nameOf(payment.creditCard.nameOnCard) },
      }),
      ...(payment.check && { check: { ...payment.check, name: nameOf(payment.check.name) } }),
    },
    answers: {
      ...answers,
      email: answers.email.trim() || (form.email === 'none' ? '' : stored.email),
      ...(form.shipping &&
        answers.shipTo && { shipTo: { ...answers.shipTo, name: nameOf(answers.shipTo.name) ?? undefined } }),
    },
  }
}
