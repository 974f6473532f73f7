import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import { deletionOf } from '../../card/edit.ts'
import { History, type Moment } from '../../card/undoHistory.ts'
import type { FieldKind, Surroundings } from '../../card/fieldKinds.ts'
import type { FormField } from '../formField.ts'

const BLANK: Moment = { value: '', start: 0, end: 0 }

/**
 * One labelled input of a payment form. It renders into the light DOM, so that the input belongs to the page's `<form>`
 * and the browser's autofill finds it; the page brings `field.styles.ts`.
 *
 * An error shows when the shopper leaves the field; from then on it follows the typing until it is gone, and waits again.
 * The line for it is always there.
 *
 * The text is put in shape after every edit, but not in the middle of one: while a keyboard composes, only `value` follows.
 *
 * @fires input - the native event, after the text has been put in shape
 */
export class SluiceField extends LitElement implements FormField {
  static override properties = {
    kind: { attribute: false },
    label: { attribute: false },
    hint: { attribute: false },
    help: { attribute: false },
    errors: { attribute: false },
    mark: { attribute: false },
    network: { attribute: false },
    disabled: { type: Boolean },
    locked: { type: Boolean },
    value: { attribute: false },
    shown: { state: true },
  }

  /** What kind of text this is: one of `FIELDS`, or of the checkout's. */
  declare kind: FieldKind<string>
  declare label: string | TemplateResult
  /** A pattern to show while the field is empty. */
  declare hint: string
  /** A sentence about the field: read with it always, seen while it has focus and no error. */
  declare help: string
  /** The sentence of each error. */
  declare errors: Partial<Record<FieldError, string>>
  /** A picture at the end of the field. */
  declare mark: TemplateResult | undefined
  /** The network of the card, which decides about its security code. */
  declare network: Surroundings['network']
  declare disabled: boolean
  /** Read-only for a moment, while the form is being sent. */
  declare locked: boolean

  /** The text, which is not in shape yet while it is being composed. A page may set it: without an event, without an error. */
  declare value: string
  /** The error on display. */
  declare shown: FieldError | null

  /** What the server said about this text; it stands until the text changes. */
  #refused: FieldError | null = null

  /** The text as it was last put in shape, and what was selected when the next edit of it began. */
  #last = BLANK
  #history = new History()

