import { html, nothing, type TemplateResult } from 'lit'
import { exactTime, shortTime } from '../../format/time.ts'
import { label } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import './event-deliveries.ts'
import type { Transaction } from './payment.ts'
import type { Related } from './related.ts'
import { paymentTexts } from './texts.ts'
import { timelineOf } from './timelineEntries.ts'

const texts = paymentTexts.timeline

/** A time is relative for a week, since it is a date afterwards. */
const recentMs = 7 * 86_400_000

export const whenText = (at: string): TemplateResult => {
  const time = new Date(at)
  return Date.now() - time.getTime() < recentMs
    ? html`
        ${timeAgo(at)} · ${shortTime(time)}
      `
    : html`
        <time datetime=${at} title=${exactTime(time)}>${shortTime(time)}</time>
      `
}

export const timeline = (payment: Transaction, related: Related, context: ConsoleContext): TemplateResult => html`
  <section class="panel" aria-labelledby="timeline-title">
    <h2 id="timeline-title">${texts.title}</h2>
    <ol class="timeline">
      ${timelineOf(payment, related).map(
        ({ at, title, look, by, notes, event }) => html`
          <li>
            <p class="timeline-title">${label({ text: title, ...look })}</p>
            ${
              notes.length > 0
                ? html`
                    <p class="small">${notes.join(' ')}</p>
                  `
                : nothing
            }
            <p class="small muted">${by ? `${by} · ` : ''}${whenText(at)}</p>
            ${
              event && context.can('listAttempts')
                ? html`
                    <event-deliveries .context=${context} .event=${event}></event-deliveries>
                  `
                : nothing
            }
          </li>
        `,
      )}
    </ol>
    ${
      related.isIncomplete
        ? html`
            <p class="small muted">${texts.incomplete}</p>
          `
        : nothing
    }
  </section>
`
