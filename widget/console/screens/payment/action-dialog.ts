import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { Intention } from '../../api/intention.ts'
import { ApiError } from '../../api/apiError.ts'
import { icons } from '../../parts/icons.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { codeBlock } from './codeBlock.ts'
import { curlCommand, type ApiRequest } from './curl.ts'
import { paymentTexts } from './texts.ts'

const texts = paymentTexts.dialog

/**
 * `edit`: the person chooses. `sending`: a request is on its way. `unknown`: a request got no response, so only the same request can be
 * sent again.
 */
export type Phase = 'edit' | 'sending' | 'unknown'

export type ActionRequest = ApiRequest & { readonly method: 'POST' }

/** Whether an error is about the request alone, and not about an earlier one with the same key. */
const saysNothing = ({ status, type }: ApiError): boolean =>
  [401, 403, 429].includes(status) || type.startsWith('passkey')

/**
 * A dialog of something that cannot happen twice: fields, a preview of the result, and one request with its key.
 *
 * @fires done - the action took effect, or may have
 * @fires cancel - the dialog was closed before
 */
export abstract class ActionDialog extends LitElement {
  static override properties = {
    context: { attribute: false },
    phase: { state: true },
    error: { state: true },
    isChecked: { state: true },
  }

  declare context: ConsoleContext
  declare phase: Phase
  declare error: string
  /** Whether an invalid choice is reported. */
  declare isChecked: boolean

  readonly #intention = new Intention()

  constructor() {
    super()
    this.phase = 'edit'
    this.error = ''
    this.isChecked = false
  }

  protected abstract get heading(): string
  /** The text of the button while the person chooses. */
  protected abstract get submitText(): string
  /** What is wrong with the choice; empty if nothing is. */
  protected abstract get problem(): string
  protected abstract request(): ActionRequest
  protected abstract renderFields(): unknown
  /** What to announce after a response; an error in words if the action did not happen. */
  protected abstract read(response: unknown): { readonly done: string } | { readonly error: string }
  /** Goes to the field that is wrong. */
  protected focusProblem(): void {
    this.querySelector<HTMLElement>('[aria-invalid=true], input, textarea')?.focus()
  }

  /** The look of the button that sends. */
  protected get tone(): 'danger' | 'primary' {
    return 'danger'
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
  }

  readonly #submit = (event: Event): void => {
    event.preventDefault()
    this.isChecked = true
    if (this.problem && this.phase === 'edit') void this.updateComplete.then(() => this.focusProblem())
    else void this.#send()
  }

  /** A second click while a request is on its way does nothing. A later one repeats the request with its key. */
  async #send(): Promise<void> {
    if (this.phase === 'sending') return
    const wasUnknown = this.phase === 'unknown'
    this.phase = 'sending'
    this.error = ''
    const request = this.request()
    const { path, body } = request
    const key = this.#intention.keyFor(request)
    try {
      this.#finish(await this.context.api.json('POST', path, { body, key }))
    } catch (error) {
      const isUnknown = error instanceof ApiError && (error.isOutcomeUnknown || (wasUnknown && saysNothing(error)))
      this.phase = isUnknown ? 'unknown' : 'edit'
      this.error = isUnknown ? texts.unknown : errorText(error)
      if (!isUnknown) this.#intention.end()
    }
  }

  #finish(response: unknown): void {
    this.#intention.end()
    const result = this.read(response)
    if ('error' in result) {
      this.phase = 'edit'
      this.error = result.error
      return
    }
    this.context.notify(result.done)
    this.#close()
    this.dispatchEvent(new Event('done'))
  }

  #close(): void {
    this.querySelector('dialog')?.close()
  }

  /** Escape and Close wait for a response that is on its way. */
  readonly #cancel = (event: Event): void => {
    event.preventDefault()
    if (this.phase === 'sending') return
    const mayHaveHappened = this.phase === 'unknown'
    this.#close()
    this.dispatchEvent(new Event(mayHaveHappened ? 'done' : 'cancel'))
  }

  #buttonText(): string {
    if (this.phase === 'sending') return texts.sending
    return this.phase === 'unknown' ? texts.checkAgain : this.submitText
  }

  #curl(): TemplateResult {
    const request = this.request()
    const title = paymentTexts.developers.curl
    const command = curlCommand(request, this.#intention.keyFor(request))
    return html`
      <details>
        <summary class="small muted">${title}</summary>
        ${codeBlock(title, command, (text) => this.context.notify(text))}
      </details>
    `
  }

  protected override render(): TemplateResult {
    const isSending = this.phase === 'sending'
    return html`
      <dialog class="dialog" aria-labelledby="operation-title" @cancel=${this.#cancel}>
        <div class="dialog-head">
          <h2 id="operation-title">${this.heading}</h2>
          <button type="button" class="icon-button" ?disabled=${isSending} @click=${this.#cancel}>
            ${icons.close}
            <span class="hidden">${texts.close}</span>
          </button>
        </div>
        <form class="dialog-form" novalidate @submit=${this.#submit}>
          ${this.renderFields()}
          ${
            this.error
              ? html`
                  <div class="notice" role="alert">
                    ${icons.alert}
                    <p>${this.error}</p>
                  </div>
                `
              : nothing
          }
          <div class="dialog-actions">
            <button type="button" class="button" ?disabled=${isSending} @click=${this.#cancel}>${texts.cancel}</button>
            <button class="button ${this.tone}" aria-disabled=${isSending}>${this.#buttonText()}</button>
          </div>
          ${this.problem ? nothing : this.#curl()}
        </form>
      </dialog>
    `
  }
}
