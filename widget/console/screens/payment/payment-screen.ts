import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { ApiError } from '../../api/apiError.ts'
import { formatMoney } from '../../format/money.ts'
import { formatDate } from '../../format/time.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { icons } from '../../parts/icons.ts'
import { label, stateLabel } from '../../parts/states.ts'
import { paths } from '../../shell/routes.ts'
import { Screen } from '../../shell/screen.ts'
import { codeBlock } from './codeBlock.ts'
import { curlCommand } from './curl.ts'
import { details } from './details.ts'
import { pendingStages } from '#contract/disputes/disputeStages'
import { moneyBar } from './moneyBar.ts'
import { actionsOf, summaryOf, type PaymentAction, type Transaction } from './payment.ts'
import { readRelated, type Related } from './related.ts'
import { paymentTexts } from './texts.ts'
import { timeline } from './timeline.ts'

/** What opens a dialog: an action of the payment, or the acceptance of one of its disputes. */
type OpenAction = PaymentAction | 'receipt' | 'resolve' | `dispute ${string}`

/** What belongs to a payment is waited for so long before the payment is shown without it. */
const slowMs = 1500

const transactionPath = (id: string): string => `/v1/transactions/${encodeURIComponent(id)}`

/** One payment: its money, what happened to it, and what can be done with it. */
export class PaymentScreen extends Screen {
  static override properties = {
    ...Screen.properties,
    payment: { state: true },
    related: { state: true },
    failure: { state: true },
    action: { state: true },
  }

  declare payment: Transaction | undefined
  declare failure: unknown
  declare related: Related
  /** The open dialog. */
  declare action: OpenAction | null

  readonly #stopped = new AbortController()

