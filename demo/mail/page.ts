import { drawn, html, type Html } from '../shop/html.ts'
import { layout } from '../shop/pages/layout.ts'
import type { KeptMail } from './mailbox.ts'

const backIcon = drawn`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M12 4.5 6.5 10l5.5 5.5"/></svg>`
const emptyPicture = drawn`<svg class="nothing" viewBox="0 0 96 72" aria-hidden="true"><rect x="4" y="8" width="88" height="56" rx="8"/><path d="m6 14 36 28a10 10 0 0 0 12 0l36-28"/></svg>`

const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

const time = (sent: number): Html => html`
  <time datetime="${new Date(sent).toISOString()}">${times.format(sent)}</time>
`

const entry = ({ id, to, subject, sent }: KeptMail, shown: KeptMail | undefined): Html => html`
  <li>
    <a href="/mail/${id}" ${id === shown?.id && drawn`aria-current="page"`}>
      <span class="subject">${subject}</span>
      <span class="to">${to}</span>
      ${time(sent)}
    </a>
  </li>
`

/** A mail as a program shows it, and as one without HTML does. */
const message = ({ id, from, to, subject, sent, text }: KeptMail, title: Html): Html => html`
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
    <p>Receipts of hosted checkouts arrive here. Pay one with a link, and leave an email address.</p>
    <p><a class="quiet" href="/">To the shop</a></p>
  </section>
`

const head: Html = html`
  <link rel="stylesheet" href="/mail.css" />
  <script type="module" src="/mail.js"></script>
`

/**
 * The mails that the gateway sent, and one of them: where a phone shows the list alone or the mail alone, a wide window shows both.
 *
 * @param chosen the one that was asked for; without it the newest stands beside the list
 */
export const mailPage = (mails: readonly KeptMail[], chosen: KeptMail | undefined): string => {
  const shown = chosen ?? mails[0]
  if (!shown) return layout('Mail', nothing, head)
  // The page is about the mail that was chosen: on a phone there is nothing else.
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
          <p>Nothing is sent from here. This is what shoppers would have got.</p>
          <nav aria-label="Mails">
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
    head,
  )
}

/** A mail's own HTML may look as it likes, and do nothing. */
export const mailPolicy = [
  'sandbox allow-same-origin',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')
