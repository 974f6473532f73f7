import { html, LitElement, type TemplateResult } from 'lit'
import { errorNotice } from './errorNotice.ts'
import { errorText } from '../shell/errorText.ts'

/** A question before something that cannot be undone. */
export type Question = {
  readonly title: string
  readonly text: string
  /** The button that does it. */
  readonly action: string
  readonly sending: string
  readonly cancel: string
  readonly run: () => Promise<void>
}

/**
 * Asks before something is done, does it once, and shows why it failed.
 *
 * @fires done - it was done
 * @fires cancel - the person left it
 */
export class QuestionDialog extends LitElement {
  static override properties = { question: { attribute: false }, isSending: { state: true }, error: { state: true } }

  declare question: Question
  declare isSending: boolean
  declare error: string

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
      await this.question.run()
      this.querySelector('dialog')?.close()
      this.dispatchEvent(new Event('done'))
    } catch (error) {
      this.error = errorText(error)
    }
    this.isSending = false
  }

  readonly #cancel = (event: Event): void => {
    event.preventDefault()
    if (this.isSending) return
    this.querySelector('dialog')?.close()
    this.dispatchEvent(new Event('cancel'))
  }

  protected override render(): TemplateResult {
    const { question, isSending, error } = this
    return html`
      <dialog
        class="dialog"
        aria-labelledby="question-title"
        aria-describedby="question-text"
        role="alertdialog"
        @cancel=${this.#cancel}
      >
        <div class="dialog-head"><h2 id="question-title">${question.title}</h2></div>
        <form class="dialog-form" novalidate @submit=${this.#submit}>
          <p id="question-text">${question.text}</p>
          ${errorNotice(error)}
          <div class="dialog-actions">
            <button type="button" class="button" autofocus ?disabled=${isSending} @click=${this.#cancel}>
              ${question.cancel}
            </button>
            <button class="button danger" aria-disabled=${isSending}>
              ${isSending ? question.sending : question.action}
            </button>
          </div>
        </form>
      </dialog>
    `
  }
}

customElements.define('question-dialog', QuestionDialog)

declare global {
  interface HTMLElementTagNameMap {
    'question-dialog': QuestionDialog
  }
}
