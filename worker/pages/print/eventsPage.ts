import { eventKinds, eventTypes, kindsOf, readScopeOf } from '#contract/events/events'
import { eventTexts } from '#contract/events/eventTexts'
import type { EventType } from '#contract/events/events'
import { secretOverlapHours } from '#contract/webhooks/webhooks'
import type { Html } from '../html.ts'
import { element, html } from '../html.ts'
import { page } from './page.ts'

const code = (text: string): Html => element('code', text)

/** A type with several kinds is described under the first. */
const severalKinds = (type: EventType): string =>
  kindsOf(type).length === 1
    ? ''
    : `Its kind is that of the operation: ${kindsOf(type)
        .map((kind) => `${kind} ${eventKinds[kind]}`)
        .join(', ')}. `

const entry = (type: EventType): Html => html`
  <section id="${type}">
    <h3><code>${type}</code></h3>
    <p>${eventTexts[type]} ${severalKinds(type)}Scope: ${code(readScopeOf(type))}.</p>
  </section>
`

const group = (name: string, kind: number): Html => html`
  <h2 id="kind-${String(kind)}">
    ${name}
    <span class="status">kind ${String(kind)}</span>
  </h2>
  <div class="panel">${eventTypes.filter((type) => kindsOf(type)[0] === kind).map(entry)}</div>
`

/** `/events`: every event type with its own anchor and description. */
export const eventsPage = (): string =>
  page({
    title: 'Events · Sluice',
    path: '/events',
    main: html`
      <h1>Events</h1>
      <p>
        To receive the events of an account,
        <a href="/docs">register a webhook</a>
        or
        <a href="/docs">list events</a>
        with the API. The first word of ${code('type')} names the member of ${code('data')} that contains the resource.
        Webhooks subscribe to events by ${code('kind')} with ${code('subscribedEvents')}, and to single types with
        ${code('eventTypes')}, such as ${code('["transaction.captured"]')}. A key receives and reads the events whose
        scope it has.
      </p>
      <p>
        Deliveries are signed according to Standard Webhooks, with the headers ${code('webhook-id')},
        ${code('webhook-timestamp')} and ${code('webhook-signature')} and the secret from the webhook’s registration.
        After a rotation the previous secret signs as well for ${String(secretOverlapHours)} hours. An event may arrive
        late or more than once: its ${code('id')} stays the same, and ${code('sequence')} counts the events of a
        resource.
      </p>
      <nav aria-label="By kind">
        <ul class="jump">
          ${eventKinds.map(
            (name, kind) => html`
              <li><a href="#kind-${String(kind)}">${name}</a></li>
            `,
          )}
        </ul>
      </nav>
      ${eventKinds.map(group)}
    `,
  })
