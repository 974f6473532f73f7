import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { formatCount, formatMoney, minus } from '../../format/money.ts'
import { icons } from '../../parts/icons.ts'
import { sourceName } from '../../parts/source.ts'
import { label } from '../../parts/states.ts'
import type { StateLabel } from '../../parts/paymentStates.ts'
import { refundReasons } from '../../parts/refundReasons.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { paths } from '../../shell/routes.ts'
import {
  canContinue,
  isOpen,
  obstacleOf,
  planOf,
  runPlan,
  sumText,
  type Item,
  type ItemState,
  type Plan,
} from './bulkRefund.ts'
import type { PaymentRow } from './list.ts'
import { paymentsTexts } from './texts.ts'

const texts = paymentsTexts.bulk

const looks: Readonly<Record<ItemState, StateLabel>> = {
  waiting: { text: texts.states.waiting, tone: 'quiet', shape: 'ring' },
  unknown: { text: texts.states.unknown, tone: 'warn', shape: 'dots' },
  done: { text: texts.states.done, tone: 'good', shape: 'full' },
  accepted: { text: texts.states.accepted, tone: 'calm', shape: 'half' },
  failed: { text: texts.states.failed, tone: 'bad', shape: 'cross' },
}

/**
 * The refund of several payments: what is refunded and what cannot be, the progress, and the result of each.
 *
 * @fires close - the dialog is closed; `detail` is whether a refund was sent
 */
export class BulkRefundDialog extends LitElement {
  static override properties = {
    context: { attribute: false },
    rows: { attribute: false },
    plan: { attribute: false },
    reason: { state: true },
    isRunning: { state: true },
    hasRun: { state: true },
    note: { state: true },
  }

  declare context: ConsoleContext
  /** The selected payments; empty for refunds that were broken off. */
  declare rows: readonly PaymentRow[]
  /** The refunds; made from the rows once they are confirmed. */
  declare plan: Plan | null
  declare reason: string
  declare isRunning: boolean
  declare hasRun: boolean
  /** Why the refunds stopped. */
  declare note: string

  #isStopped = false
  #isSent = false

  constructor() {
    super()
    this.rows = []
    this.plan = null
    this.reason = ''
    this.isRunning = false
    this.hasRun = false
    this.note = ''
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#isStopped = true
  }

