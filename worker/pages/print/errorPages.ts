import { errorHelp } from '#contract/errors/errorHelp'
import type { ErrorType } from '#contract/errors/errorTypes'
import { errors } from '#contract/errors/errorTypes'
import { declineCodes } from '#contract/transactions/responseCodes'
import type { Html, HtmlValue } from '../html.ts'
import { element, html } from '../html.ts'
import { page } from './page.ts'

const meanings: readonly (readonly [status: number, title: string])[] = [
  [400, 'Invalid request'],
  [401, 'Invalid API key'],
  [403, 'Forbidden'],
  [404, 'Not found'],
  [405, 'Method not allowed'],
  [409, 'Conflict'],
  [413, 'Request too large'],
  [414, 'URL too long'],
  [415, 'Unsupported media type'],
  [422, 'Idempotency key reused'],
  [426, 'WebSocket required'],
  [429, 'Too many requests'],
  [500, 'Internal error'],
  [503, 'Service unavailable'],
  [504, 'Processor timeout'],
  [200, 'Payment not approved'],
]

/** Marks the placeholders of a text, such as {field}, as variables. */
const sentence = (text: string): HtmlValue =>
  text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? element('var', part) : part))

const withStatus = (status: number): ErrorType[] =>
  (Object.keys(errors) as ErrorType[]).filter((type) => errors[type].status === status)

/** The text of an outcome is the response text of its code, so the table has no sentence of its own. */
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

const declineRow = ([code, { text, code: word, retry }]: readonly [
  string,
  (typeof declineCodes)[keyof typeof declineCodes],
]): Html => html`
  <tr>
    <td><code>${code}</code></td>
    <td>${text}</td>
    <td><code>${word}</code></td>
    <td><code>${retry}</code></td>
  </tr>
`

const code = (text: string): Html => element('code', text)

/** `/errors`: every error type with an anchor of its name, which is where `docs` of an error item leads. */
export const errorsPage = (): string =>
  page({
    title: 'Errors · Sluice',
    path: '/errors',
    main: html`
      <h1>Errors</h1>
      <p>
        An error has a ${code('type')}, which never changes its meaning, and a ${code('message')} with five members:
        ${code('text')} for people, ${code('field')} with the path of the member it is about, ${code('code')},
        ${code('docs')} with the address of its entry here, and ${code('details')} for programs. All that is wrong with
        a request is reported at once.
      </p>
      <nav aria-label="By status">
        <ul class="jump">
          ${meanings.map(
            ([status, title]) => html`
              <li><a href="#status-${status}">${title}</a></li>
            `,
          )}
          <li><a href="#codes">Response codes</a></li>
        </ul>
      </nav>
      ${meanings.map(group)}
      <h2 id="codes">Response codes of declines</h2>
      <p>
        A payment that is not approved answers 200 with one of these as ${code('responseCode')}, and its word as
        ${code('message.code')}. ${code('details.retry')} says what may help.
      </p>
      <div class="panel wide" tabindex="0" role="region" aria-labelledby="codes">
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Text</th>
              <th scope="col">Word</th>
              <th scope="col">Retry</th>
            </tr>
          </thead>
          <tbody>${Object.entries(declineCodes).map(declineRow)}</tbody>
        </table>
      </div>
    `,
  })

/** `/problems/<slug>`: where `type` of problem details leads. */
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
