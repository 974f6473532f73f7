import { eventKinds } from '#contract/events/events'
import type { Bank } from '../shop/bank.ts'
import { drawn, html, type Html } from '../shop/html.ts'
import { layout } from '../shop/pages/layout.ts'
import type { Registration } from './delivery.ts'
import { toNotice } from './notice.ts'
import { RESPONSE_NAMES, RESPONSES, MAX_SECONDS, TIMED, type ResponseSetting } from './responses.ts'

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

const choice = (name: (typeof RESPONSE_NAMES)[number], { response }: ResponseSetting): Html => html`
  <label>
    <input type="radio" name="response" value="${name}" aria-describedby="about" ${name === response && 'checked'} />
    <span>
      ${RESPONSES[name].title}
      <small>${RESPONSES[name].status}</small>
    </span>
  </label>
`

const notice = (registration: Registration): Html => {
  const content = toNotice(registration)
  return html`
    <div class="notice" role="alert" ${!content && 'hidden'}>
      <div>
        <strong>${content?.title}</strong>
        <p>${content?.text}</p>
      </div>
      <button type="button" class="quiet" data-act="register">${content?.act}</button>
    </div>
  `
}

const controls = (setting: ResponseSetting): Html => html`
  <section class="panel controls" aria-labelledby="controls-title">
    <h2 id="controls-title">Response</h2>
    <div class="setting">
      <fieldset class="segments">
        <legend class="unseen">Response</legend>
        ${RESPONSE_NAMES.map((name) => choice(name, setting))}
      </fieldset>
      <label class="seconds" ${TIMED[setting.response] === undefined && 'hidden'}>
        <input
          type="number"
          name="seconds"
          min="1"
          max="${MAX_SECONDS}"
          value="${setting.seconds}"
          inputmode="numeric"
        />
        <span>${TIMED[setting.response]}</span>
      </label>
    </div>
    <p id="about">${RESPONSES[setting.response].about}</p>
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
    <p class="none" hidden>No deliveries of this kind.</p>
  </section>
`

const empty: Html = html`
  <section class="panel empty" aria-labelledby="empty-title" hidden>
    ${emptyPicture}
    <h2 id="empty-title">No deliveries yet</h2>
    <p>Make a payment in the shop in another tab. Its events appear here right away.</p>
    <p><a class="quiet" href="/" target="_blank" rel="noopener">Open the shop</a></p>
  </section>
`

/**
 * The webhook inbox. Its script renders server-sent events of the shop. Setting and registration are in the page, so that the script, which
 * shows their changes, moves nothing when it loads.
 *
 * @param address URL that the gateway delivers to
 */
export const inboxPage = (
  { address, setting, registration }: { address: string; setting: ResponseSetting; registration: Registration },
  bank: Bank,
): string =>
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
            Events that the gateway delivers to
            <code>${address}</code>
          </p>
        </header>
        <noscript><p>Turn on JavaScript to use the inbox.</p></noscript>
        ${notice(registration)} ${controls(setting)}
        <p class="unseen news" role="status"></p>
        ${empty}
        <div class="panes" hidden>
          ${list}
          <div class="reading"></div>
        </div>
      </div>
      ${pictures}
    `,
    {
      bank,
      head: html`
        <link rel="stylesheet" href="/inbox.css" />
        <script type="module" src="/inbox.js"></script>
      `,
    },
  )
