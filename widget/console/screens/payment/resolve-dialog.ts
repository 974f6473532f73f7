import { html, nothing } from 'lit'
import { formatMoney } from '../../format/money.ts'
import { ActionDialog, type ActionRequest } from './action-dialog.ts'
import type { Transaction } from './payment.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.resolve

type Outcome = keyof typeof texts.outcomes

/** What a verdict changes, by the kind of the operation. */
export const resultText = (payment: Transaction, outcome: Outcome): string => {
  const { reason, operation } = payment.needsAttention!
  if (reason === 'outcome_contradicted') return texts.results.contradicted
  const results = texts.results[operation.type as 'capture'] ?? texts.results.capture
  return results[outcome](formatMoney(operation.amount, payment.currency))
}

/** Records what a person found at the processor about an operation without an outcome. */
export class ResolveDialog extends ActionDialog {
  static override properties = {
    ...ActionDialog.properties,
    payment: { attribute: false },
    outcome: { state: true },
    note: { state: true },
  }

  declare payment: Transaction
  declare outcome: Outcome | ''
  declare note: string

  constructor() {
    super()
    this.outcome = ''
    this.note = ''
  }

  protected override get heading(): string {
    return texts.title
  }

  protected override get submitText(): string {
    return texts.submit
  }

  protected override get problem(): string {
    return this.outcome === '' ? texts.problems.outcome : this.note.trim() === '' ? texts.problems.note : ''
  }

  protected override focusProblem(): void {
    this.querySelector<HTMLElement>(this.outcome === '' ? 'input[type=radio]' : 'textarea')?.focus()
  }

  protected override request(): ActionRequest {
    const { originalTransactionId, needsAttention } = this.payment
    return {
      method: 'POST',
      path: `/v1/transactions/${encodeURIComponent(originalTransactionId)}/resolve`,
      body: { operation: needsAttention!.operation.transactionId, outcome: this.outcome, note: this.note.trim() },
    }
  }

  protected override read(): { done: string } {
    return { done: texts.done }
  }

  protected override renderFields(): unknown {
    const { needsAttention, currency } = this.payment
    const { operation } = needsAttention!
    const names = paymentTexts.resolve.operations
    const problem = this.isChecked ? this.problem : ''
    return html`
      <p>${texts.intro(names[operation.type] ?? operation.type, formatMoney(operation.amount, currency))}</p>
      <fieldset class="choices" aria-describedby="resolve-message">
        <legend class="label">${texts.question}</legend>
        ${(Object.keys(texts.outcomes) as Outcome[]).map(
          (outcome) => html`
            <label class="check">
              <input
                type="radio"
                name="outcome"
                ?disabled=${this.phase !== 'edit'}
                .checked=${this.outcome === outcome}
                @change=${() => {
                  this.outcome = outcome
                }}
              />
              ${texts.outcomes[outcome]}
            </label>
          `,
        )}
      </fieldset>
      <div class="field">
        <label for="resolve-note">${texts.note}</label>
        <textarea
          class="input"
          id="resolve-note"
          rows="2"
          maxlength="500"
          aria-describedby="resolve-message"
          aria-invalid=${problem !== '' && this.outcome !== ''}
          ?disabled=${this.phase !== 'edit'}
          .value=${this.note}
          @input=${(event: Event) => {
            this.note = (event.target as HTMLTextAreaElement).value
          }}
        ></textarea>
        <p class="message ${problem ? 'bad' : ''}" id="resolve-message">${problem || texts.noteHelp}</p>
      </div>
      ${
        this.outcome === ''
          ? nothing
          : html`
              <p class="result" role="status">
                <strong>${texts.result}</strong>
                ${resultText(this.payment, this.outcome)}
              </p>
            `
      }
    `
  }
}

customElements.define('resolve-dialog', ResolveDialog)

declare global {
  interface HTMLElementTagNameMap {
    'resolve-dialog': ResolveDialog
  }
}
