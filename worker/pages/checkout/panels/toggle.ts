import { type Html, html } from '../../html.ts'
import type { ViewModel } from '../viewModel.ts'
import { chevron } from '../icons.ts'

/** "Show details" and "Hide details"; the style sheet shows one of them. */
export const toggle = ({ texts: { invoice } }: ViewModel): Html => html`
  <span class="button toggle">
    <span class="show">${invoice.show}</span>
    <span class="hide">${invoice.hide}</span>
    ${chevron}
  </span>
`
