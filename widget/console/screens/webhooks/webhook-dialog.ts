import { html, nothing, type TemplateResult } from 'lit'
import { eventTexts } from '#contract/events/eventTexts'
import type { Webhook } from '../../../client/types.ts'
import { FormDialog, type FormTexts, type Problems, type Write } from '../../parts/form-dialog.ts'
import { webhooksTexts } from './texts.ts'
import { eventsText } from './webhookState.ts'

const texts = webhooksTexts.dialog

/** What the API returns for a webhook; only a new one has a secret. */
export type SavedWebhook = { readonly webhook: { readonly id: string; readonly secret?: string | null } }

/** `keep`: the kinds that were set through the API, which the form cannot show. */
type Events = 'keep' | 'all' | 'some'

/** Headers of lines such as `Name: value`; null for a line of another form. */
const readHeaders = (text: string): Record<string, string> | null => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line))
  if (pairs.some((pair) => pair === null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair![1]!, pair![2]!]))
}

/** The dialog that adds or changes a webhook. */
export class WebhookDialog extends FormDialog<SavedWebhook> {
  static override properties = {
    ...FormDialog.properties,
    webhook: { attribute: false },
    url: { state: true },
    events: { state: true },
    types: { state: true },
    headers: { state: true },
    removesHeaders: { state: true },
    concurrency: { state: true },
  }

  /** The webhook to change; null for a new one. */
  declare webhook: Webhook | null
  declare url: string
  declare events: Events
  declare types: readonly string[]
  declare headers: string
  declare removesHeaders: boolean
  declare concurrency: string

  constructor() {
    super()
    this.webhook = null
    this.url = ''
    this.events = 'all'
    this.types = []
    this.headers = ''
    this.removesHeaders = false
    this.concurrency = '50'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const { webhook } = this
    if (!webhook) return
    this.url = webhook.url
    this.types = webhook.eventTypes ?? []
    this.events = webhook.subscribedEvents ? 'keep' : webhook.eventTypes ? 'some' : 'all'
    this.concurrency = String(webhook.maxConcurrency)
  }

  protected override get texts(): FormTexts {
    return this.webhook
      ? { ...texts, title: texts.editTitle, submit: texts.save }
      : { ...texts, title: texts.addTitle, submit: texts.add }
  }

  protected override check(): Problems {
    const concurrency = Number(this.concurrency)
    return {
      ...(this.url.trim() === '' && { url: texts.noUrl }),
      ...(this.events === 'some' && this.types.length === 0 && { eventTypes: texts.noTypes }),
      ...(readHeaders(this.headers) === null && { headers: texts.headerInvalid }),
      ...(!(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 50) && {
        maxConcurrency: texts.concurrencyInvalid,
      }),
    }
  }

  protected override request(): Write {
    const { webhook, events } = this
    const headers = readHeaders(this.headers) ?? {}
    const hasHeaders = Object.keys(headers).length > 0
    const body = {
      url: this.url.trim(),
      ...(events !== 'keep' && { subscribedEvents: null, eventTypes: events === 'some' ? this.types : null }),
      ...(this.removesHeaders ? { headers: {} } : hasHeaders && { headers }),
      maxConcurrency: Number(this.concurrency),
    }
    return webhook
      ? { method: 'PUT', path: `/v1/webhook/${encodeURIComponent(webhook.id)}`, body }
      : { method: 'POST', path: '/v1/webhook', body: { ...body, enabled: true } }
  }

  #toggle(type: string, isChosen: boolean): void {
    const chosen = new Set(this.types)
    if (isChosen) chosen.add(type)
    else chosen.delete(type)
    this.types = Object.keys(eventTexts).filter((each) => chosen.has(each))
  }

  #eventsField(): TemplateResult {
    const { webhook } = this
    const choices: readonly (readonly [Events, string, string])[] = [
      ...(webhook?.subscribedEvents ? [['keep', texts.keep, texts.keepText(eventsText(webhook))] as const] : []),
      ['all', texts.all, texts.allText],
      ['some', texts.some, texts.someText],
    ]
    return html`
      <fieldset class="options">
        <legend class="label">${texts.events}</legend>
        ${choices.map(
          ([value, title, text]) => html`
            <label class="option">
              <input
                type="radio"
                name="events"
                .checked=${this.events === value}
                @change=${() => {
                  this.events = value
                }}
              />
              <span>
                <strong>${title}</strong>
                <span class="small muted">${text}</span>
              </span>
            </label>
          `,
        )}
      </fieldset>
      ${
        this.events === 'some'
          ? html`
              <div>
                <fieldset class="options scroll" aria-describedby="eventTypes-message">
                  <legend class="label">${texts.types}</legend>
                  ${Object.entries(eventTexts).map(
                    ([type, text]) => html`
                      <label class="option">
                        <input
                          type="checkbox"
                          name="eventTypes"
                          .checked=${this.types.includes(type)}
                          @change=${(event: Event) => this.#toggle(type, (event.target as HTMLInputElement).checked)}
                        />
                        <span>
                          <code>${type}</code>
                          <span class="small muted">${text.replaceAll('`', '')}</span>
                        </span>
                      </label>
                    `,
                  )}
                </fieldset>
                ${this.message('eventTypes')}
              </div>
            `
          : nothing
      }
    `
  }

  protected override fields(): TemplateResult {
    const names = this.webhook?.headerNames ?? []
    return html`
      ${this.textField(
        'url',
        texts.url,
        this.url,
        (value) => {
          this.url = value
        },
        { help: texts.urlHelp, type: 'url', isCode: true },
      )}
      ${this.#eventsField()}
      ${this.linesField(
        'headers',
        texts.headers,
        this.headers,
        (value) => {
          this.headers = value
        },
        names.length > 0 ? texts.headersKept(names.join(', ')) : texts.headersHelp,
      )}
      ${
        names.length > 0
          ? html`
              <label class="check">
                <input
                  type="checkbox"
                  @change=${(event: Event) => {
                    this.removesHeaders = (event.target as HTMLInputElement).checked
                  }}
                />
                ${texts.removeHeaders}
              </label>
            `
          : nothing
      }
      ${this.textField(
        'maxConcurrency',
        texts.concurrency,
        this.concurrency,
        (value) => {
          this.concurrency = value
        },
        { help: texts.concurrencyHelp },
      )}
    `
  }
}

customElements.define('webhook-dialog', WebhookDialog)
