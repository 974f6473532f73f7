import { html, nothing } from 'lit'
import type { SendReceiptAnswer } from '../../../client/types.ts'
import { ActionDialog, type ActionRequest } from './action-dialog.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.receipt

/** Sends the receipt of a checkout again. */
export class ReceiptDialog extends ActionDialog {
  static override properties = {
    ...ActionDialog.properties,
    checkout: { attribute: false },
    shopper: { attribute: false },
    isOther: { state: true },
    email: { state: true },
  }

  /** The id of the checkout. */
  declare checkout: string
  /** The shopper's address; empty if it is not known here. */
  declare shopper: string
  declare isOther: boolean
  declare email: string

  constructor() {
    super()
    this.checkout = ''
    this.shopper = ''
    this.isOther = false
    this.email = ''
  }

  protected override get heading(): string {
    return texts.title
  }

  protected override get submitText(): string {
    return texts.submit
  }

  protected override get tone(): 'primary' {
    return 'primary'
  }

  protected override get problem(): string {
    return this.isOther && !/^\S+@\S+$/.test(this.email.trim()) ? texts.problem : ''
  }

  protected override focusProblem(): void {
    this.querySelector<HTMLInputElement>('input[type=email]')?.focus()
  }

  protected override request(): ActionRequest {
    return {
      method: 'POST',
      path: `/v1/dynamiccheckout/${encodeURIComponent(this.checkout)}/receipt`,
      body: this.isOther ? { email: this.email.trim() } : {},
    }
  }

  protected override read(response: unknown): { done: string } | { error: string } {
    const last = (response as SendReceiptAnswer).receipts?.at(-1)
    return last?.state === 'sent' ? { done: texts.done } : { error: texts.failed }
  }

  #choice(isOther: boolean, text: string): unknown {
    return html`
      <label class="check">
        <input
          type="radio"
          name="recipient"
          ?disabled=${this.phase !== 'edit'}
          .checked=${this.isOther === isOther}
          @change=${() => {
            this.isOther = isOther
          }}
        />
        ${text}
      </label>
    `
  }

  protected override renderFields(): unknown {
    const problem = this.isChecked ? this.problem : ''
    return html`
      <fieldset class="choices">
        <legend class="label">${texts.to}</legend>
        ${this.#choice(false, this.shopper ? texts.shopperAt(this.shopper) : texts.shopper)}
        ${this.#choice(true, texts.other)}
      </fieldset>
      ${
        this.isOther
          ? html`
              <div class="field">
                <label for="receipt-email">${texts.email}</label>
                <input
                  class="input"
                  id="receipt-email"
                  type="email"
                  autocomplete="off"
                  maxlength="254"
                  aria-describedby="receipt-message"
                  aria-invalid=${problem !== ''}
                  ?disabled=${this.phase !== 'edit'}
                  .value=${this.email}
                  @input=${(event: Event) => {
                    this.email = (event.target as HTMLInputElement).value
                  }}
                />
                <p class="message ${problem ? 'bad' : ''}" id="receipt-message">${problem || texts.otherNote}</p>
              </div>
            `
          : nothing
      }
      <p class="small muted">${texts.note}</p>
    `
  }
}

customElements.define('receipt-dialog', ReceiptDialog)

declare global {
  interface HTMLElementTagNameMap {
    'receipt-dialog': ReceiptDialog
  }
}
