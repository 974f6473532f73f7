import { type Html, html } from '../html.ts'
import type { ViewModel } from './viewModel.ts'
import { fill } from './fill.ts'

type Closed = Exclude<keyof ViewModel['texts']['closed'], 'contact' | 'email' | 'visit' | 'missing'>

/** Which notice a checkout without a form shows. */
export const closedReason = ({ status, reason }: ViewModel['view']): Closed => {
  if (status === 'canceled') return reason === 'too_many_declines' ? 'tooManyDeclines' : 'canceled'
  return status === 'expired' ? 'expired' : 'processing'
}

/** A title and a sentence. Announced by screen readers, since it may replace the form. */
export const closed = (reason: Closed, { view, texts, bidi }: ViewModel): Html => html`
  <div class="closed" role="status">
    <h1>${texts.closed[reason].title}</h1>
    <p>${fill(texts.closed[reason].text, { merchant: bidi.words(view.merchant.name) })}</p>
  </div>
`
