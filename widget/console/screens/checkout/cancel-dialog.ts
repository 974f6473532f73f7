import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { ApiError } from '../../api/apiError.ts'
import { icons } from '../../parts/icons.ts'
import { Intention } from '../../api/intention.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { checkoutTexts } from './texts.ts'

const texts = checkoutTexts.cancel

/**
 * The question before a payment link is canceled.
 *
 * @fires done - the link is canceled, or its state has changed
 * @fires cancel - the person keeps the link
 */
export class CancelDialog extends LitElement {
  static override properties = {
    context: { attribute: false },
    path: { attribute: false },
    isSending: { state: true },
    error: { state: true },
  }

  declare context: ConsoleContext
  /** The path of the checkout in the API. */
  declare path: string
  declare isSending: boolean
  declare error: string

  readonly #intention = new Intention()

  constructor() {
    super()
    this.isSending = false
    this.error = ''
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
  }

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (this.isSending) return
    this.isSending = true
    this.error = ''
    try {
      await this.context.api.send('DELETE', this.path, { key: this.#intention.keyFor({ path: this.path }) })
      this.context.notify(texts.done)
      this.#close('done')
    } catch (error) {
      this.isSending = false
      // Somebody paid or canceled meanwhile, or the response was lost: the page shows the state as it is.
      if (error instanceof ApiError && error.status === 409) this.context.notify(errorText(error))
      if (error instanceof ApiError && error.status === 409) this.#close('done')
      else this.error = errorText(error)
    }
  }

  #close(outcome: 'done' | 'cancel'): void {
    this.querySelector('dialog')?.close()
    this.dispatchEvent(new Event(outcome))
  }

  readonly #keep = (event: Event): void => {
    event.preventDefault()
    if (!this.isSending) this.#close('cancel')
  }

  protected override render(): TemplateResult {
    const { isSending, error } = this
    return html`
      <dialog class="dialog" aria-labelledby="cancel-title" @cancel=${this.#keep}>
        <div class="dialog-head"><h2 id="cancel-title">${texts.title}</h2></div>
        <form class="dialog-form" @submit=${this.#submit}>
          <p>${texts.text}</p>
          ${
            error
              ? html`
                  <div class="notice" role="alert">
                    ${icons.alert}
                    <p>${error}</p>
                  </div>
                `
              : nothing
          }
          <div class="dialog-actions">
            <button type="button" class="button" ?disabled=${isSending} @click=${this.#keep}>${texts.keep}</button>
            <button class="button danger" aria-disabled=${isSending}>
              ${isSending ? texts.sending : texts.submit}
            </button>
          </div>
        </form>
      </dialog>
    `
  }
}

customElements.define('cancel-dialog', CancelDialog)

declare global {
  interface HTMLElementTagNameMap {
    'cancel-dialog': CancelDialog
  }
}
