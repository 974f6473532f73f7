import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import { deletionOf } from '../../card/edit.ts'
import type { FieldKind, Surroundings } from '../../card/kinds.ts'

/**
 * One labelled input of a payment form. It renders into the light DOM, so that the input belongs to the page's `<form>`
 * and the browser's autofill finds it; the page brings `field.styles.ts`.
 *
 * An error shows when the shopper leaves the field, and from then on follows the typing. The line for it is always there.
 *
 * @fires input - the native event, after the text has been put in shape
 */
export class SluiceField extends LitElement {
  static override properties = {
    kind: { attribute: false },
    label: { attribute: false },
    hint: { attribute: false },
    errors: { attribute: false },
    mark: { attribute: false },
    network: { attribute: false },
    disabled: { type: Boolean },
    locked: { type: Boolean },
    value: { state: true },
    shown: { state: true },
  }

  /** What kind of text this is: one of `FIELDS`. */
  declare kind: FieldKind
  declare label: string | TemplateResult
  /** A pattern to show while the field is empty. */
  declare hint: string
  /** The sentence of each error. */
  declare errors: Partial<Record<FieldError, string>>
  /** A picture at the end of the field. */
  declare mark: TemplateResult | undefined
  /** The network of the card, which decides about its security code. */
  declare network: Surroundings['network']
  declare disabled: boolean
  /** Read-only for a moment, while the form is being sent. */
  declare locked: boolean

  declare value: string
  /** The error on display. */
  declare shown: FieldError | null

  /** What the server said about this text; it stands until the text changes. */
  #refused: FieldError | null = null

  constructor() {
    super()
    this.hint = ''
    this.errors = {}
    this.network = 'unknown'
    this.disabled = false
    this.locked = false
    this.value = ''
    this.shown = null
  }

  protected override createRenderRoot() {
    return this
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector('input')
  }

  get empty(): boolean {
    return this.value === ''
  }

  /** What is wrong with the text, shown or not; null for nothing. */
  get problem(): FieldError | null {
    const problem = this.kind.check(this.value, { network: this.network, nowMs: Date.now() })
    if (problem === 'missing' && !this.kind.required) return this.#refused
    return problem ?? this.#refused
  }

  /** Shows what is wrong with the text, if anything is. */
  report(): void {
    this.shown = this.problem
  }

  /** Shows what the server found wrong with the text. */
  refuse(error: FieldError): void {
    this.#refused = error
    this.report()
  }

  /** Empties the field as a reset does: without an event, without an error. */
  clear(): void {
    this.#write('', null)
    this.#refused = null
    this.shown = null
  }

  override focus(): void {
    this.#input?.focus()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Another network, another length of its code: an error on display may have come or gone.
    if (changed.has('network') && this.shown) this.report()
  }

  protected override render(): TemplateResult {
    const { name, autocomplete, inputMode, leftToRight, required } = this.kind
    const error = this.shown && this.errors[this.shown]
    return html`
      <label for=${autocomplete}>${this.label}</label>
      <div class=${error ? 'control invalid' : 'control'}>
        <input
          id=${autocomplete}
          name=${autocomplete}
          type="text"
          autocomplete=${autocomplete}
          inputmode=${inputMode}
          dir=${leftToRight ? 'ltr' : 'auto'}
          autocapitalize=${name === 'name' ? 'words' : 'off'}
          autocorrect="off"
          spellcheck="false"
          placeholder=${this.hint || nothing}
          aria-describedby="${name}-message"
          aria-invalid=${error ? 'true' : 'false'}
          ?required=${required}
          ?disabled=${this.disabled}
          ?readonly=${this.locked}
          @input=${this.#onInput}
          @blur=${this.#onBlur}
        />
        ${this.mark ?? nothing}
      </div>
      <p class="message" id="${name}-message">${error ?? nothing}</p>
    `
  }

  #write(value: string, caret: number | null): void {
    this.value = value
    const input = this.#input
    if (!input) return
    if (input.value !== value) input.value = value
    // Only a focused input has a caret of the shopper's to keep, and setting one may take the focus.
    if (caret !== null && input.matches(':focus')) input.setSelectionRange(caret, caret)
  }

  #onInput(event: InputEvent): void {
    const input = event.target as HTMLInputElement
    const caret = input.selectionStart ?? input.value.length
    const deletion = deletionOf(event.inputType ?? '', input.value, this.value)
    const around = { network: this.network, nowMs: Date.now() }
    const edited = this.kind.edit({ value: input.value, caret, before: this.value, deletion }, around)
    this.#refused = null
    this.#write(edited.value, edited.caret)
    if (this.shown) this.report()
  }

  #onBlur(): void {
    if (!this.empty) this.report()
  }
}

customElements.define('sluice-field', SluiceField)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-field': SluiceField
  }
}
