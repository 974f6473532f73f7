import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { ListDeliveriesAnswer, ListWebhooksAnswer, TestWebhookAnswer, Webhook } from '../../../client/types.ts'
import { newIdempotencyKey, type Query } from '../../api/api.ts'
import { shortTime } from '../../format/time.ts'
import { factList } from '../../parts/factList.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { icons } from '../../parts/icons.ts'
import { PagedScreen } from '../../parts/pagedScreen.ts'
import '../../parts/question-dialog.ts'
import type { Question } from '../../parts/question-dialog.ts'
import '../../parts/secret-dialog.ts'
import type { Secret } from '../../parts/secret-dialog.ts'
import { timeAgo } from '../../parts/time.ts'
import { errorText } from '../../shell/errorText.ts'
import { filterIn, viewTabs } from '../../parts/viewTabs.ts'
import { paths } from '../../shell/routes.ts'
import { rowSkeleton } from '../../shell/skeleton.ts'
import { webhooksTexts } from '../webhooks/texts.ts'
import '../webhooks/webhook-dialog.ts'
import type { SavedWebhook } from '../webhooks/webhook-dialog.ts'
import { eventsText, webhookStateLabel } from '../webhooks/webhookState.ts'
import { answerText } from './answerText.ts'
import { deliveryRow, type Delivery } from './deliveryRow.ts'
import { webhookTexts } from './texts.ts'

/** The lists of deliveries by view, as the API names them. */
const views = { all: '', undelivered: 'undelivered', pending: 'pending' } as const

/** How often, and how many times, a delivery that was sent again is read. */
const watchMs = 1000
const watchTimes = 8

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type ActionName = 'test' | 'edit' | 'rotate' | 'turnOff' | 'turnOn' | 'remove'

/** One webhook: whether it receives its events, and each delivery with all attempts. */
export class WebhookScreen extends PagedScreen<Delivery> {
  static override properties = {
    ...PagedScreen.properties,
    webhook: { state: true },
    webhookFailure: { state: true },
    isEditing: { state: true },
    isTesting: { state: true },
    testResult: { state: true },
    question: { state: true },
    secret: { state: true },
  }

  /** Undefined until it was read, null if it does not exist. */
  declare webhook: Webhook | null | undefined
  declare webhookFailure: unknown
  declare isEditing: boolean
  declare isTesting: boolean
  /** The answer to the last test event in words; empty without one. */
  declare testResult: string
  declare question: Question | null
  /** A new signing secret, while it is shown. */
  declare secret: Secret | null

  protected override readonly texts = webhookTexts
  #id = ''

  constructor() {
    super()
    this.webhook = undefined
    this.webhookFailure = null
    this.isEditing = false
    this.isTesting = false
    this.testResult = ''
    this.question = null
    this.secret = null
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.secret = null
    this.question = null
    this.isEditing = false
  }

