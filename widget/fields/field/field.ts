import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { FieldError } from '#contract/card/framePort'
import { deletionDirection } from '../../card/edit.ts'
import { UndoHistory, type TextState } from '../../card/undoHistory.ts'
import type { FieldKind, FieldContext } from '../../card/fieldKinds.ts'
import type { FormField } from '../formField.ts'

const EMPTY_STATE: TextState = { value: '', start: 0, end: 0 }

/**
 * One labelled input of a payment form. It renders into the light DOM, so that the input belongs to the page's `<form>`
 * and autofill finds it. The page includes `field.styles.ts`.
 *
 * An error is displayed on blur and updated on each input until the text is valid. The next error waits for blur again. The
 * message line is always reserved.
 *
 * The text is formatted after each edit, but not during IME composition: then only `value` is updated.
 *
 * @fires input - the native event, after formatting
 * @fires error-change - another error is displayed, or none
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
    shownError: { state: true },
  }

  /** One of `CARD_FIELDS`, or a kind of the checkout's fields. */
  declare kind: FieldKind<string>
  declare label: string | TemplateResult
  /** The placeholder. */
  declare hint: string
  /** Help text: always in the description, visible while the field has focus and no error. */
  declare help: string
  /** The message of each error. */
  declare errors: Partial<Record<FieldError, string>>
  /** An icon at the end of the field. */
  declare mark: TemplateResult | undefined
  /** The card's network, which decides the length of the security code. */
  declare network: FieldContext['network']
  declare disabled: boolean
  /** Read-only while the form is being sent. */
  declare locked: boolean

  /** The text, unformatted during IME composition. Setting it fires no event and clears the error. */
  declare value: string
  /** The displayed error. */
  declare shownError: FieldError | null

  /** The server's error for this text, kept until the text changes. */
  #serverError: FieldError | null = null

  /** The last formatted text, and the selection before the next edit. */
  #lastState = EMPTY_STATE
  #history = new UndoHistory()

  constructor() {
    super()
    this.hint = ''
    this.help = ''
    this.errors = {}
    this.network = 'unknown'
    this.disabled = false
    this.locked = false
    this.value = ''
    this.shownError = null
  }

  protected override createRenderRoot() {
    return this
  }

  get #input(): HTMLInputElement | null {
    return this.querySelector('input')
  }

  get isEmpty(): boolean {
    return this.value === ''
  }

  /** Error of the text, displayed or not; null if valid. */
  get currentError(): FieldError | null {
    const error = this.kind.check(this.value, { network: this.network, nowMs: Date.now() })
    return this.#serverError ?? (error === 'missing' && !this.kind.isRequired ? null : error)
  }

  /** Displays the error of the text, if any. */
  report(): void {
    this.shownError = this.currentError
  }

  /** Displays the server's error. */
  showServerError(error: FieldError): void {
    this.#serverError = error
    this.report()
  }

  /** Resets the field to an empty or given text, without event, error or undo history. */
  clear(value = ''): void {
    this.#setInput({ value, start: 0, end: 0 })
    this.#history = new UndoHistory()
    this.#serverError = null
    this.shownError = null
  }

  /** Types a text at the end, as the shopper would. */
  type(text: string): void {
    const input = this.#input!
    input.value += text
    input.setSelectionRange(input.value.length, input.value.length)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  }

  override focus(): void {
    const input = this.#input
    input?.focus()
    if (!input || input.ownerDocument.activeElement === input) return
    // Safari blocks focus() in a cross-origin frame without user interaction. Navigation to the field's fragment works, but
    // sets no caret.
    location.replace(`#${input.id}`)
    input.setSelectionRange(input.value.length, input.value.length)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The network decides the length of the security code, so a displayed error may have changed.
    if (changed.has('network') && this.shownError) this.report()
  }

  protected override updated(changed: PropertyValues<this>): void {
    // A script may have written only the input's value: do not undo that, its event or the blur updates ours.
    if (changed.has('shownError')) this.dispatchEvent(new Event('error-change', { bubbles: true }))
    if (changed.has('value') && this.#input!.value !== this.value) this.clear(this.value)
  }

  protected override render(): TemplateResult {
    const { name, id, autocomplete = id, inputMode, leftToRight, isRequired, capitalizeWords } = this.kind
    const error = this.shownError && this.errors[this.shownError]
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
          autocapitalize=${capitalizeWords ? 'words' : 'off'}
          autocorrect="off"
          spellcheck="false"
          placeholder=${this.hint || nothing}
          aria-describedby="${name}-message"
          aria-invalid=${!!error}
          ?required=${isRequired}
          ?disabled=${this.disabled}
          ?readonly=${this.locked}
          @beforeinput=${this.#onBeforeInput}
          @input=${this.#onInput}
          @compositionend=${this.#finishEdit}
          @change=${this.#finishEdit}
          @keydown=${this.#onKeydown}
          @blur=${this.#onBlur}
        />
        ${this.mark ?? nothing}
      </div>
      <p class="message ${help && 'help'}" id="${name}-message">${error || help || nothing}</p>
    `
  }

  #setInput(state: TextState): void {
    const { value, start, end } = state
    this.#lastState = state
    this.value = value
    const input = this.#input
    if (!input) return
    if (input.value !== value) input.value = value
    // Only a focused input has a caret, and setSelectionRange may move the focus.
    if (input.matches(':focus')) input.setSelectionRange(start, end)
  }

  /** Formats the text after an edit by the shopper or a script. */
  #applyEdit({ value, selectionEnd }: HTMLInputElement, inputType: string, data?: string | null): void {
    const from = this.#lastState
    this.value = value
    if (value === from.value) return
    const edited = this.kind.edit(
      {
        value,
        // Dropped text is selected: the caret goes after it.
        caret: selectionEnd ?? value.length,
        previousValue: from.value,
        deletion: deletionDirection(inputType),
        hadSelection: from.start < from.end,
        isBulk: data?.length !== 1,
      },
      { network: this.network, nowMs: Date.now() },
    )
    const to = { value: edited.value, start: edited.caret, end: edited.caret }
    this.#setInput(to)
    if (!this.kind.isSecret && to.value !== from.value) this.#history.record(from, to, inputType)
  }

  /** Applies undo or redo, and fires `input`, in place of the browser's history. */
  #undoOrRedo(event: Event, by: -1 | 1): void {
    event.preventDefault()
    if (this.locked) return
    const state = this.#history.go(by)
    if (!state) return
    this.#setInput(state)
    this.#dispatchInput()
  }

  #onBeforeInput(event: InputEvent): void {
    const { value, selectionStart, selectionEnd } = event.target as HTMLInputElement
    if (event.inputType.startsWith('history')) this.#undoOrRedo(event, event.inputType === 'historyUndo' ? -1 : 1)
    else if (value === this.#lastState.value) this.#lastState = { value, start: selectionStart!, end: selectionEnd! }
  }

  #onInput(event: InputEvent): void {
    const { inputType = '', data, isComposing, target } = event
    const input = target as HTMLInputElement
    if (isComposing || inputType === 'deleteByDrag') {
      this.value = input.value
      // The text may be dropped in the same field, at a position in the unformatted text.
      if (!isComposing) setTimeout(this.#finishEdit)
    } else this.#applyEdit(input, inputType, data)
    this.#serverError = null
    // After an empty field, the next error waits for blur again.
    if (this.shownError) this.shownError = this.shownError === 'missing' || this.isEmpty ? null : this.currentError
  }

  /** Ends a composition, or formats text that a script wrote without an event. */
  #finishEdit = (): void => {
    const input = this.#input
    const { kind, value } = this
    if (!input) return
    this.#applyEdit(input, '')
    // Listeners depend on the API value, not on the formatting.
    if (kind.toApi(value) !== kind.toApi(this.value)) this.#dispatchInput()
  }

  #dispatchInput(): void {
    this.#input?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }

  // keyCode is that of the Latin letter on all layouts; `key` is a Cyrillic letter on a Russian layout.
  #onKeydown(event: KeyboardEvent): void {
    const { keyCode, shiftKey } = event
    if (event.altKey || !(event.ctrlKey || event.metaKey)) return
    if (keyCode === 89 || keyCode === 90) this.#undoOrRedo(event, keyCode < 90 || shiftKey ? 1 : -1)
  }

  #onBlur(): void {
    this.#finishEdit()
    if (!this.isEmpty) this.report()
  }
}

customElements.define('sluice-field', SluiceField)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-field': SluiceField
  }
}
