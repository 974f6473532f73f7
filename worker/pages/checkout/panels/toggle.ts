import { type Html, html } from '../../html.ts'
import type { Drawing } from '../viewModel.ts'
import { chevron } from '../icons.ts'

/** What a summary will do, "Show details" or "Hide details": the style sheet shows the one that is true. */
export const toggle = ({ texts: { invoice } }: Drawing): Html => html`
  <span class="button toggle">
    <span class="show">${invoice.show}</span>
    <span class="hide">${invoice.hide}</span>
    ${chevron}
  </span>
`
