import { html, nothing, type TemplateResult } from 'lit'
import { icons } from '../../parts/icons.ts'
import { paymentStates } from '../../parts/paymentStates.ts'
import type { Problem, Term } from './search.ts'
import { paymentsTexts } from './texts.ts'

const texts = paymentsTexts.search

export type SearchActions = {
  readonly submit: (text: string) => void
  readonly remove: (term: Term) => void
}

/** A filter's value in words. */
const valueText = ({ key, value }: Term): string =>
  key === 'status'
    ? value
        .split(',')
        .map((state) => paymentStates[state]?.text ?? state)
        .join(', ')
    : value

const chip = (term: Term, remove: () => void): TemplateResult => {
  const text = `${paymentsTexts.chips[term.key]}: ${valueText(term)}`
  return html`
    <li class="chip">
      <span>${text}</span>
      <button type="button" @click=${remove} aria-label=${texts.remove(text)}>${icons.close}</button>
    </li>
  `
}

const guide = (): TemplateResult => html`
  <div class="menu search-guide" id="search-guide" popover tabindex="0" role="region" aria-label=${texts.help}>
    <h2>${texts.help}</h2>
    <dl>
      ${texts.guide.map(
        ([example, text]) => html`
          <div>
            <dt><code>${example}</code></dt>
            <dd>${text}</dd>
          </div>
        `,
      )}
    </dl>
  </div>
`

/** The search box: filters as chips, and the text that is being typed. */
export const searchBox = (
  terms: readonly Term[],
  problems: readonly Problem[],
  { submit, remove }: SearchActions,
): TemplateResult => {
  const send = (event: Event): void => {
    event.preventDefault()
    submit((event.currentTarget as HTMLFormElement).querySelector('input')!.value)
  }
  const removeLast = (event: KeyboardEvent): void => {
    const last = terms.at(-1)
    if (event.key === 'Backspace' && last && (event.target as HTMLInputElement).value === '') remove(last)
  }
  return html`
    <form class="search" role="search" @submit=${send}>
      <div class="search-box">
        ${icons.search}
        <div class="search-parts">
          ${
            terms.length > 0
              ? html`
                  <ul class="chips">
                    ${terms.map((term) => chip(term, () => remove(term)))}
                  </ul>
                `
              : nothing
          }
          <input
            class="search-input"
            type="text"
            aria-label=${texts.label}
            aria-describedby="search-message"
            aria-invalid=${problems.length > 0}
            placeholder=${terms.length > 0 ? '' : texts.placeholder}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            enterkeyhint="search"
            maxlength="300"
            @keydown=${removeLast}
          />
        </div>
        <button type="button" class="icon-button" popovertarget="search-guide">
          <span aria-hidden="true">?</span>
          <span class="hidden">${texts.help}</span>
        </button>
      </div>
      ${guide()}
      <p class="message bad" id="search-message" role="status">${problems[0]?.message ?? ''}</p>
    </form>
  `
}