  get #refundable(): readonly PaymentRow[] {
    return this.rows.filter((row) => obstacleOf(row, this.context.session.member) === '')
  }

  /** A second click while refunds are on their way does nothing. */
  readonly #run = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (this.isRunning) return
    const plan = this.plan ?? { ...planOf(this.#refundable, this.context), reason: this.reason }
    if (!plan.items.some(isOpen) || !canContinue(plan)) return
    this.plan = plan
    this.isRunning = true
    this.hasRun = true
    this.#isSent = true
    this.#isStopped = false
    this.note = ''
    const onChange = (changed: Plan): void => {
      this.plan = changed
    }
    this.note = await runPlan(plan, this.context.api, onChange, () => this.#isStopped)
    this.isRunning = false
  }

  readonly #stop = (): void => {
    this.#isStopped = true
  }

  /** Escape and Close wait for a response that is on its way: they stop first. */
  readonly #close = (event: Event): void => {
    event.preventDefault()
    if (this.isRunning) return this.#stop()
    this.querySelector('dialog')?.close()
    this.dispatchEvent(new CustomEvent('close', { detail: this.#isSent }))
  }

  #obstacles(): unknown {
    const rows = this.rows
      .map((row) => ({ row, obstacle: obstacleOf(row, this.context.session.member) }))
      .filter(({ obstacle }) => obstacle !== '')
    if (rows.length === 0) return nothing
    return html`
      <section aria-labelledby="obstacles-title">
        <h3 class="label" id="obstacles-title">${texts.notRefunded(formatCount(rows.length), rows.length === 1)}</h3>
        <ul class="bulk-items">
          ${rows.map(
            ({ row, obstacle }) => html`
              <li>
                <span class="figure">${formatMoney(row.amount, row.currency)}</span>
                <span class="muted">${sourceName(row)}</span>
                <span class="small">${obstacle}</span>
              </li>
            `,
          )}
        </ul>
      </section>
    `
  }

  #review(): TemplateResult {
    const rows = this.#refundable
    const items = rows.map(({ amountCaptured, amountCredited, currency }) => ({
      amount: minus(amountCaptured, amountCredited),
      currency,
    }))
    return html`
      ${
        rows.length === 0
          ? html`
              <p>${texts.nothing}</p>
            `
          : html`
              <p class="figure">${texts.review(formatCount(rows.length), rows.length === 1, sumText(items))}</p>
              <p class="small muted">${texts.full}</p>
              <div class="field">
                <label for="bulk-reason">${texts.reason}</label>
                <select
                  class="input"
                  id="bulk-reason"
                  @change=${(event: Event) => {
                    this.reason = (event.target as HTMLSelectElement).value
                  }}
                >
                  <option value="">${texts.noReason}</option>
                  ${Object.entries(refundReasons).map(
                    ([value, text]) => html`
                      <option value=${value}>${text}</option>
                    `,
                  )}
                </select>
              </div>
            `
      }
      ${this.#obstacles()}
    `
  }

  #item({ id, amount, currency, state, text }: Item): TemplateResult {
    return html`
      <li>
        <a class="figure" href=${this.context.href(paths.payment(id))} target="_blank">
          ${formatMoney(amount, currency)}
        </a>
        ${label(looks[state])}
        ${
          text
            ? html`
                <span class="small">${text}</span>
              `
            : nothing
        }
      </li>
    `
  }

  #progress({ items }: Plan): TemplateResult {
    const ended = items.filter((item) => !isOpen(item))
    const refunded = items.filter(({ state }) => state === 'done' || state === 'accepted')
    return html`
      <label class="bulk-progress">
        <span role="status">
          ${texts.progress(formatCount(ended.length), formatCount(items.length))}
          ${refunded.length > 0 ? texts.refunded(sumText(refunded)) : ''}
        </span>
        <progress max=${items.length} value=${ended.length}></progress>
      </label>
      <ul class="bulk-items" tabindex="0" aria-label=${texts.list}>
        ${items.map((item) => this.#item(item))}
      </ul>
      ${
        this.note
          ? html`
              <div class="notice warn" role="alert">
                ${icons.alert}
                <p>${this.note}</p>
              </div>
            `
          : nothing
      }
    `
  }

  #submitText(): string {
    const { plan } = this
    if (plan) return this.hasRun || plan.items.some(({ state }) => state !== 'waiting') ? texts.resume : texts.start
    const count = this.#refundable.length
    return texts.submit(formatCount(count), count === 1)
  }

  protected override render(): TemplateResult {
    const { plan, isRunning } = this
    const canSend = plan ? plan.items.some(isOpen) && canContinue(plan) : this.#refundable.length > 0
    return html`
      <dialog class="dialog" aria-labelledby="bulk-title" @cancel=${this.#close}>
        <div class="dialog-head">
          <h2 id="bulk-title">${texts.title}</h2>
          <button type="button" class="icon-button" ?disabled=${isRunning} @click=${this.#close}>
            ${icons.close}
            <span class="hidden">${texts.close}</span>
          </button>
        </div>
        <form class="dialog-form" @submit=${(event: Event) => void this.#run(event)}>
          ${plan ? this.#progress(plan) : this.#review()}
          <div class="dialog-actions">
            ${
              isRunning
                ? html`
                    <button type="button" class="button" @click=${this.#stop}>${texts.stop}</button>
                  `
                : html`
                    <button type="button" class="button" @click=${this.#close}>
                      ${plan && !canSend ? texts.close : texts.cancel}
                    </button>
                    ${
                      canSend
                        ? html`
                            <button class="button danger">${this.#submitText()}</button>
                          `
                        : nothing
                    }
                  `
            }
          </div>
        </form>
      </dialog>
    `
  }
}

customElements.define('bulk-refund-dialog', BulkRefundDialog)

declare global {
  interface HTMLElementTagNameMap {
    'bulk-refund-dialog': BulkRefundDialog
  }
}
