import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import { chevronIcon } from '../icons.ts'
import { preventChange, NativeField } from '../nativeField.ts'

/** An option of a select. */
export type Option = { readonly value: string; readonly label: string }

const areEqual = (options: readonly Option[], others: readonly Option[] = []): boolean =>
  options.length === others.length &&
  options.every(({ value, label }, index) => value === others[index]!.value && label === others[index]!.label)

/** The browser's native select, in our box. */
export class SluiceSelect extends NativeField {
  static override properties = {
    autocomplete: {},
    hint: {},
    options: {
      attribute: false,
      hasChanged: (options: readonly Option[], old?: readonly Option[]) => !areEqual(options, old),
    },
  }

  /** The autocomplete token. */
  declare autocomplete: string
  /** Text of the empty first option; without it there is no empty option. */
  declare hint: string
  declare options: readonly Option[]

  /** The elements of the options. Each as a template, the 250 countries would take a slow phone four times as long. */
  #elements = new DocumentFragment()

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

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('options')) return
    // A new fragment, since its elements move into the list when it is rendered.
    this.#elements = new DocumentFragment()
    this.#elements.append(...this.options.map(({ value, label }) => new Option(label, value)))
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
          ${this.#elements}
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
