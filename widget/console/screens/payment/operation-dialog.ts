import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { inProgressCode, responseText } from '#contract/transactions/responseCodes'
import type { TransactionResponse } from '../../../client/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { currencyCode, formatMoney, parseAmount } from '../../format/money.ts'
import { errorText } from '../../shell/errorText.ts'
import { ActionDialog, type ActionRequest } from './action-dialog.ts'
import { mostOf, previewOf, requestOf, type Choice } from './operations.ts'
import type { PaymentAction, Transaction } from './payment.ts'
import { previewTable } from './preview.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.dialog

/** The dialog of a refund, a capture or a void, with a preview of the result. */
export class OperationDialog extends ActionDialog {
  static override properties = {
    ...ActionDialog.properties,
    payment: { attribute: false },
    action: { attribute: false },
    amountText: { state: true },
    reason: { state: true },
    isFinal: { state: true },
  }

  declare payment: Transaction
  declare action: PaymentAction
  declare amountText: string
  declare reason: string
  declare isFinal: boolean

  constructor() {
    super()
    this.amountText = ''
    this.reason = ''
    this.isFinal = false
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    this.querySelector<HTMLInputElement>('input[name=amount]')?.select()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('payment') && this.amountText === '') this.amountText = String(mostOf(this.action, this.payment))
  }

  get #choice(): Choice {
    const { action, reason, isFinal } = this
    const most = mostOf(action, this.payment)
    const amount = action === 'void' ? most : (parseAmount(this.amountText) ?? Number.NaN)
    return { action, amount, reason, isFinal: isFinal && amount < most }
  }

  /** The member's limit of refunds; null without one. */
  get #limit(): number | null {
    return this.action === 'refund' ? this.context.session.member.refundLimit : null
  }

  protected override get problem(): string {
    const { amount, action } = this.#choice
    const most = mostOf(action, this.payment)
    const limit = this.#limit
    if (Number.isNaN(amount)) return texts.problems.amount
    if (amount <= 0) return texts.problems.positive
    if (amount > most) return texts.problems.most(this.#money(most))
    if (limit !== null && amount > limit)
      return errorText(new ApiError({ status: 403, type: 'refund_limit_exceeded', message: '' }))
    return ''
  }

  protected override focusProblem(): void {
    this.querySelector<HTMLInputElement>('input[name=amount]')?.focus()
  }

  #money(amount: number): string {
    return formatMoney(amount, this.payment.currency)
  }

  protected override get heading(): string {
    return texts.titles[this.action]
  }

  protected override get tone(): 'danger' | 'primary' {
    return this.action === 'capture' ? 'primary' : 'danger'
  }

  protected override get submitText(): string {
    const { action } = this
    if (action === 'void') return texts.submit.void
    return this.problem ? paymentTexts.actions[action] : texts.submit[action](this.#money(this.#choice.amount))
  }

  protected override request(): ActionRequest {
    return requestOf(this.#choice, this.payment)
  }

  protected override read(response: unknown): { done: string } | { error: string } {
    const { approved, responseCode } = response as TransactionResponse
    const { action, amount } = this.#choice
    if (responseCode === null || responseCode === inProgressCode) return { done: texts.accepted }
    if (!approved) return { error: texts.declined(responseText(responseCode)) }
    return { done: action === 'void' ? texts.done.void : texts.done[action](this.#money(amount)) }
  }

  #amountField(): TemplateResult {
    const problem = this.isChecked ? this.problem : ''
    const limit = this.#limit
    const most = mostOf(this.action, this.payment)
    const help = limit === null || limit >= most ? texts.upTo(this.#money(most)) : texts.limit(this.#money(limit))
    return html`
      <div class="field">
        <label for="operation-amount">${texts.inCurrency(currencyCode(this.payment.currency))}</label>
        <input
          class="input figure"
          id="operation-amount"
          name="amount"
          inputmode="decimal"
          autocomplete="off"
          aria-describedby="operation-amount-message"
          aria-invalid=${problem !== ''}
          ?disabled=${this.phase !== 'edit'}
          .value=${this.amountText}
          @input=${(event: Event) => {
            this.amountText = (event.target as HTMLInputElement).value
          }}
        />
        <p class="message ${problem ? 'bad' : ''}" id="operation-amount-message">${problem || help}</p>
      </div>
    `
  }

  #reasonField(): TemplateResult {
    return html`
      <div class="field">
        <label for="operation-reason">${texts.reason}</label>
        <select
          class="input"
          id="operation-reason"
          ?disabled=${this.phase !== 'edit'}
          @change=${(event: Event) => {
            this.reason = (event.target as HTMLSelectElement).value
          }}
        >
          <option value="">${texts.noReason}</option>
          ${Object.entries(texts.reasons).map(
            ([value, text]) => html`
              <option value=${value}>${text}</option>
            `,
          )}
        </select>
      </div>
    `
  }

  #finalField(): TemplateResult {
    return html`
      <label class="check">
        <input
          type="checkbox"
          ?disabled=${this.phase !== 'edit'}
          @change=${(event: Event) => {
            this.isFinal = (event.target as HTMLInputElement).checked
          }}
        />
        ${texts.final}
      </label>
    `
  }

  protected override renderFields(): unknown {
    const { action, payment } = this
    const isValid = this.problem === ''
    return html`
      ${
        action === 'void'
          ? html`
              <p>${payment.amountCaptured > 0 ? texts.voidCapturedNote : texts.voidNote}</p>
            `
          : this.#amountField()
      }
      ${action === 'refund' ? this.#reasonField() : nothing} ${action === 'capture' ? this.#finalField() : nothing}
      ${previewTable(
        previewOf(this.#choice, payment).map(({ text, now, after }) => ({
          text,
          now: this.#money(now),
          after: isValid ? this.#money(after) : '–',
        })),
      )}
    `
  }
}

customElements.define('operation-dialog', OperationDialog)

declare global {
  interface HTMLElementTagNameMap {
    'operation-dialog': OperationDialog
  }
}
