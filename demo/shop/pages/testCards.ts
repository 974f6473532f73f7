import { drawn, html, type Html } from '../html.ts'
import type { Samples } from '../testCards.ts'

const copyIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><rect x="7" y="7" width="9.5" height="9.5" rx="2"/><path d="M13 4.5a1.5 1.5 0 0 0-1.5-1H5.5a2 2 0 0 0-2 2v6a1.5 1.5 0 0 0 1 1.5"/></svg>`
const closeIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="m5.5 5.5 9 9M14.5 5.5l-9 9"/></svg>`

export const testCardsButton: Html = html`
  <button type="button" class="quiet" popovertarget="test-cards">Test cards</button>
`

/** A side panel with test data to copy. It opens without a script; /copy.js copies. */
export const testCards = (samples: Samples): Html => html`
  <aside id="test-cards" popover aria-labelledby="test-cards-title">
    <div class="row">
      <h2 id="test-cards-title">Test cards</h2>
      <button type="button" class="bare" popovertarget="test-cards" popovertargetaction="hide" aria-label="Close">
        ${closeIcon}
      </button>
    </div>
    <p>Click a value to copy it, then paste it into the form.</p>
    ${samples.map(
      ({ title, rows }) => html`
        <h3>${title}</h3>
        <ul>
          ${rows.map(
            ({ value, result }) => html`
              <li>
                <button type="button" class="sample" data-copy="${value}">
                  <span class="value">${value}</span>
                  <span class="result">${result}</span>
                  ${copyIcon}
                </button>
              </li>
            `,
          )}
        </ul>
      `,
    )}
    <p role="status" class="copied"></p>
  </aside>
`