  get #path(): string {
    return `/v1/webhook/${encodeURIComponent(this.route.id)}`
  }

  protected override get path(): string {
    return `${this.#path}/deliveries`
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
      const { webhooks } = await this.context.api.get<ListWebhooksAnswer>('/v1/webhook')
      this.webhook = webhooks.find(({ id }) => id === this.route.id) ?? null
    } catch (error) {
      this.webhookFailure = error
    }
  }

  async #readAgain(): Promise<void> {
    await Promise.all([this.#readWebhook(), this.reload()])
  }

  /** Focus returns to the button of an action, or to the title. */
  async #focus(action: string): Promise<void> {
    await this.updateComplete
    const target = this.querySelector<HTMLElement>(`[data-action="${action}"]`) ?? this.querySelector<HTMLElement>('h1')
    target?.focus()
  }

  // What one can do

  readonly #test = async (): Promise<void> => {
    if (this.isTesting) return
    this.isTesting = true
    this.testResult = ''
    try {
      const { attempt, delivered } = await this.context.api.json<TestWebhookAnswer>('POST', `${this.#path}/test`)
      const { test } = webhookTexts
      const answer = answerText(attempt.status)
      this.testResult = delivered ? test.delivered(answer) : test.failed(answer)
    } catch (error) {
      this.testResult = errorText(error)
    }
    this.isTesting = false
  }

  #ask(texts: Omit<Question, 'run'>, run: () => Promise<void>): void {
    this.question = { ...texts, run }
  }

  #change(enabled: boolean): Promise<void> {
    return this.context.api.send('PUT', this.#path, { body: { enabled } }).then(() => this.#readAgain())
  }

  readonly #turnOn = async (): Promise<void> => {
    try {
      await this.#change(true)
      this.context.notify(webhookTexts.saved)
    } catch (error) {
      this.context.notify(errorText(error))
    }
    void this.#focus('turnOff')
  }

  #askToRotate(): void {
    // One key for the question, so that a repeated click rotates once.
    const key = newIdempotencyKey()
    this.#ask(webhookTexts.rotateQuestion, async () => {
      const { webhook } = await this.context.api.json<SavedWebhook>('POST', `${this.#path}/rotate`, { key })
      const { created, label, note } = webhooksTexts.secret
      this.secret = { title: created, value: webhook.secret ?? null, label, note }
      void this.#readWebhook()
    })
  }

  #askToRemove(): void {
    this.#ask(webhookTexts.removeQuestion, async () => {
      await this.context.api.send('DELETE', this.#path)
      this.context.notify(webhookTexts.removed)
      this.context.navigate(paths.webhooks)
    })
  }

  #askToRedeliver(): void {
    const key = newIdempotencyKey()
    this.#ask(webhookTexts.redeliverAllQuestion, async () => {
      await this.context.api.send('POST', `${this.#path}/replay`, { body: { undelivered: true }, key })
      this.context.notify(webhookTexts.redeliveredAll)
      void this.#watch(() => !this.rows?.some(({ state }) => state === 'pending'))
    })
  }

  /** A second click while the request is on its way does nothing. */
  #redelivering = false
  async #redeliver({ event, attempts }: Delivery): Promise<void> {
    if (this.#redelivering) return
    this.#redelivering = true
    try {
      await this.context.api.send('POST', `/v1/events/${encodeURIComponent(event.id)}/replay`, {
        body: { webhook: this.route.id },
        key: newIdempotencyKey(),
      })
      this.context.notify(webhookTexts.redelivered)
      void this.#watch(() => {
        const row = this.rows?.find((one) => one.event.id === event.id)
        return row === undefined || row.attempts.length > attempts.length
      })
    } catch (error) {
      this.context.notify(errorText(error))
    }
    this.#redelivering = false
  }

  /** Reads the list again until something has ended. */
  async #watch(hasEnded: () => boolean): Promise<void> {
    for (let time = 0; time < watchTimes && this.isConnected; time++) {
      await pause(time === 0 ? watchMs / 4 : watchMs)
      if (!this.isConnected) return
      await this.#readAgain()
      if (hasEnded()) break
    }
    await this.updateComplete
    if (this.isConnected && document.activeElement === document.body)
      this.querySelector<HTMLElement>('#deliveries-title')?.focus()
  }

  // What is shown

  #action(name: ActionName, operation: string, text: string, run: () => void, isDialog = true): unknown {
    return this.context.can(operation)
      ? html`
          <button
            class="button"
            data-action=${name}
            aria-haspopup=${isDialog ? 'dialog' : nothing}
            ?disabled=${name === 'test' && this.isTesting}
            @click=${run}
          >
            ${text}
          </button>
        `
      : nothing
  }

  #webhookActions({ enabled }: Webhook): TemplateResult {
    const { actions } = webhookTexts
    return html`
      <div class="panel-actions">
        ${this.#action('test', 'testWebhook', this.isTesting ? actions.testing : actions.test, () => void this.#test(), false)}
        ${this.#action('edit', 'updateWebhook', actions.edit, () => {
          this.isEditing = true
        })}
        ${this.#action('rotate', 'rotateWebhookSecret', actions.rotate, () => this.#askToRotate())}
        ${
          enabled
            ? this.#action('turnOff', 'updateWebhook', actions.turnOff, () =>
                this.#ask(webhookTexts.turnOffQuestion, () => this.#change(false)),
              )
            : this.#action('turnOn', 'updateWebhook', actions.turnOn, () => void this.#turnOn(), false)
        }
        ${this.#action('remove', 'deleteWebhook', actions.remove, () => this.#askToRemove())}
      </div>
    `
  }

  #notice({ enabled, disabledReason, failingSince }: Webhook): unknown {
    const isFailing = enabled && failingSince
    if (!isFailing && (enabled || !disabledReason)) return nothing
    return html`
      <div class="notice warn">
        ${icons.alert}
        <div>
          <p>
            ${isFailing ? webhookTexts.failing(shortTime(new Date(failingSince))) : disabledReason?.text}
            ${isFailing ? webhookTexts.failingHelp : webhookTexts.disabled}
          </p>
        </div>
      </div>
    `
  }

  #facts(webhook: Webhook): TemplateResult {
    const { facts } = webhookTexts
    const rows: readonly (readonly [string, unknown])[] = [
      [facts.events, webhook.eventTypes?.join(', ') ?? eventsText(webhook)],
      [facts.headers, webhook.headerNames.join(', ') || facts.noHeaders],
      [facts.concurrency, webhook.maxConcurrency],
      [facts.created, timeAgo(webhook.created)],
      ...(webhook.secretRotatedUntil
        ? [[facts.previousSecret, shortTime(new Date(webhook.secretRotatedUntil))] as const]
        : []),
    ]
    return html`
      <section class="panel" aria-labelledby="settings-title">
        <h2 id="settings-title">${facts.title}</h2>
        ${factList(rows)} ${this.#webhookActions(webhook)}
      </section>
    `
  }

  protected override renderViews(): TemplateResult {
    const { webhook } = this
    return html`
      ${
        webhook
          ? html`
              <p class="webhook-url">${webhook.url}</p>
              <p class="webhook-state">${webhookStateLabel(webhook)}</p>
              ${this.#notice(webhook)} ${this.#facts(webhook)}
            `
          : nothing
      }
      <p class="test-result" role="status">${this.testResult}</p>
      <div class="section-title">
        <h2 id="deliveries-title" tabindex="-1">${webhookTexts.deliveries}</h2>
        ${
          webhook?.enabled && this.#state === 'undelivered' && this.rows?.length && this.context.can('replayWebhook')
            ? html`
                <button class="button" aria-haspopup="dialog" @click=${() => this.#askToRedeliver()}>
                  ${webhookTexts.redeliverAll}
                </button>
              `
            : nothing
        }
      </div>
      ${viewTabs({
        texts: webhookTexts.views,
        values: views,
        current: this.#state,
        hrefOf: (state) => this.context.href(paths.webhook(this.route.id, state)),
      })}
    `
  }

  protected override renderRows(rows: readonly Delivery[]): TemplateResult {
    const { columns } = webhookTexts
    const canRedeliver = this.webhook?.enabled === true && this.context.can('replayEvent')
    return html`
      <table class="rows entries list deliveries" role="table" aria-label=${webhookTexts.deliveries}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${columns.event}</th>
            <th role="columnheader" scope="col">${columns.state}</th>
            <th role="columnheader" scope="col">${columns.last}</th>
            <th role="columnheader" scope="col">${columns.at}</th>
            <th role="columnheader" scope="col"><span class="hidden">${columns.actions}</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${rows.map((delivery) =>
            deliveryRow(delivery, {
              paymentHref: (id) => this.context.href(paths.payment(id)),
              redeliver: canRedeliver ? () => void this.#redeliver(delivery) : null,
            }),
          )}
        </tbody>
      </table>
    `
  }

  #closeQuestion(action: string): void {
    this.question = null
    void this.#focus(action)
  }

  #dialogs(): TemplateResult {
    const { webhook, isEditing, question, secret } = this
    return html`
      ${
        isEditing && webhook
          ? html`
              <webhook-dialog
                .context=${this.context}
                .webhook=${webhook}
                @done=${() => {
                  this.isEditing = false
                  this.context.notify(webhookTexts.saved)
                  void this.#readWebhook()
                  void this.#focus('edit')
                }}
                @cancel=${() => {
                  this.isEditing = false
                  void this.#focus('edit')
                }}
              ></webhook-dialog>
            `
          : nothing
      }
      ${
        question
          ? html`
              <question-dialog
                .question=${question}
                @done=${() => this.#closeQuestion('title')}
                @cancel=${() => this.#closeQuestion('title')}
              ></question-dialog>
            `
          : nothing
      }
      ${
        secret
          ? html`
              <secret-dialog
                .secret=${secret}
                @done=${() => {
                  this.secret = null
                  void this.#focus('rotate')
                }}
              ></secret-dialog>
            `
          : nothing
      }
    `
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
    return html`
      <p><a class="back" href=${this.context.href(paths.webhooks)}>${icons.back}${webhookTexts.back}</a></p>
      ${this.#content()} ${this.#dialogs()}
    `
  }
}

customElements.define('webhook-screen', WebhookScreen)

export const createScreen = (): WebhookScreen => new WebhookScreen()
