import { eventKinds } from '#contract/events/events'
import { drawn, html, type Html } from '../shop/html.ts'
import { layout } from '../shop/pages/layout.ts'
import { ANSWER_NAMES, ANSWERS, MOST_SECONDS } from './responses.ts'

const icon = (id: string, picture: Html): Html => html`
  <template id="${id}">${picture}</template>
`

const pictures: Html[] = [
  icon(
    'verified',
    drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2.75 16 5v4.5c0 3.6-2.4 6.4-6 7.75-3.6-1.35-6-4.15-6-7.75V5zM7.25 9.75 9.25 11.75 12.9 8"/></svg>`,
  ),
  icon(
    'forged',
    drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2.75 16 5v4.5c0 3.6-2.4 6.4-6 7.75-3.6-1.35-6-4.15-6-7.75V5zM8 8l4 4M12 8l-4 4"/></svg>`,
  ),
]

const emptyPicture = drawn`<svg class="nothing" viewBox="0 0 96 72" aria-hidden="true"><path d="M8 42v16a6 6 0 0 0 6 6h68a6 6 0 0 0 6-6V42M8 42h22l5 9h26l5-9h22M8 42l12-16M88 42 76 26M48 6v28M38 25l10 10 10-10"/></svg>`

const choice = (name: (typeof ANSWER_NAMES)[number]): Html => html`
  <label>
    <input type="radio" name="answer" value="${name}" aria-describedby="about" />
    <span>
      ${ANSWERS[name].title}
      <small>${ANSWERS[name].status}</small>
    </span>
  </label>
`

const controls: Html = html`
  <section class="panel controls" aria-labelledby="controls-title">
    <h2 id="controls-title">Answer with</h2>
    <div class="told">
      <fieldset class="segments">
        <legend class="unseen">Answer with</legend>
        ${ANSWER_NAMES.map(choice)}
      </fieldset>
      <label class="seconds" hidden>
        <input type="number" name="seconds" min="1" max="${MOST_SECONDS}" inputmode="numeric" />
        <span></span>
      </label>
    </div>
    <p id="about"></p>
    <div class="acts">
      <button type="button" class="quiet" data-act="test">Send test event</button>
      <button type="button" class="quiet" data-act="clear">Clear</button>
    </div>
    <p class="trouble" role="alert"></p>
  </section>
`

const list: Html = html`
  <section class="list" aria-labelledby="list-title">
    <div class="row">
      <h2 id="list-title">Deliveries</h2>
      <select aria-label="Kind" hidden>
        <option value="">All kinds</option>
        ${eventKinds.map(
          (name, kind) => html`
            <option value="${kind}">${name}</option>
          `,
        )}
      </select>
    </div>
    <ul></ul>
    <p class="none" hidden>Nothing of this kind has arrived.</p>
  </section>
`

const empty: Html = html`
  <section class="panel empty" aria-labelledby="empty-title" hidden>
    ${emptyPicture}
    <h2 id="empty-title">Nothing has arrived yet</h2>
    <p>Pay something in the shop, in another tab: what happens to the payment is told here, at once.</p>
    <p><a class="quiet" href="/" target="_blank" rel="noopener">To the shop</a></p>
  </section>
`

/**
 * The webhook inbox. The script shows what the shop's server tells it.
 *
 * @param address where the gateway delivers
 */
export const inboxPage = (address: string): string =>
  layout(
    'Webhook inbox',
    html`
      <div class="webhooks">
        <header class="head">
          <h1>Webhook inbox</h1>
          <p class="light" role="status" data-light="connecting">
            <span class="lamp"></span>
            <span class="word">Connecting</span>
          </p>
          <p class="where">
            What the gateway tells this shop, at
            <code>${address}</code>
          </p>
        </header>
        <noscript><p>The inbox needs JavaScript.</p></noscript>
        <div class="notice" role="alert" hidden>
          <div>
            <strong></strong>
            <p></p>
          </div>
          <button type="button" class="quiet" data-act="register"></button>
        </div>
        ${controls}
        <p class="unseen news" role="status"></p>
        ${empty}
        <div class="panes" hidden>
          ${list}
          <div class="reading"></div>
        </div>
      </div>
      ${pictures}
    `,
    html`
      <link rel="stylesheet" href="/inbox.css" />
      <script type="module" src="/inbox.js"></script>
    `,
  )
