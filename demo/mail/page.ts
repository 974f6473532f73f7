import { drawn, html, type Html } from '../shop/html.ts'
import { layout } from '../shop/pages/layout.ts'
import type { StoredMail } from './mailbox.ts'

const backIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M12 4.5 6.5 10l5.5 5.5"/></svg>`
const emptyPicture = drawn`<svg class="nothing" viewBox="0 0 96 72" aria-hidden="true"><rect x="4" y="8" width="88" height="56" rx="8"/><path d="m6 14 36 28a10 10 0 0 0 12 0l36-28"/></svg>`

const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const time = (sent: number): Html => html`
  <time datetime="${new Date(sent).toISOString()}">${times.format(sent)}</time>
`

const entry = ({ id, to, subject, sent }: StoredMail, shown: StoredMail | undefined): Html => html`
  <li>
    <a href="/mail/${id}" ${id === shown?.id && drawn`aria-current="page"`}>
      <span class="subject">${subject}</span>
      <span class="to">${to}</span>
      ${time(sent)}
    </a>
  </li>
`

/** An email as HTML and as plain text. */
const message = ({ id, from, to, subject, sent, text }: StoredMail, title: Html): Html => html`
  <article class="message" aria-labelledby="subject">
    <header>
      ${title}
      <dl>
        <div>
          <dt>From</dt>
          <dd>${from}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>${to}</dd>
        </div>
        <div>
          <dt>Sent</dt>
          <dd>${time(sent)}</dd>
        </div>
      </dl>
    </header>
    <section aria-labelledby="as-html">
      <p class="kind" id="as-html">HTML</p>
      <iframe src="/mail/${id}/html" title="${subject}, as HTML" sandbox="allow-same-origin"></iframe>
    </section>
    <section aria-labelledby="as-text">
      <p class="kind" id="as-text">Text</p>
      <pre tabindex="0" aria-labelledby="as-text">${text}</pre>
    </section>
  </article>
`

const nothing: Html = html`
  <section class="panel empty">
    ${emptyPicture}
    <h1>No mail yet</h1>
    <p>Receipts of hosted checkouts appear here. Pay with a link and enter an email address to get one.</p>
    <p><a class="quiet" href="/">Go to the shop</a></p>
  </section>
`

const head: Html = html`
  <link rel="stylesheet" href="/mail.css" />
  <script type="module" src="/mail.js"></script>
`

/**
 * The list of emails and the selected one. A wide window shows both; a phone shows one of them.
 *
 * @param chosen the email of the URL; without it the newest is shown beside the list
 */
export const mailPage = (mails: readonly StoredMail[], chosen: StoredMail | undefined): string => {
  const shown = chosen ?? mails[0]
  if (!shown) return layout('Mail', nothing, { head })
  // With a chosen email its subject is the h1, since a phone shows nothing else.
  const [inboxTitle, subjectTitle] = chosen
    ? [
        html`
          <h2 class="title">Mail</h2>
        `,
        html`
          <h1 id="subject">${shown.subject}</h1>
        `,
      ]
    : [
        html`
          <h1 class="title">Mail</h1>
        `,
        html`
          <h2 id="subject">${shown.subject}</h2>
        `,
      ]
  return layout(
    chosen ? chosen.subject : 'Mail',
    html`
      <div class="mail ${chosen ? 'chosen' : ''}">
        <div class="inbox">
          ${inboxTitle}
          <p>Emails to shoppers. The demo stores them here and does not send them.</p>
          <nav aria-label="Emails">
            <ul>
              ${mails.map((mail) => entry(mail, shown))}
            </ul>
          </nav>
        </div>
        <div class="reading">
          <a class="quiet back" href="/mail">${backIcon} All mail</a>
          ${message(shown, subjectTitle)}
        </div>
      </div>
    `,
    { head },
  )
}

/** The HTML of an email may have inline styles, and no scripts, forms or requests. */
export const mailPolicy = [
  'sandbox allow-same-origin',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')
