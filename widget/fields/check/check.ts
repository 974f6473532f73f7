import { html, nothing, type TemplateResult } from 'lit'
import { preventChange, NativeField } from '../nativeField.ts'

/** A checkbox with a label of any length. Its value is `true` or empty. Only a required one reserves a message line. */
export class SluiceCheck extends NativeField {
  get #input(): HTMLInputElement | null {
    return this.querySelector('input')
  }

  protected override readInput(): string {
    return this.#input?.checked ? 'true' : ''
  }

  protected override writeInput(value: string): void {
    this.#input!.checked = value === 'true'
  }

  protected override render(): TemplateResult {
    const { name, errorText, locked, required } = this
    const hasMessage = required || errorText
    return html`
      <label>
        <input
          id=${name}
          name=${name}
          type="checkbox"
          aria-describedby=${hasMessage ? `${name}-message` : nothing}
          aria-invalid=${!!errorText}
          aria-readonly=${locked}
          ?required=${required}
          ?disabled=${this.disabled}
          @click=${locked ? preventChange : null}
          @input=${this.syncValue}
          @change=${this.syncValue}
        />
        <span>${this.label}</span>
      </label>
      ${hasMessage ? this.renderMessage() : nothing}
    `
  }
}

customElements.define('sluice-check', SluiceCheck)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-check': SluiceCheck
  }
}
