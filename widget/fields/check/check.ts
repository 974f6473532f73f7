import { html, nothing, type TemplateResult } from 'lit'
import { keep, PlainField } from '../nativeField.ts'

/**
 * A box to tick, with as many words as it takes. Its value is `true` or empty. Only where it must be ticked is there a line
 * for messages.
 */
export class SluiceCheck extends PlainField {
  get #input(): HTMLInputElement | null {
    return this.querySelector('input')
  }

  protected override read(): string {
    return this.#input?.checked ? 'true' : ''
  }

  protected override write(value: string): void {
    this.#input!.checked = value === 'true'
  }

  protected override render(): TemplateResult {
    const { name, error, locked, required } = this
    const told = required || error
    return html`
      <label>
        <input
          id=${name}
          name=${name}
          type="checkbox"
          aria-describedby=${told ? `${name}-message` : nothing}
          aria-invalid=${!!error}
          aria-readonly=${locked}
          ?required=${required}
          ?disabled=${this.disabled}
          @click=${locked ? keep : null}
          @input=${this.follow}
          @change=${this.follow}
        />
        <span>${this.label}</span>
      </label>
      ${told ? this.message() : nothing}
    `
  }
}

customElements.define('sluice-check', SluiceCheck)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-check': SluiceCheck
  }
}
