import { html, nothing, type TemplateResult } from 'lit'
import { preventChange, NativeField } from '../nativeField.ts'

/** A row: a text, with an optional icon. */
export type Row = {
  readonly value: string
  readonly text: string
  readonly mark?: TemplateResult
  /** A control of the row, beside its radio button. */
  readonly action?: TemplateResult | undefined
}

/**
 * A choice of one row, such as a saved card: radio buttons in one box. `label` is the group's accessible name. A row with an
 * empty value is the default.
 */
export class SluiceOptions extends NativeField {
  static override properties = { options: { attribute: false } }

  declare options: readonly Row[]

  constructor() {
    super()
    this.options = []
  }

  get #radios(): HTMLInputElement[] {
    return [...this.querySelectorAll('input')]
  }

  /** Focuses the chosen row, else the first. */
  override focus(): void {
    const radios = this.#radios
    const radio = radios.find(({ checked }) => checked) ?? radios[0]
    radio?.focus()
  }

  protected override readInput(): string | undefined {
    return this.#radios.find(({ checked }) => checked)?.value
  }

  protected override writeInput(value: string): void {
    for (const radio of this.#radios) radio.checked = radio.value === value
  }

  protected override render(): TemplateResult {
    const { name, errorText, locked } = this
    return html`
      <div
        role="radiogroup"
        aria-label=${this.label}
        aria-describedby="${name}-message"
        aria-invalid=${!!errorText}
        aria-readonly=${locked}
        aria-required=${this.required}
      >
        ${this.options.map(
          ({ value, text, mark, action }) => html`
            <label>
              <input
                type="radio"
                name=${name}
                value=${value}
                ?disabled=${this.disabled}
                @click=${locked ? preventChange : null}
                @input=${this.syncValue}
                @change=${this.syncValue}
              />
              ${mark ?? nothing}
              <span>${text}</span>
            </label>
            ${action ?? nothing}
          `,
        )}
      </div>
      ${this.renderMessage()}
    `
  }
}

customElements.define('sluice-options', SluiceOptions)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-options': SluiceOptions
  }
}
