import { html, type TemplateResult } from 'lit'
import { brandMark } from '../parts/icons.ts'
import { shellTexts } from './texts.ts'

/** A page for people without a session: a panel with the product’s name and the content. */
export const signInFrame = (content: unknown, isBusy = false): TemplateResult => html`
  <main class="sign-in" id="main" aria-busy=${isBusy}>
    <div class="sign-in-panel">
      <p class="brand">
        ${brandMark}
        <span>${shellTexts.product}</span>
      </p>
      ${content}
    </div>
  </main>
`
