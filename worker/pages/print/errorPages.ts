import { errorHelp } from '#contract/errors/errorHelp'
import type { ErrorType } from '#contract/errors/errorTypes'
import { errors } from '#contract/errors/errorTypes'
import { declineCodes } from '#contract/transactions/responseCodes'
import type { Html, HtmlValue } from '../html.ts'
import { element, html } from '../html.ts'
import { page } from './page.ts'

const meanings: readonly (readonly [status: number, title: string])[] = [
  [400, 'The request is wrong'],
  [401, 'The key is not good'],
  [403, 'The key may not do this'],
  [404, 'Not found'],
  [405, 'Wrong method'],
  [409, 'Not in this state'],
  [413, 'Too large'],
  [414, 'Too long'],
  [415, 'Not JSON'],
  [422, 'Key used before'],
  [426, 'Only by WebSocket'],
  [429, 'Too many requests'],
  [500, 'Our fault'],
  [503, 'Not available'],
  [504, 'No answer from the processor'],
  [200, 'Not approved'],
]

/** In texts, {field} stands for what differs from error to error. */
const sentence = (text: string): HtmlValue =>
  text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? element('var', part) : part))

const withStatus = (status: number): ErrorType[] =>
  (Object.keys(errors) as ErrorType[]).filter((type) => errors[type].status === status)

/** Outcomes carry the processor's words, so their text alone would say nothing here. */
const textOf = (type: ErrorType): HtmlValue =>
  errors[type].text === '{reason}' ? 'The reason, in words.' : sentence(errors[type].text)

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
