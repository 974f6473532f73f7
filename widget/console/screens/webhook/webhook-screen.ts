import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { ListDeliveriesAnswer, Webhook } from '../../../client/types.ts'
import { newIdempotencyKey, type Query } from '../../api/api.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { icons } from '../../parts/icons.ts'
import type { PartSizes } from '../../parts/itemsInParts.ts'
import { PagedScreen } from '../../parts/pagedScreen.ts'
import '../../parts/question-dialog.ts'
import type { Question } from '../../parts/question-dialog.ts'
import { filterIn, viewTabs } from '../../parts/viewTabs.ts'
import { errorText } from '../../shell/errorText.ts'
import { paths } from '../../shell/routes.ts'
import { rowSkeleton } from '../../shell/skeleton.ts'
import type { Delivery } from './deliveryRow.ts'
import { deliveryTable } from './deliveryTable.ts'
import { redeliver, redeliverAll, watchDeliveries } from './redelivery.ts'
import { webhookTexts } from './texts.ts'
import './webhook-head.ts'
import { readWebhook, webhookPath } from './webhookRequests.ts'

/** The lists of deliveries by view, as the API names them. */
const views = { all: '', undelivered: 'undelivered', pending: 'pending' } as const

/** One webhook: whether it receives its events, and each delivery with all attempts. */
export class WebhookScreen extends PagedScreen<Delivery> {
  static override properties = {
    ...PagedScreen.properties,
    webhook: { state: true },
    webhookFailure: { state: true },
    question: { state: true },
  }

  /** Undefined until it was read, null if it does not exist. */
  declare webhook: Webhook | null | undefined
  declare webhookFailure: unknown
  /** The question before all undelivered events are sent again, while it is shown. */
  declare question: Question | null

  protected override readonly texts = webhookTexts
  #id = ''
  #isRedelivering = false

  constructor() {
    super()
    this.webhook = undefined
    this.webhookFailure = null
    this.question = null
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.question = null
  }

  /** The head is rendered before the deliveries, whose rows have more in them than those of other lists. */
  protected override get partSizes(): PartSizes {
    return { first: 0, later: 5 }
  }

  protected override get path(): string {
    return `${webhookPath(this.route.id)}/deliveries`
  }

