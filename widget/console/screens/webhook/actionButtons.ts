import { html, nothing, type TemplateResult } from 'lit'
import type { Webhook } from '../../../client/types.ts'
import { webhookTexts } from './texts.ts'

const texts = webhookTexts.actions

/** What a person can do with a webhook. Each has a button with its name in `data-action`. */
export type WebhookAction = 'test' | 'edit' | 'rotate' | 'turnOff' | 'turnOn' | 'remove'

/** The operation of the API that an action needs. */
const operations: Readonly<Record<WebhookAction, string>> = {
  test: 'testWebhook',
  edit: 'updateWebhook',
  rotate: 'rotateWebhookSecret',
  turnOff: 'updateWebhook',
  turnOn: 'updateWebhook',
  remove: 'deleteWebhook',
}

/** Actions without a dialog. */
const atOnce: ReadonlySet<WebhookAction> = new Set(['test', 'turnOn'])

/** The buttons of what the member may do with a webhook. */
export const actionButtons = (
  { enabled }: Webhook,
  {
    can,
    isTesting,
    run,
  }: {
    readonly can: (operation: string) => boolean
    readonly isTesting: boolean
    readonly run: (action: WebhookAction) => void
  },
): TemplateResult => {
  const button = (action: WebhookAction): unknown => {
    if (!can(operations[action])) return nothing
    const isRunning = action === 'test' && isTesting
    return html`
      <button
        class="button"
        data-action=${action}
        aria-haspopup=${atOnce.has(action) ? nothing : 'dialog'}
        ?disabled=${isRunning}
        @click=${() => run(action)}
      >
        ${isRunning ? texts.testing : texts[action]}
      </button>
    `
  }
  return html`
    <div class="panel-actions">
      ${button('test')} ${button('edit')} ${button('rotate')} ${button(enabled ? 'turnOff' : 'turnOn')}
      ${button('remove')}
    </div>
  `
}
