import { type Html, html } from '../html.ts'
import type { Drawing } from './viewModel.ts'
import { fill } from './fill.ts'

type Closed = Exclude<keyof Drawing['texts']['closed'], 'contact' | 'missing'>

/** What there is to say of a checkout without a form, by its status and the reason for it. */
export const sayingOf = ({ status, reason }: Drawing['view']): Closed => {
  if (status === 'canceled') return reason === 'too_many_declines' ? 'tooManyDeclines' : 'canceled'
  return status === 'expired' ? 'expired' : 'processing'
}

/** A title and a sentence. A screen reader hears of it, for it may take the place of the form. */
export const closed = (saying: Closed, { view, texts, ink }: Drawing): Html => html`
  <div class="closed" role="status">
    <h1>${texts.closed[saying].title}</h1>
    <p>${fill(texts.closed[saying].text, { merchant: ink.words(view.merchant.name) })}</p>
  </div>
`