  get #state(): string {
    return filterIn(this.route, 'state')
  }

  protected override filters(): Query {
    return { state: this.#state }
  }

  protected override rowsIn(body: unknown): readonly Delivery[] {
    return (body as ListDeliveriesAnswer).deliveries
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed)
    if (!changed.has('route') || this.#id === this.route.id) return
    this.#id = this.route.id
    void this.#readWebhook()
  }

  readonly #readWebhook = async (): Promise<void> => {
    this.webhookFailure = null
    try {
      this.webhook = await readWebhook(this.context.api, this.route.id)
    } catch (error) {
      this.webhookFailure = error
    }
    // The head has its new buttons.
    await this.updateComplete
  }

  readonly #readAll = async (): Promise<void> => {
    await Promise.all([this.#readWebhook(), this.reload()])
  }

  readonly #askToRedeliver = (): void => {
    // One key for the question, so that a repeated click sends once.
    const key = newIdempotencyKey()
    const run = async (): Promise<void> => {
      await redeliverAll(this.context.api, this.route.id, key)
      this.context.notify(webhookTexts.redeliveredAll)
      void this.#watch(() => !this.rows?.some(({ state }) => state === 'pending'))
    }
    this.question = { ...webhookTexts.redeliverAllQuestion, run }
  }

  readonly #closeQuestion = async (): Promise<void> => {
    this.question = null
    await this.updateComplete
    this.querySelector<HTMLElement>('h1')?.focus()
  }

  /** A second click while the request is on its way does nothing. */
  async #redeliver({ event, attempts }: Delivery): Promise<void> {
    if (this.#isRedelivering) return
    this.#isRedelivering = true
    try {
      await redeliver(this.context.api, this.route.id, event.id)
      this.context.notify(webhookTexts.redelivered)
      void this.#watch(() => {
        const row = this.rows?.find((one) => one.event.id === event.id)
        return row === undefined || row.attempts.length > attempts.length
      })
    } catch (error) {
      this.context.notify(errorText(error))
    }
    this.#isRedelivering = false
  }

  /** The button that was pressed may be gone with its row: then the focus goes to the title of the list. */
  async #watch(hasEnded: () => boolean): Promise<void> {
    await watchDeliveries({ read: this.#readAll, hasEnded, isShown: () => this.isConnected })
    await this.updateComplete
    if (this.isConnected && document.activeElement === document.body)
      this.querySelector<HTMLElement>('#deliveries-title')?.focus()
  }

  #head(webhook: Webhook): TemplateResult {
    return html`
      <webhook-head
        .context=${this.context}
        .webhook=${webhook}
        .readWebhook=${this.#readWebhook}
        .readAll=${this.#readAll}
      ></webhook-head>
    `
  }

  #redeliverAllButton(): unknown {
    const { webhook, rows, context } = this
    const isOffered = webhook?.enabled && this.#state === 'undelivered' && rows?.length
    if (!isOffered || !context.can('replayWebhook')) return nothing
    return html`
      <button class="button" aria-haspopup="dialog" @click=${this.#askToRedeliver}>${webhookTexts.redeliverAll}</button>
    `
  }

  protected override renderViews(): TemplateResult {
    const { webhook, context, route } = this
    return html`
      ${webhook ? this.#head(webhook) : nothing}
      <div class="section-title">
        <h2 id="deliveries-title" tabindex="-1">${webhookTexts.deliveries}</h2>
        ${this.#redeliverAllButton()}
      </div>
      ${viewTabs({
        texts: webhookTexts.views,
        values: views,
        current: this.#state,
        hrefOf: (state) => context.href(paths.webhook(route.id, state)),
      })}
    `
  }

  protected override renderRows(rows: readonly Delivery[]): TemplateResult {
    const { context, webhook } = this
    const canRedeliver = webhook?.enabled === true && context.can('replayEvent')
    return deliveryTable(rows, {
      paymentHref: (id) => context.href(paths.payment(id)),
      redeliver: canRedeliver ? (delivery) => void this.#redeliver(delivery) : null,
    })
  }

  #missing(): TemplateResult {
    const { title, text, action } = webhookTexts.notFound
    return html`
      <div class="empty">
        <h1 tabindex="-1">${title}</h1>
        <p class="muted">${text}</p>
        <a class="button" href=${this.context.href(paths.webhooks)}>${action}</a>
      </div>
    `
  }

  /** The list below would move if it were shown before the webhook. */
  #content(): TemplateResult {
    if (this.webhook === null) return this.#missing()
    if (this.webhook) return super.render()
    return html`
      <div class="page-head"><h1 tabindex="-1">${webhookTexts.title}</h1></div>
      ${
        this.webhookFailure
          ? errorPanel(this.webhookFailure, () => void this.#readWebhook())
          : html`
              <p class="hidden" role="status">${webhookTexts.loading}</p>
              <i class="bone webhook-skeleton" aria-hidden="true"></i>
              ${rowSkeleton(3)}
            `
      }
    `
  }

  protected override render(): TemplateResult {
    const { question } = this
    return html`
      <p><a class="back" href=${this.context.href(paths.webhooks)}>${icons.back}${webhookTexts.back}</a></p>
      ${this.#content()}
      ${
        question
          ? html`
              <question-dialog
                .question=${question}
                @done=${this.#closeQuestion}
                @cancel=${this.#closeQuestion}
              ></question-dialog>
            `
          : nothing
      }
    `
  }
}

customElements.define('webhook-screen', WebhookScreen)

export const createScreen = (): WebhookScreen => new WebhookScreen()
