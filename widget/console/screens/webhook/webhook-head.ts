import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Webhook } from '../../../client/types.ts'
import { newIdempotencyKey } from '../../api/api.ts'
import '../../parts/question-dialog.ts'
import type { Question } from '../../parts/question-dialog.ts'
import '../../parts/secret-dialog.ts'
import type { Secret } from '../../parts/secret-dialog.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { paths } from '../../shell/routes.ts'
import '../webhooks/webhook-dialog.ts'
import { webhookStateLabel } from '../webhooks/webhookState.ts'
import { actionButtons, type WebhookAction } from './actionButtons.ts'
import { webhookTexts } from './texts.ts'
import { failureNotice, webhookFacts } from './webhookFacts.ts'
import { removeWebhook, rotateSecret, sendTestEvent, turnWebhook } from './webhookRequests.ts'

/** A webhook above its deliveries: its address, state and settings, and what one can do with it. */
export class WebhookHead extends LitElement {
  static override properties = {
    context: { attribute: false },
    webhook: { attribute: false },
    readWebhook: { attribute: false },
    readAll: { attribute: false },
    isEditing: { state: true },
    isTesting: { state: true },
    testResult: { state: true },
    question: { state: true },
    secret: { state: true },
  }

  declare context: ConsoleContext
  declare webhook: Webhook
  /** Reads the webhook again. */
  declare readWebhook: () => Promise<void>
  /** Reads the webhook and its deliveries again. */
  declare readAll: () => Promise<void>
  declare isEditing: boolean
  declare isTesting: boolean
  /** The answer to the last test event in words; empty without one. */
  declare testResult: string
  declare question: Question | null
  /** A new signing secret, while it is shown. */
  declare secret: Secret | null

  constructor() {
    super()
    this.isEditing = false
    this.isTesting = false
    this.testResult = ''
    this.question = null
    this.secret = null
  }

  protected override createRenderRoot() {
    return this
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.secret = null
    this.question = null
    this.isEditing = false
  }

  /** Focus returns to the button of an action, or to the title of the page if the button is gone. */
  async #focus(action: WebhookAction | null): Promise<void> {
    await this.updateComplete
    // The shell focuses the next page.
    if (!this.isConnected) return
    const button = action && this.querySelector<HTMLElement>(`[data-action=${action}]`)
    const target = button ?? document.querySelector<HTMLElement>('main h1')
    target?.focus()
  }

  readonly #run = (action: WebhookAction): void => {
    switch (action) {
      case 'test':
        return void this.#test()
      case 'edit':
        this.isEditing = true
        return
      case 'rotate':
        return this.#askToRotate()
      case 'turnOff':
        return this.#ask(webhookTexts.turnOffQuestion, () => this.#turn(false))
      case 'turnOn':
        return void this.#turnOn()
      case 'remove':
        return this.#askToRemove()
    }
  }

  async #test(): Promise<void> {
    if (this.isTesting) return
    this.isTesting = true
    this.testResult = ''
    this.testResult = await sendTestEvent(this.context.api, this.webhook.id)
    this.isTesting = false
  }

  #ask(texts: Omit<Question, 'run'>, run: () => Promise<void>): void {
    this.question = { ...texts, run }
  }

  async #turn(enabled: boolean): Promise<void> {
    await turnWebhook(this.context.api, this.webhook.id, enabled)
    await this.readAll()
  }

  async #turnOn(): Promise<void> {
    try {
      await this.#turn(true)
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
      this.secret = await rotateSecret(this.context.api, this.webhook.id, key)
      void this.readWebhook()
    })
  }

  #askToRemove(): void {
    this.#ask(webhookTexts.removeQuestion, async () => {
      await removeWebhook(this.context.api, this.webhook.id)
      this.context.notify(webhookTexts.removed)
      this.context.navigate(paths.webhooks)
    })
  }

  readonly #closeEditor = (): void => {
    this.isEditing = false
    void this.#focus('edit')
  }

  readonly #saved = (): void => {
    this.#closeEditor()
    this.context.notify(webhookTexts.saved)
    void this.readWebhook()
  }

  readonly #closeQuestion = (): void => {
    this.question = null
    void this.#focus(null)
  }

  readonly #closeSecret = (): void => {
    this.secret = null
    void this.#focus('rotate')
  }

  #dialogs(): TemplateResult {
    const { isEditing, question, secret } = this
    return html`
      ${
        isEditing
          ? html`
              <webhook-dialog
                .context=${this.context}
                .webhook=${this.webhook}
                @done=${this.#saved}
                @cancel=${this.#closeEditor}
              ></webhook-dialog>
            `
          : nothing
      }
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
      ${
        secret
          ? html`
              <secret-dialog .secret=${secret} @done=${this.#closeSecret}></secret-dialog>
            `
          : nothing
      }
    `
  }

  protected override render(): TemplateResult {
    const { context, webhook, isTesting, testResult } = this
    const can = (operation: string): boolean => context.can(operation)
    return html`
      <p class="webhook-url">${webhook.url}</p>
      <p class="webhook-state">${webhookStateLabel(webhook)}</p>
      ${failureNotice(webhook)}
      <section class="panel" aria-labelledby="settings-title">
        <h2 id="settings-title">${webhookTexts.facts.title}</h2>
        ${webhookFacts(webhook)} ${actionButtons(webhook, { can, isTesting, run: this.#run })}
      </section>
      <p class="test-result" role="status">${testResult}</p>
      ${this.#dialogs()}
    `
  }
}

customElements.define('webhook-head', WebhookHead)

declare global {
  interface HTMLElementTagNameMap {
    'webhook-head': WebhookHead
  }
}
