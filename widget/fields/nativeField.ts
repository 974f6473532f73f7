import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import type { FormField } from './formField.ts'

/**
 * Base of fields with a native control that needs no formatting: selects, dates, checkboxes, radio groups. Like
 * `sluice-field` they display an error after report() or blur, and update it until the value is valid.
 *
 * @fires input - the native event, after `value` was updated
 */
export abstract class NativeField extends LitElement implements FormField {
  static override properties: PropertyDeclarations = {
    name: {},
    label: { attribute: false },
    help: {},
    errors: { attribute: false },
    required: { type: Boolean },
    disabled: { type: Boolean },
    locked: { type: Boolean },
    value: { attribute: false },
    shownError: { state: true },
  }

  /** Name and id of the input: unique on the page, without spaces. */
  declare name: string
  declare label: string | TemplateResult
  /** Help text: always in the description, visible while the field has focus and no error. */
  declare help: string
  /** The message of each error. */
  declare errors: Partial<Record<FieldError, string>>
  declare required: boolean
  declare disabled: boolean
  declare locked: boolean
  declare value: string
  declare shownError: FieldError | null

  #serverError: FieldError | null = null

  constructor() {
    super()
    this.name = ''
    this.label = ''
    this.help = ''
    this.errors = {}
    this.required = false
    this.disabled = false
    this.locked = false
    this.value = ''
    this.shownError = null
  }

  protected override createRenderRoot() {
    return this
  }

  get currentError(): FieldError | null {
    return this.validate() ?? this.#serverError
  }

  report(): void {
    this.shownError = this.currentError
  }

  showServerError(error: FieldError): void {
    this.#serverError = error
    this.report()
  }

  clear(value = ''): void {
    this.value = value
    if (this.hasUpdated) this.writeInput(value)
    this.#serverError = null
    this.shownError = null
  }

  override focus(): void {
    this.querySelector<HTMLElement>('input, select')?.focus()
  }

  /** Client-side error of the value. */
  protected validate(): FieldError | null {
    return this.required && !this.value ? 'missing' : null
  }

  /** Reads the control's value; undefined if nothing is chosen, not even an empty value. */
  protected abstract readInput(): string | undefined

  /** Writes a value into the control. */
  protected abstract writeInput(value: string): void

  protected override updated(changed: PropertyValues<this>): void {
    const { value } = this
    const inputValue = this.readInput()
    // Not a binding: writing an unchanged value would clear a partly typed date.
    if (inputValue === value) return
    if (changed.has('value') && (inputValue ?? '') !== value) this.clear(value)
    else this.writeInput(value)
  }

  /** The message of the displayed error. */
  protected get errorText(): string | undefined {
    return this.shownError ? this.errors[this.shownError] : undefined
  }

  /** The message line below the field, which is always reserved. */
  protected renderMessage(): TemplateResult {
    const { errorText } = this
    const help = errorText ? '' : this.help
    return html`
      <p class="message ${help && 'help'}" id="${this.name}-message">${errorText || help || nothing}</p>
    `
  }

  /** Updates `value` after a change by the shopper or autofill. */
  protected readonly syncValue = (): void => {
    if (this.locked) return this.writeInput(this.value)
    const value = this.readInput() ?? ''
    if (value === this.value) return
    this.value = value
    this.#serverError = null
    if (this.shownError) this.shownError = value ? this.currentError : null
  }

  /** Displays an error on blur. A missing value is not reported before the form is sent. */
  protected readonly handleBlur = (): void => {
    this.syncValue()
    if (this.currentError !== 'missing') this.report()
  }
}

/** Blocks clicks and keys in a locked field, except Tab. */
export const preventChange = (event: Event): void => {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Tab') event.preventDefault()
}
