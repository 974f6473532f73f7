import type { CheckoutForm } from '#contract/checkouts/form'
import type { Offer } from '#contract/checkouts/offer'
import type { PayRequest } from '#contract/checkouts/pay'
import type { ErrorDetail } from '#contract/errors/apiError'
import type { GivenConsent } from '../../../store/checkouts/givenConsents.ts'

type Answers = Pick<PayRequest['answers'], 'consents'>

/** An answer of a name such as `constructor` counts only if it was sent. */
const isAccepted = ({ consents }: Answers, name: string): boolean => Object.hasOwn(consents, name) && !!consents[name]

/** The errors in the shopper's consents: a required one without acceptance, and one that the form does not have. */
export const validateConsents = (form: Pick<CheckoutForm, 'consents'>, answers: Answers): ErrorDetail[] => [
  ...form.consents.flatMap(({ name, required }) =>
    required && !isAccepted(answers, name) ? [{ type: 'required', field: `answers.consents.${name}` } as const] : [],
  ),
  ...Object.keys(answers.consents).flatMap((name) =>
    form.consents.some((consent) => consent.name === name)
      ? []
      : [{ type: 'unknown_member', field: `answers.consents.${name}` } as const],
  ),
]

/** What the shopper agreed to and what not, with the texts of the form; null for a form without consents. */
export const givenConsents = (
  { consents = [] }: Pick<Offer, 'consents'>,
  answers: Answers,
  at: number,
): readonly GivenConsent[] | null =>
  consents.length === 0
    ? null
    : consents.map(({ name, text }) => ({ name, text, accepted: isAccepted(answers, name), at }))
