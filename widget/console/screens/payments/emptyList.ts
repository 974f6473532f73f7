import { html, nothing, type TemplateResult } from 'lit'
import type { Mode } from '../../api/session.ts'
import { paymentsTexts } from './texts.ts'

const { none, noMatch, search } = paymentsTexts

/** An account without payments. */
export const noPayments = (mode: Mode): TemplateResult => html`
  <div class="empty">
    <h2>${none.title}</h2>
    <p class="muted">${none[mode]}</p>
  </div>
`

/** A search without a match. @param allPayments the address of the list without a search; null while older payments can be searched */
export const noMatches = (allPayments: string | null): TemplateResult => html`
  <div class="empty">
    <h2>${noMatch.title}</h2>
    <p class="muted">${allPayments === null ? noMatch.partial : noMatch.text}</p>
    ${
      allPayments === null
        ? nothing
        : html`
            <a class="button" href=${allPayments}>${search.clear}</a>
          `
    }
  </div>
`
