import { html, nothing, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import { chevronIcon } from '../icons.ts'
import { keep, PlainField } from '../nativeField.ts'

/** An entry of a list. */
export type Option = { readonly value: string; readonly label: string }

/** A list to choose one entry from: the browser's own, in our box. */
export class SluiceSelect extends PlainField {
  static override properties = {
    autocomplete: {},
    hint: {},
    options: { attribute: false },
  }

  /** What autofill knows the list by. */
  declare autocomplete: string
  /** The first entry, while nothing is chosen; without it there is none. */
  declare hint: string
  declare options: readonly Option[]

  constructor() {
    super()
    this.autocomplete = 'off'
    this.hint = ''
    this.options = []
  }

  /** What the list does not have is no answer. */
  protected override check(): FieldError | null {
    return this.required && !this.options.some(({ value }) => value && value === this.value) ? 'missing' : null
  }

  protected override read(): string {
    return this.querySelector('select')?.value ?? ''
  }

  protected override write(value: string): void {
    this.querySelector('select')!.value = value
  }

  protected override render(): TemplateResult {
    const { name, hint, error, locked } = this
    return html`
      <label for=${name}>${this.label}</label>
      <div class=${error ? 'control invalid' : 'control'}>
        <select
          id=${name}
          name=${name}
          autocomplete=${this.autocomplete}
          aria-describedby="${name}-message"
          aria-invalid=${!!error}
          aria-readonly=${locked}
          ?required=${this.required}
          ?disabled=${this.disabled}
          @mousedown=${locked ? keep : null}
          @keydown=${locked ? keep : null}
          @input=${this.follow}
          @change=${this.follow}
          @blur=${this.leave}
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
      ${this.message()}
    `
  }
}

customElements.define('sluice-select', SluiceSelect)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-select': SluiceSelect
  }
}
