import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { inProgressCode, responseText } from '#contract/transactions/responseCodes'
import type { TransactionResponse } from '../../../client/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { Intention } from '../../api/intention.ts'
import { currencyCode, formatMoney, parseAmount } from '../../format/money.ts'
import { icons } from '../../parts/icons.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { codeBlock } from './codeBlock.ts'
import { curlCommand } from './curl.ts'
import { mostOf, previewOf, requestOf, type Choice } from './operations.ts'
import type { PaymentAction, Transaction } from './payment.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.dialog

/**
 * `edit`: the person chooses. `sending`: a request is on its way. `unknown`: a request got no response, so only the same request can be
 * sent again.
 */
type Phase = 'edit' | 'sending' | 'unknown'

/** Whether an error is about the request alone, and not about an earlier one with the same key. */
const saysNothing = ({ status, type }: ApiError): boolean =>
  [401, 403, 429].includes(status) || type.startsWith('passkey')

/**
 * The dialog of a refund, a capture or a void, with a preview of the result.
 *
 * @fires done - the operation took effect, or may have
 */
export class OperationDialog extends LitElement {
  static override properties = {
    context: { attribute: false },
    payment: { attribute: false },
    action: { attribute: false },
    amountText: { state: true },
    reason: { state: true },
    isFinal: { state: true },
    phase: { state: true },
    error: { state: true },
    isChecked: { state: true },
  }

  declare context: ConsoleContext
  declare payment: Transaction
  declare action: PaymentAction
  declare amountText: string
  declare reason: string
  declare isFinal: boolean
  declare phase: Phase
  declare error: string
  /** Whether an invalid amount is reported. */
  declare isChecked: boolean

  readonly #intention = new Intention()

  constructor() {
    super()
    this.amountText = ''
    this.reason = ''
    this.isFinal = false
    this.phase = 'edit'
    this.error = ''
    this.isChecked = false
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
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

  /** What is wrong with the amount; empty if nothing is. */
  get #problem(): string {
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

  #money(amount: number): string {
    return formatMoney(amount, this.payment.currency)
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault()
    this.isChecked = true
    if (this.#problem && this.phase === 'edit') this.querySelector<HTMLInputElement>('input[name=amount]')?.focus()
    else void this.#send()
  }

  /** A second click while a request is on its way does nothing. A later one repeats the request with its key. */
  async #send(): Promise<void> {
    if (this.phase === 'sending') return
    const wasUnknown = this.phase === 'unknown'
    this.phase = 'sending'
    this.error = ''
    const choice = this.#choice
    const { path, body, ...request } = requestOf(choice, this.payment)
    const key = this.#intention.keyFor({ path, body, ...request })
    try {
      const response = await this.context.api.json<TransactionResponse>('POST', path, { body, key })
      this.#finish(choice, response)
    } catch (error) {
      const isUnknown = error instanceof ApiError && (error.isOutcomeUnknown || (wasUnknown && saysNothing(error)))
      this.phase = isUnknown ? 'unknown' : 'edit'
      this.error = isUnknown ? texts.unknown : errorText(error)
      if (!isUnknown) this.#intention.end()
    }
  }

  #finish({ action, amount }: Choice, { approved, responseCode }: TransactionResponse): void {
    this.#intention.end()
    const isAccepted = responseCode === null || responseCode === inProgressCode
    if (!approved && !isAccepted) {
      this.phase = 'edit'
      this.error = texts.declined(responseText(responseCode))
      return
    }
    const done = action === 'void' ? texts.done.void : texts.done[action](this.#money(amount))
    this.context.notify(isAccepted ? texts.accepted : done)
    this.#close()
    this.dispatchEvent(new Event('done'))
  }

  #close(): void {
    this.querySelector('dialog')?.close()
  }

  /** Escape and Close wait for a response that is on its way. */
  readonly #cancel = (event: Event): void => {
    event.preventDefault()
    if (this.phase === 'sending') return
    const mayHaveHappened = this.phase === 'unknown'
    this.#close()
    this.dispatchEvent(new Event(mayHaveHappened ? 'done' : 'cancel'))
  }

  #amountField(): TemplateResult {
    const problem = this.isChecked ? this.#problem : ''
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

  #preview(): TemplateResult {
    const isValid = this.#problem === ''
    return html`
      <table class="preview figure">
        <caption class="hidden">${texts.preview}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${texts.now}</th>
            <th scope="col">${texts.after}</th>
          </tr>
        </thead>
        <tbody>
          ${previewOf(this.#choice, this.payment).map(
            ({ text, now, after }) => html`
              <tr>
                <th scope="row">${text}</th>
                <td>${this.#money(now)}</td>
                <td>${isValid ? this.#money(after) : '–'}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `
  }

  #submitText(): string {
    const { action, phase } = this
    if (phase === 'sending') return texts.sending
    if (phase === 'unknown') return texts.checkAgain
    if (action === 'void') return texts.submit.void
    return this.#problem ? paymentTexts.actions[action] : texts.submit[action](this.#money(this.#choice.amount))
  }

  protected override render(): TemplateResult {
    const { action, payment, phase, error } = this
    const isSending = phase === 'sending'
    return html`
      <dialog class="dialog" aria-labelledby="operation-title" @cancel=${this.#cancel}>
        <div class="dialog-head">
          <h2 id="operation-title">${texts.titles[action]}</h2>
          <button type="button" class="icon-button" ?disabled=${isSending} @click=${this.#cancel}>
            ${icons.close}
            <span class="hidden">${texts.close}</span>
          </button>
        </div>
        <form class="dialog-form" novalidate @submit=${this.#submit}>
          ${
            action === 'void'
              ? html`
                  <p>${payment.amountCaptured > 0 ? texts.voidCapturedNote : texts.voidNote}</p>
                `
              : this.#amountField()
          }
          ${action === 'refund' ? this.#reasonField() : nothing} ${action === 'capture' ? this.#finalField() : nothing}
          ${this.#preview()}
          ${
            error
              ? html`
                  <div class="notice" role="alert">
                    ${icons.alert}
                    <p>${error}</p>
                  </div>
                `
              : nothing
          }
          <div class="dialog-actions">
            <button type="button" class="button" ?disabled=${isSending} @click=${this.#cancel}>${texts.cancel}</button>
            <button class="button ${action === 'capture' ? 'primary' : 'danger'}" aria-disabled=${isSending}>
              ${this.#submitText()}
            </button>
          </div>
          ${
            this.#problem
              ? nothing
              : html`
                  <details>
                    <summary class="small muted">${paymentTexts.developers.curl}</summary>
                    ${codeBlock(paymentTexts.developers.curl, curlCommand(requestOf(this.#choice, payment)), (text) =>
                      this.context.notify(text),
                    )}
                  </details>
                `
          }
        </form>
      </dialog>
    `
  }
}

customElements.define('operation-dialog', OperationDialog)

declare global {
  interface HTMLElementTagNameMap {
    'operation-dialog': OperationDialog
  }
}
