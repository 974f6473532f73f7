import { html } from 'lit'
import type { DisputeSummary } from '../../../client/types.ts'
import { formatMoney } from '../../format/money.ts'
import { ActionDialog, type ActionRequest } from './action-dialog.ts'
import { previewTable } from './preview.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.acceptDispute

/** Gives up a dispute, with what that costs. */
export class DisputeDialog extends ActionDialog {
  static override properties = {
    ...ActionDialog.properties,
    dispute: { attribute: false },
    currency: { attribute: false },
    isSure: { state: true },
  }

  declare dispute: DisputeSummary
  /** ISO 4217 number. */
  declare currency: number
  declare isSure: boolean

  constructor() {
    super()
    this.isSure = false
  }

  protected override get heading(): string {
    return texts.title
  }

  protected override get submitText(): string {
    return texts.submit(this.#money(this.dispute.amount))
  }

  protected override get problem(): string {
    return this.isSure ? '' : texts.problem
  }

  #money(amount: number): string {
    return formatMoney(amount, this.currency)
  }

  protected override request(): ActionRequest {
    return { method: 'POST', path: `/v1/disputes/${encodeURIComponent(this.dispute.id)}/accept` }
  }

  protected override read(): { done: string } {
    return { done: texts.done }
  }

  protected override renderFields(): unknown {
    const { stage, amount, amountWithdrawn, reason } = this.dispute
    const { stages } = paymentTexts.disputes
    const problem = this.isChecked ? this.problem : ''
    return html`
      <p>${texts.note}</p>
      <p class="small muted">${reason.text}</p>
      ${previewTable([
        { text: texts.stage, now: stages[stage] ?? stage, after: stages['accepted']! },
        { text: texts.withdrawn, now: this.#money(amountWithdrawn), after: this.#money(amount) },
      ])}
      <label class="check">
        <input
          type="checkbox"
          aria-describedby="dispute-message"
          aria-invalid=${problem !== ''}
          ?disabled=${this.phase !== 'edit'}
          .checked=${this.isSure}
          @change=${(event: Event) => {
            this.isSure = (event.target as HTMLInputElement).checked
          }}
        />
        ${texts.sure}
      </label>
      <p class="message bad" id="dispute-message">${problem}</p>
    `
  }
}

customElements.define('dispute-dialog', DisputeDialog)

declare global {
  interface HTMLElementTagNameMap {
    'dispute-dialog': DisputeDialog
  }
}
