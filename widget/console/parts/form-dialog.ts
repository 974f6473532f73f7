import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit'
import { ApiError } from '../api/apiError.ts'
import { Intention } from '../api/intention.ts'
import type { ConsoleContext } from '../shell/context.ts'
import { errorText } from '../shell/errorText.ts'
import { errorNotice } from './errorNotice.ts'
import { fieldErrors } from './fieldErrors.ts'
import { icons } from './icons.ts'

/** Texts of a dialog with a form. */
export type FormTexts = {
  readonly title: string
  readonly submit: string
  readonly sending: string
  readonly cancel: string
  readonly close: string
  /** The request got no response. */
  readonly unknown: string
}

/** What is wrong with the fields, by the member of the request. */
export type Problems = Readonly<Record<string, string>>

/** A write of the API. */
export type Write = { readonly method: 'POST' | 'PUT'; readonly path: string; readonly body: object }

/**
 * A dialog with a form that sends one write. A repeated request has the key of the one before, so it cannot happen twice.
 *
 * @fires done - it was written; `detail` is the response
 * @fires cancel - the person left it
 */
export abstract class FormDialog<Result> extends LitElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    isSending: { state: true },
    error: { state: true },
    problems: { state: true },
  }

  declare context: ConsoleContext
  declare isSending: boolean
  declare error: string
  declare problems: Problems

  readonly #intention = new Intention()

  constructor() {
    super()
    this.isSending = false
    this.error = ''
    this.problems = {}
  }

  protected abstract readonly texts: FormTexts
  /** The fields between the title and the buttons. */
  protected abstract fields(): TemplateResult
  /** The fields that need another value before a request is sent. */
  protected abstract check(): Problems
  protected abstract request(): Write

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
    this.querySelector<HTMLElement>('[autofocus]')?.focus()
  }

  /** The message of a field: what is wrong with it, or help. */
  protected message(name: string, help: string = ''): TemplateResult {
    const problem = this.problems[name]
    return html`
      <p class="message ${problem ? 'bad' : ''}" id="${name}-message">${problem ?? help}</p>
    `
  }

  /** A field for text with a label and its message. */
  protected textField(
    name: string,
    label: string,
    value: string,
    set: (value: string) => void,
    { help = '', type = 'text', isCode = false }: { help?: string; type?: string; isCode?: boolean } = {},
  ): TemplateResult {
    return html`
      <div class="field">
        <label for="field-${name}">${label}</label>
        <input
          class="input ${isCode ? 'code-field' : ''}"
          id="field-${name}"
          type=${type}
          name=${name}
          autocomplete="off"
          spellcheck="false"
          aria-invalid=${name in this.problems}
          aria-describedby="${name}-message"
          .value=${value}
          @input=${(event: Event) => set((event.target as HTMLInputElement).value)}
        />
        ${this.message(name, help)}
      </div>
    `
  }

  /** A field for several lines. */
  protected linesField(
    name: string,
    label: string,
    value: string,
    set: (value: string) => void,
    help: string,
  ): TemplateResult {
    return html`
      <div class="field">
        <label for="field-${name}">${label}</label>
        <textarea
          class="input code-field"
          id="field-${name}"
          name=${name}
          rows="3"
          spellcheck="false"
          autocomplete="off"
          aria-invalid=${name in this.problems}
          aria-describedby="${name}-message"
          .value=${value}
          @input=${(event: Event) => set((event.target as HTMLTextAreaElement).value)}
        ></textarea>
        ${this.message(name, help)}
      </div>
    `
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault()
    this.problems = this.check()
    const [first] = Object.keys(this.problems)
    if (first === undefined) void this.#send()
    else void this.#focus(first)
  }

  async #focus(name: string): Promise<void> {
    await this.updateComplete
    this.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus()
  }

  async #send(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    this.error = ''
    const { method, path, body } = this.request()
    try {
      const detail = await this.context.api.json<Result>(method, path, {
        body,
        key: this.#intention.keyFor([method, path, body]),
      })
      this.#intention.end()
      this.querySelector('dialog')?.close()
      this.dispatchEvent(new CustomEvent('done', { detail }))
    } catch (error) {
      this.#fail(error)
    }
    this.isSending = false
  }

  #fail(error: unknown): void {
    const isUnknown = error instanceof ApiError && error.isOutcomeUnknown
    if (!isUnknown) this.#intention.end()
    // An error of an item belongs to its field: `allowedOrigins[1]` to `allowedOrigins`.
    const problems = Object.fromEntries(
      [...fieldErrors(error)].map(([field, { text }]) => [field.replace(/\[.*$/, ''), text]),
    )
    const fields = Object.keys(problems).filter((name) => this.querySelector(`[name="${CSS.escape(name)}"]`))
    this.problems = problems
    this.error = isUnknown ? this.texts.unknown : fields.length > 0 ? '' : errorText(error)
    if (fields[0] !== undefined) void this.#focus(fields[0])
  }

  /** Escape and Close wait for a response that is on its way. */
  readonly #cancel = (event: Event): void => {
    event.preventDefault()
    if (this.isSending) return
    this.querySelector('dialog')?.close()
    this.dispatchEvent(new Event('cancel'))
  }

  protected override render(): TemplateResult {
    const { texts, isSending, error } = this
    return html`
      <dialog class="dialog" aria-labelledby="form-title" @cancel=${this.#cancel}>
        <div class="dialog-head">
          <h2 id="form-title">${texts.title}</h2>
          <button type="button" class="icon-button" ?disabled=${isSending} @click=${this.#cancel}>
            ${icons.close}
            <span class="hidden">${texts.close}</span>
          </button>
        </div>
        <form class="dialog-form" novalidate @submit=${this.#submit}>
          ${this.fields()} ${errorNotice(error)}
          <div class="dialog-actions">
            <button type="button" class="button" ?disabled=${isSending} @click=${this.#cancel}>${texts.cancel}</button>
            <button class="button primary" aria-disabled=${isSending}>
              ${isSending ? texts.sending : texts.submit}
            </button>
          </div>
        </form>
      </dialog>
    `
  }
}
