import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Delivery, Event, ListAttemptsAnswer } from '../../../client/types.ts'
import { newIdempotencyKey } from '../../api/api.ts'
import { label } from '../../parts/states.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { timeAgo } from '../../parts/time.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { paths } from '../../shell/routes.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.webhooks

const looks: Readonly<Record<string, StateLabel>> = {
  delivered: { text: texts.states.delivered, tone: 'good', shape: 'full' },
  pending: { text: texts.states.pending, tone: 'quiet', shape: 'dots' },
  failed: { text: texts.states.failed, tone: 'bad', shape: 'cross' },
  dropped: { text: texts.states.dropped, tone: 'quiet', shape: 'dash' },
}

/** The deliveries of an event to webhooks, read when a person opens them, with a button that sends it again. */
export class EventDeliveries extends LitElement {
  static override properties = {
    context: { attribute: false },
    event: { attribute: false },
    deliveries: { state: true },
    error: { state: true },
    isSending: { state: true },
  }

  declare context: ConsoleContext
  declare event: Event
  /** Undefined until they are read. */
  declare deliveries: readonly Delivery[] | undefined
  declare error: string
  declare isSending: boolean

  #isOpen = false
  #key = newIdempotencyKey()

  constructor() {
    super()
    this.deliveries = undefined
    this.error = ''
    this.isSending = false
  }

  protected override createRenderRoot() {
    return this
  }

  get #path(): string {
    return `/v1/events/${encodeURIComponent(this.event.id)}`
  }

  readonly #load = async (): Promise<void> => {
    this.error = ''
    try {
      const { deliveries } = await this.context.api.get<ListAttemptsAnswer>(`${this.#path}/attempts`, { pageSize: 100 })
      this.deliveries = deliveries
    } catch (error) {
      this.error = errorText(error)
    }
  }

  readonly #toggle = (event: globalThis.Event): void => {
    const { open } = event.currentTarget as HTMLDetailsElement
    if (open && !this.#isOpen) void this.#load()
    this.#isOpen = open
  }

  /** A repeated click sends the same request, which takes effect once. */
  readonly #replay = async (): Promise<void> => {
    if (this.isSending) return
    this.isSending = true
    this.error = ''
    try {
      await this.context.api.json('POST', `${this.#path}/replay`, { body: {}, key: this.#key })
      this.#key = newIdempotencyKey()
      this.context.notify(texts.sentAgain)
      await this.#load()
    } catch (error) {
      this.error = errorText(error)
    }
    this.isSending = false
  }

  /** A member who may see webhooks follows the link to all of its deliveries. */
  #endpoint({ webhook, url }: Delivery): unknown {
    return this.context.can('listWebhooks')
      ? html`
          <a href=${this.context.href(paths.webhook(webhook))}>${url}</a>
        `
      : url
  }

  #delivery(delivery: Delivery): TemplateResult {
    const { state, next, attempts } = delivery
    return html`
      <li>
        <p class="small">
          ${label(looks[state] ?? { text: state, tone: 'quiet', shape: 'ring' })} ${this.#endpoint(delivery)}
        </p>
        <ol class="attempts small muted">
          ${attempts.map(
            ({ at, status, tookMs }) => html`
              <li>${timeAgo(at)} · ${status === null ? texts.noResponse : texts.status(status)} · ${tookMs} ms</li>
            `,
          )}
        </ol>
        ${
          next
            ? html`
                <p class="small muted">${texts.next} ${timeAgo(next)}</p>
              `
            : nothing
        }
      </li>
    `
  }

  #content(): unknown {
    const { deliveries, error } = this
    if (error)
      return html`
        <p class="message bad" role="alert">${error}</p>
      `
    if (!deliveries)
      return html`
        <p class="small muted" role="status">${texts.loading}</p>
      `
    return html`
      ${
        deliveries.length === 0
          ? html`
              <p class="small muted">${texts.none}</p>
            `
          : html`
              <ul class="deliveries">
                ${deliveries.map((delivery) => this.#delivery(delivery))}
              </ul>
            `
      }
      ${
        deliveries.length > 0 && this.context.can('replayEvent')
          ? html`
              <button type="button" class="button" aria-disabled=${this.isSending} @click=${this.#replay}>
                ${this.isSending ? texts.sending : texts.sendAgain}
              </button>
            `
          : nothing
      }
    `
  }

  protected override render(): TemplateResult {
    return html`
      <details @toggle=${this.#toggle}>
        <summary class="small">
          ${texts.open}
          <span class="hidden">: ${this.event.type}</span>
        </summary>
        ${this.#content()}
      </details>
    `
  }
}

customElements.define('event-deliveries', EventDeliveries)

declare global {
  interface HTMLElementTagNameMap {
    'event-deliveries': EventDeliveries
  }
}
