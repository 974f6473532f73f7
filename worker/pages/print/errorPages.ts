import { errorHelp, errorStatuses } from '#contract/errors/errorHelp'
import type { ErrorType } from '#contract/errors/errorTypes'
import { errors } from '#contract/errors/errorTypes'
import { declineCodes } from '#contract/transactions/responseCodes'
import type { Html, HtmlValue } from '../html.ts'
import { element, html } from '../html.ts'
import { page } from './page.ts'

/** Marks the placeholders of a text, such as {field}, as variables. */
const sentence = (text: string): HtmlValue =>
  text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? element('var', part) : part))

const withStatus = (status: number): ErrorType[] =>
  (Object.keys(errors) as ErrorType[]).filter((type) => errors[type].status === status)

/** Outcomes have no fixed text: theirs is the response text of the code. */
const textOf = (type: ErrorType): HtmlValue =>
  errors[type].text === '{reason}' ? 'The response text of the decline.' : sentence(errors[type].text)

const entry = (type: ErrorType): Html => html`
  <section id="${type}">
    <h3>
      <code>${type}</code>
      <span class="status">${errors[type].status}</span>
    </h3>
    <p>${textOf(type)}</p>
    <p class="muted">${errorHelp[type]}</p>
  </section>
`

const group = ([status, title]: readonly [number, string]): Html => html`
  <h2 id="status-${status}">
    ${title}
    <span class="status">${status}</span>
  </h2>
  <div class="panel">${withStatus(status).map(entry)}</div>
`

const declineRow = ([code, { text, code: reason, retry }]: readonly [
  string,
  (typeof declineCodes)[keyof typeof declineCodes],
]): Html => html`
  <tr>
    <td><code>${code}</code></td>
    <td>${text}</td>
    <td><code>${reason}</code></td>
    <td><code>${retry}</code></td>
  </tr>
`

const code = (text: string): Html => element('code', text)

/** `/errors`: every error type with its own anchor, the target of `docs` in an error item. */
export const errorsPage = (): string =>
  page({
    title: 'Errors · Sluice',
    path: '/errors',
    main: html`
      <h1>Errors</h1>
      <p>
        Each error has a stable ${code('type')} and a ${code('message')} with five members: ${code('text')} for people,
        ${code('field')} with the path of the invalid member, ${code('code')}, ${code('docs')} with the URL of its entry
        on this page, and ${code('details')} for programs. A response lists all errors of a request.
      </p>
      <nav aria-label="By status">
        <ul class="jump">
          ${errorStatuses.map(
            ([status, title]) => html`
              <li><a href="#status-${status}">${title}</a></li>
            `,
          )}
          <li><a href="#codes">Response codes</a></li>
        </ul>
      </nav>
      ${errorStatuses.map(group)}
      <h2 id="codes">Response codes of declines</h2>
      <p>
        A declined payment returns 200 with ${code('approved')} false, one of these codes as ${code('responseCode')} and
        its reason as ${code('message.code')}. ${code('details.retry')} contains the retry advice.
      </p>
      <div class="panel wide" tabindex="0" role="region" aria-labelledby="codes">
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Text</th>
              <th scope="col">Reason</th>
              <th scope="col">Retry</th>
            </tr>
          </thead>
          <tbody>${Object.entries(declineCodes).map(declineRow)}</tbody>
        </table>
      </div>
    `,
  })

/** For people at an unknown address. */
export const notFoundPage = (): string =>
  page({
    title: 'Page not found · Sluice',
    path: '',
    main: html`
      <h1>Page not found</h1>
      <p>There is no page at this address. Check the link for typos.</p>
      <p>If you followed a link to pay, ask the merchant for a new one. Nothing was charged.</p>
    `,
  })

/** `/problems/<slug>`: the target of `type` in problem details (RFC 9457). */
export const problemPage = (type: ErrorType): string =>
  page({
    title: `${type} · Sluice`,
    path: '/problems',
    main: html`
      <h1><code>${type}</code></h1>
      <div class="panel">
        <section>
          <h2>
            What happened
            <span class="status">Status ${errors[type].status}</span>
          </h2>
          <p>${textOf(type)}</p>
        </section>
        <section>
          <h2>What to do</h2>
          <p>${errorHelp[type]}</p>
        </section>
      </div>
      <p><a href="/errors#${type}">All errors</a></p>
    `,
  })
