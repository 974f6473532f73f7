import { html, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import { calendarIcon } from '../icons.ts'
import { PlainField } from '../nativeField.ts'

/** A date, `YYYY-MM-DD`: the browser's own input, which writes it as the shopper's region does. */
export class SluiceDate extends PlainField {
  get #input(): HTMLInputElement | null {
    return this.querySelector('input')
  }

  /** A date that is half typed has no value yet. */
  protected override check(): FieldError | null {
    const { badInput, rangeOverflow } = this.#input?.validity ?? {}
    return badInput ? 'incomplete' : rangeOverflow ? 'wrong' : super.check()
  }

  protected override read(): string {
    return this.#input?.value ?? ''
  }

  protected override write(value: string): void {
    this.#input!.value = value
  }

  protected override render(): TemplateResult {
    const { name, error } = this
    return html`
      <label for=${name}>${this.label}</label>
      <div class=${error ? 'control invalid' : 'control'}>
        <input
          id=${name}
          name=${name}
          type="date"
          max="9999-12-31"
          autocomplete="off"
          aria-describedby="${name}-message"
          aria-invalid=${!!error}
          ?required=${this.required}
          ?disabled=${this.disabled}
          ?readonly=${this.locked}
          @input=${this.follow}
          @change=${this.follow}
          @blur=${this.leave}
        />
        ${calendarIcon}
      </div>
      ${this.message()}
    `
  }
}

customElements.define('sluice-date', SluiceDate)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-date': SluiceDate
  }
}
