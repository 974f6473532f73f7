import { html, nothing, type TemplateResult } from 'lit'
import type { ListDeliveriesAnswer } from '../../../client/types.ts'
import { exactTime, shortTime } from '../../format/time.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { label } from '../../parts/states.ts'
import { timeAgo } from '../../parts/time.ts'
import { answerText } from './answerText.ts'
import { webhookTexts } from './texts.ts'

export type Delivery = ListDeliveriesAnswer['deliveries'][number]

const { states, columns } = webhookTexts

const stateOf = ({ state, attempts }: Delivery): StateLabel => {
  switch (state) {
    case 'delivered':
      return { text: states.delivered, tone: 'good', shape: 'full' }
    case 'failed':
      return { text: states.failed, tone: 'bad', shape: 'cross' }
    case 'dropped':
      return { text: states.dropped, tone: 'bad', shape: 'dash' }
    default:
      return attempts.length > 0
        ? { text: states.retried, tone: 'warn', shape: 'half' }
        : { text: states.waiting, tone: 'quiet', shape: 'dots' }
  }
}

/** Why an event was not delivered, by the last attempt. */
const lastAnswer = ({ state, attempts }: Delivery): TemplateResult => {
  const last = attempts.at(-1)
  return html`
    <span>
      ${last ? answerText(last.status) : nothing}
      <span class="small muted">${webhookTexts.why[state] ?? nothing}</span>
    </span>
  `
}

const attemptList = ({ attempts, next }: Delivery): unknown => {
  if (attempts.length === 0) return nothing
  return html`
    <details>
      <summary>${webhookTexts.attempts(attempts.length)}</summary>
      <ol class="attempts">
        ${attempts.map(
          ({ at, status, tookMs }) => html`
            <li>
              <time datetime=${at} title=${exactTime(new Date(at))}>${shortTime(new Date(at))}</time>
              <span>${answerText(status)}</span>
              <span class="muted">${webhookTexts.milliseconds(String(tookMs))}</span>
            </li>
          `,
        )}
        ${
          next
            ? html`
                <li>
                  <time datetime=${next} title=${exactTime(new Date(next))}>${shortTime(new Date(next))}</time>
                  <span>${webhookTexts.next}</span>
                </li>
              `
            : nothing
        }
      </ol>
    </details>
  `
}

/** A delivery with its attempts. Events of payments lead to their page. */
export const deliveryRow = (
  delivery: Delivery,
  { paymentHref, redeliver }: { readonly paymentHref: (id: string) => string; readonly redeliver: (() => void) | null },
): TemplateResult => {
  const { event } = delivery
  const type = html`
    <code>${event.type}</code>
  `
  return html`
    <tr role="row">
      <td role="cell">
        ${
          event.type.startsWith('transaction.')
            ? html`
                <a href=${paymentHref(event.resource)}>${type}</a>
              `
            : type
        }
        ${attemptList(delivery)}
      </td>
      <td role="cell" data-label=${columns.state}>${label(stateOf(delivery))}</td>
      <td role="cell" data-label=${columns.last}>${lastAnswer(delivery)}</td>
      <td role="cell" class="when" data-label=${columns.at}><span>${timeAgo(event.timestamp)}</span></td>
      <td role="cell" class="actions">
        ${
          redeliver
            ? html`
                <button
                  class="button plain"
                  aria-label=${webhookTexts.redeliverOf(event.type, shortTime(new Date(event.timestamp)))}
                  @click=${redeliver}
                >
                  ${webhookTexts.redeliver}
                </button>
              `
            : nothing
        }
      </td>
    </tr>
  `
}
