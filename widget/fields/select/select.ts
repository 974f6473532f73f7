import { html, nothing, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import { chevronIcon } from '../icons.ts'
import { preventChange, NativeField } from '../nativeField.ts'

/** An option of a select. */
export type Option = { readonly value: string; readonly label: string }

/** The browser's native select, in our box. */
export class SluiceSelect extends NativeField {
  static override properties = {
    autocomplete: {},
    hint: {},
    options: { attribute: false },
  }

  /** The autocomplete token. */
  declare autocomplete: string
  /** Text of the empty first option; without it there is no empty option. */
  declare hint: string
  declare options: readonly Option[]

  constructor() {
    super()
    this.autocomplete = 'off'
    this.hint = ''
    this.options = []
  }

  /** A value that is not an option counts as missing. */
  protected override validate(): FieldError | null {
    return this.required && !this.options.some(({ value }) => value && value === this.value) ? 'missing' : null
  }

  protected override readInput(): string {
    return this.querySelector('select')?.value ?? ''
  }

  protected override writeInput(value: string): void {
    this.querySelector('select')!.value = value
  }

  protected override render(): TemplateResult {
    const { name, hint, errorText, locked } = this
    return html`
      <label for=${name}>${this.label}</label>
      <div class=${errorText ? 'control invalid' : 'control'}>
        <select
          id=${name}
          name=${name}
          autocomplete=${this.autocomplete}
          aria-describedby="${name}-message"
          aria-invalid=${!!errorText}
          aria-readonly=${locked}
          ?required=${this.required}
          ?disabled=${this.disabled}
          @mousedown=${locked ? preventChange : null}
          @keydown=${locked ? preventChange : null}
          @input=${this.syncValue}
          @change=${this.syncValue}
          @blur=${this.handleBlur}
        >
          ${
            hint
              ? html`
                  <option value="">${hint}</option>
                `
              : nothing
          }
          ${this.options.map(
            ({ value, label }) => html`
              <option value=${value}>${label}</option>
            `,
          )}
        </select>
        ${chevronIcon}
      </div>
      ${this.renderMessage()}
    `
  }
}

customElements.define('sluice-select', SluiceSelect)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-select': SluiceSelect
  }
}
