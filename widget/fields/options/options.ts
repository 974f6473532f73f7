import { html, nothing, type TemplateResult } from 'lit'
import { keep, PlainField } from '../nativeField.ts'

/** A row to choose: words, with a picture if there is one. */
export type Row = {
  readonly value: string
  readonly text: string
  readonly mark?: TemplateResult
}

/**
 * A choice of one row of a list, such as a saved card: radio buttons in one box. `label` names the list for screen readers. A
 * row with an empty value is the one that is chosen where no other is.
 */
export class SluiceOptions extends PlainField {
  static override properties = { options: { attribute: false } }

  declare options: readonly Row[]

  constructor() {
    super()
    this.options = []
  }

  get #radios(): HTMLInputElement[] {
    return [...this.querySelectorAll('input')]
  }

  /** Puts focus on the chosen row, else on the first. */
  override focus(): void {
    const radios = this.#radios
    const radio = radios.find(({ checked }) => checked) ?? radios[0]
    radio?.focus()
  }

  protected override read(): string | undefined {
    return this.#radios.find(({ checked }) => checked)?.value
  }

  protected override write(value: string): void {
    for (const radio of this.#radios) radio.checked = radio.value === value
  }

  protected override render(): TemplateResult {
    const { name, error, locked } = this
    return html`
      <div
        role="radiogroup"
        aria-label=${this.label}
        aria-describedby="${name}-message"
        aria-invalid=${!!error}
        aria-readonly=${locked}
        aria-required=${this.required}
      >
        ${this.options.map(
          ({ value, text, mark }) => html`
            <label>
              <input
                type="radio"
                name=${name}
                value=${value}
                ?disabled=${this.disabled}
                @click=${locked ? keep : null}
                @input=${this.follow}
                @change=${this.follow}
              />
              ${mark ?? nothing}
              <span>${text}</span>
            </label>
          `,
        )}
      </div>
      ${this.message()}
    `
  }
}

customElements.define('sluice-options', SluiceOptions)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-options': SluiceOptions
  }
}
