import type { CheckoutPageData } from '#contract/checkouts/page'
import { Html } from '../html.ts'
import type { ViewModel } from './viewModel.ts'

/** A script element with JSON. `<` is escaped, so the JSON cannot close the element. */
const jsonScript = (id: string, value: unknown): Html =>
  new Html(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)

/** The texts that every form shows. Those of its optional parts are added; others are rendered by the worker or belong to the mail. */
const SHOWN_BY_SCRIPT = [
  'sections',
  'labels',
  'help',
  'choose',
  'errors',
  'methods',
  'button',
  'stay',
  'declines',
  'failures',
] as const

/** The card form's texts, with the error of a network that the checkout does not accept if there is any. */
const cardTexts = (
  { card, checkout }: ViewModel['file'],
  { networks }: CheckoutPageData,
): ViewModel['file']['card'] => {
  if (networks === null) return card
  const number = { ...card.errors.number, notAccepted: checkout.declines.notAccepted }
  return { ...card, errors: { ...card.errors, number } }
}

/** The inline data of the page's script: the checkout and its texts. */
export const inlineData = ({ file }: ViewModel, data: CheckoutPageData): Html[] => {
  const shown = [
    ...SHOWN_BY_SCRIPT,
    ...(data.form.shipping ? (['sameAddress'] as const) : []),
    ...(data.form.methods.includes('bank') ? (['accountTypes'] as const) : []),
    ...(data.address ? (['address'] as const) : []),
    ...(data.customer ? (['customer'] as const) : []),
    ...(data.order ? (['order'] as const) : []),
  ]
  const texts = Object.fromEntries(shown.map((name) => [name, file.checkout[name]]))
  return [jsonScript('checkout', data), jsonScript('texts', { card: cardTexts(file, data), checkout: texts })]
}
