import { eventKinds, eventTypes, kindOf } from '#contract/events/events'
import { eventTexts } from '#contract/events/eventTexts'
import type { EventType } from '#contract/events/events'
import { rotationHours } from '#contract/webhooks/webhooks'
import type { Html } from '../html.ts'
import { element, html } from '../html.ts'
import { page } from './page.ts'

const code = (text: string): Html => element('code', text)

const entry = (type: EventType): Html => html`
  <section id="${type}">
    <h3><code>${type}</code></h3>
    <p>${eventTexts[type]}</p>
  </section>
`

const group = (name: string, kind: number): Html => html`
  <h2 id="kind-${String(kind)}">
    ${name}
    <span class="status">kind ${String(kind)}</span>
  </h2>
  <div class="panel">${eventTypes.filter((type) => kindOf(type) === kind).map(entry)}</div>
`

/** `/events`: every type of event with an anchor of its name, and when it happens. */
export const eventsPage = (): string =>
  page({
    title: 'Events · Sluice',
    path: '/events',
    main: html`
      <h1>Events</h1>
      <p>
        What happens in an account is told to those that
        <a href="/docs#/Webhooks/createWebhook">register a webhook</a>
        and to those that
        <a href="/docs#/Events/listEvents">list events</a>
        themselves. ${code('type')} says what has happened; the word before the point is the member of ${code('data')}
        that shows what it happened to. ${code('kind')} is its family, by which a webhook may choose.
      </p>
      <p>
        Deliveries are signed as Standard Webhooks says: ${code('webhook-id')}, ${code('webhook-timestamp')} and
        ${code('webhook-signature')}, by the secret that was shown when the webhook was registered. Once it is replaced,
        the one before signs, too, for ${String(rotationHours)} hours. The same event may come more than once, and late:
        its ${code('id')} stays the same, and ${code('sequence')} counts the events of one resource.
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
