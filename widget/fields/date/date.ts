import { html, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import { calendarIcon } from '../icons.ts'
import { NativeField } from '../nativeField.ts'

/** A date, `YYYY-MM-DD`, in the browser's native input, which displays the shopper's regional format. */
export class SluiceDate extends NativeField {
  get #input(): HTMLInputElement | null {
    return this.querySelector('input')
  }

  /** A partly typed date has an empty value. */
  protected override validate(): FieldError | null {
    const { badInput, rangeOverflow } = this.#input?.validity ?? {}
    return badInput ? 'incomplete' : rangeOverflow ? 'wrong' : super.validate()
  }

  protected override readInput(): string {
    return this.#input?.value ?? ''
  }

  protected override writeInput(value: string): void {
    this.#input!.value = value
  }

  protected override render(): TemplateResult {
    const { name, errorText } = this
    return html`
      <label for=${name}>${this.label}</label>
      <div class=${errorText ? 'control invalid' : 'control'}>
        <input
          id=${name}
          name=${name}
          type="date"
          max="9999-12-31"
          autocomplete="off"
          aria-describedby="${name}-message"
          aria-invalid=${!!errorText}
          ?required=${this.required}
          ?disabled=${this.disabled}
          ?readonly=${this.locked}
          @input=${this.syncValue}
          @change=${this.syncValue}
          @blur=${this.handleBlur}
        />
        ${calendarIcon}
      </div>
      ${this.renderMessage()}
    `
  }
}

customElements.define('sluice-date', SluiceDate)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-date': SluiceDate
  }
}
