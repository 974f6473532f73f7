import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import type { FormField } from './formField.ts'

/**
 * What the fields have in common whose answer the browser itself keeps in shape: lists, dates, boxes, choices. They behave as
 * `sluice-field` does: an error shows when it is asked for, and follows the answer until it is gone.
 *
 * @fires input - the native event, after `value` has followed
 */
export abstract class PlainField extends LitElement implements FormField {
  static override properties: PropertyDeclarations = {
    name: {},
    label: { attribute: false },
    help: {},
    errors: { attribute: false },
    required: { type: Boolean },
    disabled: { type: Boolean },
    locked: { type: Boolean },
    value: { attribute: false },
    shown: { state: true },
  }

  /** Names the input among those of its page; its id too, so it has no spaces. */
  declare name: string
  declare label: string | TemplateResult
  /** A sentence about the field: read with it always, seen while it has focus and no error. */
  declare help: string
  /** The sentence of each error. */
  declare errors: Partial<Record<FieldError, string>>
  declare required: boolean
  declare disabled: boolean
  declare locked: boolean
  declare value: string
  declare shown: FieldError | null

  #refused: FieldError | null = null

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
    this.shown = null
  }

  protected override createRenderRoot() {
    return this
  }

  get problem(): FieldError | null {
    return this.check() ?? this.#refused
  }

  report(): void {
    this.shown = this.problem
  }

  refuse(error: FieldError): void {
    this.#refused = error
    this.report()
  }

  clear(value = ''): void {
    this.value = value
    if (this.hasUpdated) this.write(value)
    this.#refused = null
    this.shown = null
  }

  override focus(): void {
    this.querySelector<HTMLElement>('input, select')?.focus()
  }

  /** What is wrong with the answer by itself. */
  protected check(): FieldError | null {
    return this.required && !this.value ? 'missing' : null
  }

  /** The answer as the browser has it; undefined where there is none, not even an empty one. */
  protected abstract read(): string | undefined

  /** Gives the browser an answer. */
  protected abstract write(value: string): void

  protected override updated(changed: PropertyValues<this>): void {
    const { value } = this
    const read = this.read()
    // Not by a binding: to write what stands there already would wipe a date out that is half typed.
    if (read === value) return
    if (changed.has('value') && (read ?? '') !== value) this.clear(value)
    else this.write(value)
  }

  /** The sentence of the error on display. */
  protected get error(): string | undefined {
    return this.shown ? this.errors[this.shown] : undefined
  }

  /** The line under the field, which is there from the start. */
  protected message(): TemplateResult {
    const { error } = this
    const help = error ? '' : this.help
    return html`
      <p class="message ${help && 'help'}" id="${this.name}-message">${error || help || nothing}</p>
    `
  }

  /** The shopper, or the browser for them, gave another answer. */
  protected readonly follow = (): void => {
    if (this.locked) return this.write(this.value)
    const value = this.read() ?? ''
    if (value === this.value) return
    this.value = value
    this.#refused = null
    if (this.shown) this.shown = value ? this.problem : null
  }

  /** The shopper left the field. That nothing was chosen is no reason to complain before the form is sent. */
  protected readonly leave = (): void => {
    this.follow()
    if (this.problem !== 'missing') this.report()
  }
}

/** For clicks and keys that would change what is locked. Focus may move on. */
export const keep = (event: Event): void => {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Tab') event.preventDefault()
}