  constructor() {
    super()
    this.payment = undefined
    this.related = { isIncomplete: false }
    this.failure = null
    this.action = null
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopped.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('route')) void this.#load()
  }

  readonly #load = async (): Promise<void> => {
    this.failure = null
    const { signal } = this.#stopped
    try {
      const payment = await this.context.api.get<Transaction>(transactionPath(this.route.id), {}, signal)
      // The address of a capture or a refund leads to its payment.
      if (payment.transactionId !== payment.originalTransactionId)
        return this.context.navigate(paths.payment(payment.originalTransactionId), { replace: true })
      // What belongs to it is shown at once with it, so that nothing moves; a slow part comes later.
      const related = readRelated(payment, this.context, signal).then((read) => {
        if (!signal.aborted) this.related = read
      })
      await Promise.race([related, new Promise((resolve) => setTimeout(resolve, slowMs))])
      this.payment = payment
      this.context.setTitle(paymentTexts.title(formatMoney(payment.amount, payment.currency)))
    } catch (error) {
      if (!signal.aborted) this.failure = error
    }
  }

  async #open(action: OpenAction): Promise<void> {
    try {
      await import('./dialogs.ts')
      this.action = action
    } catch {
      this.context.notify(paymentTexts.dialog.notLoaded)
    }
  }

  /** Focus returns to the button that opened the dialog, if it is still there. */
  async #close(isDone: boolean): Promise<void> {
    const { action } = this
    this.action = null
    if (isDone) await this.#load()
    await this.updateComplete
    const button = this.querySelector<HTMLElement>(`[data-action="${action}"]`) ?? this.querySelector<HTMLElement>('h1')
    button?.focus()
  }

  #button(action: OpenAction, text: string, isPrimary = false): TemplateResult {
    return html`
      <button
        class="button ${isPrimary ? 'primary' : ''}"
        data-action=${action}
        aria-haspopup="dialog"
        @click=${() => void this.#open(action)}
      >
        ${text}
      </button>
    `
  }

  #actions(payment: Transaction): unknown[] {
    const isPaidInCheckout = this.related.checkout?.status === 'completed'
    return [
      ...actionsOf(payment, this.context.can).map((action) =>
        this.#button(action, paymentTexts.actions[action], action === 'capture'),
      ),
      isPaidInCheckout && this.context.can('sendReceipt')
        ? this.#button('receipt', paymentTexts.actions.receipt)
        : nothing,
    ]
  }

  #attention({ needsAttention, currency }: Transaction): unknown {
    if (!needsAttention) return nothing
    const { attention } = paymentTexts
    const { type, amount, transactionId } = needsAttention.operation
    return html`
      <div class="notice warn">
        ${icons.alert}
        <div>
          <p><strong>${attention.title}</strong></p>
          <p>
            ${attention.reasons[needsAttention.reason] ?? attention.other}
            ${attention.operation(type, formatMoney(amount, currency), transactionId)}
          </p>
        </div>
        ${this.context.can('resolveTransaction') ? this.#button('resolve', paymentTexts.actions.resolve) : nothing}
      </div>
    `
  }

  #disputes({ disputes, currency }: Transaction): unknown {
    if (disputes.length === 0) return nothing
    const texts = paymentTexts.disputes
    return html`
      <section class="panel" aria-labelledby="disputes-title">
        <h2 id="disputes-title">${texts.title}</h2>
        <ul class="disputes">
          ${disputes.map(
            ({ id, stage, amount, amountWithdrawn, reason, evidenceDueBy }) => html`
              <li>
                <p>
                  ${label({
                    text: `${texts.stages[stage] ?? stage} ${formatMoney(amount, currency)}`,
                    tone: stage === 'won' ? 'good' : 'warn',
                    shape: stage === 'won' ? 'full' : 'mark',
                  })}
                </p>
                <p class="small">
                  ${reason.text} ${amountWithdrawn > 0 ? texts.withdrawn(formatMoney(amountWithdrawn, currency)) : ''}
                </p>
                ${
                  evidenceDueBy
                    ? html`
                        <p class="small muted">${texts.due} ${formatDate(new Date(evidenceDueBy))}</p>
                      `
                    : nothing
                }
                ${
                  pendingStages.some((one) => one === stage)
                    ? html`
                        <p class="small">${texts.answer}</p>
                        ${this.context.can('acceptDispute') ? this.#button(`dispute ${id}`, texts.accept) : nothing}
                      `
                    : nothing
                }
              </li>
            `,
          )}
        </ul>
      </section>
    `
  }

  #developers(payment: Transaction): TemplateResult {
    const texts = paymentTexts.developers
    const notify = (text: string): void => this.context.notify(text)
    const { requestId: _requestId, errors: _errors, ...shown } = payment
    return html`
      <details class="developers">
        <summary>${texts.title}</summary>
        ${codeBlock(texts.curl, curlCommand({ method: 'GET', path: transactionPath(payment.originalTransactionId) }), notify)}
        ${codeBlock(texts.json, JSON.stringify(shown, undefined, 2), notify)}
      </details>
    `
  }

  #skeleton(): TemplateResult {
    return html`
      <p class="hidden" role="status">${paymentTexts.loading}</p>
      <div aria-hidden="true">
        <div class="payment-head"><i class="bone"></i></div>
        <div class="payment-grid">
          <div>
            <div class="panel"><i class="bone"></i></div>
            <div class="panel"><i class="bone"></i></div>
          </div>
          <div>
            <div class="panel"><i class="bone"></i></div>
          </div>
        </div>
      </div>
    `
  }

  #missing(): TemplateResult {
    const { title, text, action } = paymentTexts.notFound
    return html`
      <div class="empty">
        <h1 tabindex="-1">${title}</h1>
        <p class="muted">${text(this.context.mode)}</p>
        <a class="button" href=${this.context.href(paths.payments())}>${action}</a>
      </div>
    `
  }

  #content(): TemplateResult {
    const { payment, failure } = this
    if (!payment) {
      if (!failure) return this.#skeleton()
      return failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
        ? this.#missing()
        : errorPanel(failure, () => void this.#load())
    }
    const sign = payment.type === 'credit' ? -1 : 1
    return html`
      ${failure ? errorPanel(failure, () => void this.#load()) : nothing}
      <div class="payment-head">
        <div>
          <h1 class="figure" tabindex="-1">${formatMoney(sign * payment.amount, payment.currency)}</h1>
          ${stateLabel(payment.status)}
        </div>
        <div class="payment-actions">${this.#actions(payment)}</div>
        <p class="muted">${summaryOf(payment)}</p>
      </div>
      ${this.#attention(payment)}
      <div class="payment-grid">
        <div>
          ${payment.amountAuthorized > 0 ? moneyBar(payment) : nothing} ${this.#disputes(payment)}
          ${timeline(payment, this.related, this.context)}
        </div>
        <div>${details(payment, this.related, this.context.href)}</div>
      </div>
      ${this.#developers(payment)}
    `
  }

  #dialog(): unknown {
    const { action, payment, context, related } = this
    if (!action || !payment) return nothing
    const done = (): void => void this.#close(true)
    const cancel = (): void => void this.#close(false)
    const dispute = payment.disputes.find(({ id }) => action === `dispute ${id}`)
    if (dispute)
      return html`
        <dispute-dialog
          .context=${context}
          .dispute=${dispute}
          .currency=${payment.currency}
          @done=${done}
          @cancel=${cancel}
        ></dispute-dialog>
      `
    switch (action) {
      case 'receipt':
        return html`
          <receipt-dialog
            .context=${context}
            .checkout=${related.checkout?.id ?? ''}
            .shopper=${String(payment.order?.['email'] ?? '')}
            @done=${done}
            @cancel=${cancel}
          ></receipt-dialog>
        `
      case 'resolve':
        return html`
          <resolve-dialog .context=${context} .payment=${payment} @done=${done} @cancel=${cancel}></resolve-dialog>
        `
      case 'refund':
      case 'capture':
      case 'void':
        return html`
          <operation-dialog
            .context=${context}
            .payment=${payment}
            .action=${action}
            @done=${done}
            @cancel=${cancel}
          ></operation-dialog>
        `
      default:
        return nothing
    }
  }

  protected override render(): TemplateResult {
    return html`
      <p><a class="back" href=${this.context.href(paths.payments())}>${icons.back}${paymentTexts.back}</a></p>
      ${this.#content()} ${this.#dialog()}
    `
  }
}

customElements.define('payment-screen', PaymentScreen)

export const createScreen = (): PaymentScreen => new PaymentScreen()