  constructor() {
    super()
    this.hint = ''
    this.help = ''
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

  /** Empties the field as a reset does, or starts it anew with a text of the page's: without an event, without an error. */
  clear(value = ''): void {
    this.#write({ value, start: 0, end: 0 })
    this.#history = new History()
    this.#refused = null
    this.shown = null
  }

  override focus(): void {
    const input = this.#input
    input?.focus()
    if (!input || input.ownerDocument.activeElement === input) return
    // Safari lets no script focus a field in a frame of another origin that nobody has touched yet. Going to the field by
    // its name does, and leaves it without a caret.
    location.replace(`#${input.id}`)
    input.setSelectionRange(input.value.length, input.value.length)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Another network, another length of its code: an error on display may have come or gone.
    if (changed.has('network') && this.shown) this.report()
  }

  protected override updated(changed: PropertyValues<this>): void {
    // What a script wrote into the input alone is not ours to undo: it will say so, or the shopper leaves the field.
    if (changed.has('value') && this.#input!.value !== this.value) this.clear(this.value)
  }

  protected override render(): TemplateResult {
    const { name, id, autocomplete = id, inputMode, leftToRight, required, words } = this.kind
    const error = this.shown && this.errors[this.shown]
    const help = error ? '' : this.help
    return html`
      <label for=${id}>${this.label}</label>
      <div class=${error ? 'control invalid' : 'control'}>
        <input
          id=${id}
          name=${id}
          type="text"
          autocomplete=${autocomplete}
          inputmode=${inputMode}
          dir=${leftToRight ? 'ltr' : 'auto'}
          autocapitalize=${words ? 'words' : 'off'}
          autocorrect="off"
          spellcheck="false"
          placeholder=${this.hint || nothing}
          aria-describedby="${name}-message"
          aria-invalid=${!!error}
          ?required=${required}
          ?disabled=${this.disabled}
          ?readonly=${this.locked}
          @beforeinput=${this.#onBeforeInput}
          @input=${this.#onInput}
          @compositionend=${this.#settle}
          @change=${this.#settle}
          @keydown=${this.#onKeydown}
          @blur=${this.#onBlur}
        />
        ${this.mark ?? nothing}
      </div>
      <p class="message ${help && 'help'}" id="${name}-message">${error || help || nothing}</p>
    `
  }

  #write(moment: Moment): void {
    const { value, start, end } = moment
    this.#last = moment
    this.value = value
    const input = this.#input
    if (!input) return
    if (input.value !== value) input.value = value
    // Only a focused input has a caret of the shopper's to keep, and setting one may take the focus.
    if (input.matches(':focus')) input.setSelectionRange(start, end)
  }

  /** Puts what the shopper or a script made of the text in shape. */
  #edit({ value, selectionEnd }: HTMLInputElement, inputType: string, data?: string | null): void {
    const from = this.#last
    this.value = value
    if (value === from.value) return
    const edited = this.kind.edit(
      {
        value,
        // What was dropped is selected: the caret is behind what came.
        caret: selectionEnd ?? value.length,
        before: from.value,
        deletion: deletionOf(inputType),
        selected: from.start < from.end,
        atOnce: data?.length !== 1,
      },
      { network: this.network, nowMs: Date.now() },
    )
    const to = { value: edited.value, start: edited.caret, end: edited.caret }
    this.#write(to)
    if (!this.kind.secret && to.value !== from.value) this.#history.record(from, to, inputType)
  }

  /** Goes back or forth in the history, and says so: the browser's own has no part in it. */
  #travel(event: Event, by: -1 | 1): void {
    event.preventDefault()
    if (this.locked) return
    const moment = this.#history.go(by)
    if (!moment) return
    this.#write(moment)
    this.#tell()
  }

  #onBeforeInput(event: InputEvent): void {
    const { value, selectionStart, selectionEnd } = event.target as HTMLInputElement
    if (event.inputType.startsWith('history')) this.#travel(event, event.inputType === 'historyUndo' ? -1 : 1)
    else if (value === this.#last.value) this.#last = { value, start: selectionStart!, end: selectionEnd! }
  }

  #onInput(event: InputEvent): void {
    const { inputType = '', data, isComposing, target } = event
    const input = target as HTMLInputElement
    if (isComposing || inputType === 'deleteByDrag') {
      this.value = input.value
      // What is dragged may be dropped in this field: where, the browser has measured in the text as it was.
      if (!isComposing) setTimeout(this.#settle)
    } else this.#edit(input, inputType, data)
    this.#refused = null
    // A field that was empty or becomes it is typed into anew: its next error waits again.
    if (this.shown) this.shown = this.shown === 'missing' || this.empty ? null : this.problem
  }

  /** The edit that was under way is over, or a script made one without a word. */
  #settle = (): void => {
    const input = this.#input
    const { kind, value } = this
    if (!input) return
    this.#edit(input, '')
    // The shape is nobody's business; what is sent is.
    if (kind.wire(value) !== kind.wire(this.value)) this.#tell()
  }

  #tell(): void {
    this.#input?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }

  // By the code, which is that of the Latin letter on every layout: the key is a Russian one on a Russian layout.
  #onKeydown(event: KeyboardEvent): void {
    const { keyCode, shiftKey } = event
    if (event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (keyCode === 89 || keyCode === 90) this.#travel(event, keyCode < 90 || shiftKey ? 1 : -1)
  }

  #onBlur(): void {
    this.#settle()
    if (!this.empty) this.report()
  }
}

customElements.define('sluice-field', SluiceField)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-field': SluiceField
  }
}
