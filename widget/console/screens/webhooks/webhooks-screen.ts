import { html, nothing, type TemplateResult } from 'lit'
import type { ListWebhooksAnswer, Webhook } from '../../../client/types.ts'
import { icons } from '../../parts/icons.ts'
import { LoadedScreen } from '../../parts/loadedScreen.ts'
import '../../parts/secret-dialog.ts'
import type { Secret } from '../../parts/secret-dialog.ts'
import { timeAgo } from '../../parts/time.ts'
import { paths } from '../../shell/routes.ts'
import { webhooksTexts } from './texts.ts'
import './webhook-dialog.ts'
import type { SavedWebhook } from './webhook-dialog.ts'
import { eventsText, webhookStateLabel } from './webhookState.ts'

/** The webhooks of the mode. Each leads to its deliveries. */
export class WebhooksScreen extends LoadedScreen<readonly Webhook[]> {
  static override properties = { ...LoadedScreen.properties, isAdding: { state: true }, secret: { state: true } }

  declare isAdding: boolean
  /** The secret of a new webhook, while it is shown. */
  declare secret: Secret | null

  protected override readonly heading = webhooksTexts.title
  protected override readonly loadingText = webhooksTexts.loading

  constructor() {
    super()
    this.isAdding = false
    this.secret = null
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.secret = null
  }

  protected override async read(signal: AbortSignal): Promise<readonly Webhook[]> {
    return (await this.context.api.get<ListWebhooksAnswer>('/v1/webhook', {}, signal)).webhooks
  }

  #saved({ webhook: { id, secret } }: SavedWebhook): void {
    this.isAdding = false
    void this.load()
    // The URL was registered: its webhook was changed, and keeps its secret.
    if (secret === undefined || secret === null) return this.context.navigate(paths.webhook(id))
    const { created, label, note } = webhooksTexts.secret
    this.secret = { title: created, value: secret, label, note }
  }

  async #focusAction(): Promise<void> {
    await this.updateComplete
    this.querySelector<HTMLElement>('[data-action=create]')?.focus()
  }

  protected override actions(): unknown {
    return this.context.can('createWebhook')
      ? html`
          <button
            class="button primary"
            data-action="create"
            aria-haspopup="dialog"
            @click=${() => {
              this.isAdding = true
            }}
          >
            ${icons.plus}
            <span>${webhooksTexts.create}</span>
          </button>
        `
      : nothing
  }

  protected override content(webhooks: readonly Webhook[]): TemplateResult {
    const { columns, empty } = webhooksTexts
    if (webhooks.length === 0)
      return html`
        <div class="empty">
          <h2>${empty.title}</h2>
          <p class="muted">${empty.text}</p>
        </div>
      `
    return html`
      <table class="rows entries" role="table" aria-label=${webhooksTexts.title}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${columns.url}</th>
            <th role="columnheader" scope="col">${columns.state}</th>
            <th role="columnheader" scope="col">${columns.events}</th>
            <th role="columnheader" scope="col">${columns.updated}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${webhooks.map(
            (webhook) => html`
              <tr role="row">
                <td role="cell">
                  <a class="row-link row-title" href=${this.context.href(paths.webhook(webhook.id))}>${webhook.url}</a>
                </td>
                <td role="cell" data-label=${columns.state}>
                  <span>
                    ${webhookStateLabel(webhook)}
                    ${
                      webhook.enabled && webhook.failingSince
                        ? html`
                            <span class="small muted">
                              ${webhooksTexts.failingSince} ${timeAgo(webhook.failingSince)}
                            </span>
                          `
                        : nothing
                    }
                  </span>
                </td>
                <td role="cell" data-label=${columns.events}><span>${eventsText(webhook)}</span></td>
                <td role="cell" class="when" data-label=${columns.updated}><span>${timeAgo(webhook.updated)}</span></td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `
  }

  protected override render(): TemplateResult {
    return html`
      ${super.render()}
      ${
        this.isAdding
          ? html`
              <webhook-dialog
                .context=${this.context}
                @done=${(event: CustomEvent<SavedWebhook>) => this.#saved(event.detail)}
                @cancel=${() => {
                  this.isAdding = false
                  void this.#focusAction()
                }}
              ></webhook-dialog>
            `
          : nothing
      }
      ${
        this.secret
          ? html`
              <secret-dialog
                .secret=${this.secret}
                @done=${() => {
                  this.secret = null
                  void this.#focusAction()
                }}
              ></secret-dialog>
            `
          : nothing
      }
    `
  }
}

customElements.define('webhooks-screen', WebhooksScreen)

export const createScreen = (): WebhooksScreen => new WebhooksScreen()
