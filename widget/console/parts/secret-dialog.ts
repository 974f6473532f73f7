import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { copyButton } from './copyButton.ts'
import { icons } from './icons.ts'

/** A value that the API returns only once. Null: it was returned to an earlier request, whose response was lost. */
export type Secret = {
  readonly title: string
  readonly value: string | null
  readonly label: string
  readonly note: string
  /** What a live key cannot do yet. */
  readonly warning?: string | null
}

const texts = {
  once: 'Copy it now. It is shown only once, and cannot be read again.',
  lost: 'It was created by an earlier request, whose response was lost. Its value cannot be read again: replace it.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Your browser does not allow copying. Select the text instead.',
  done: 'I have saved it',
  close: 'Close',
} as const

/**
 * Shows a secret. The value is in this element alone: it is in no address, history or storage, and is gone with the element.
 *
 * @fires done - the person has saved it
 */
export class SecretDialog extends LitElement {
  static override properties = { secret: { attribute: false }, note: { state: true } }

  declare secret: Secret
  /** Whether it was copied. The notes of the page are behind the dialog. */
  declare note: string

  constructor() {
    super()
    this.note = ''
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
  }

  /** A page that the browser keeps for the button back must not have it. */
  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('pagehide', this.#finish)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('pagehide', this.#finish)
  }

  readonly #show = (note: string): void => {
    this.note = note
  }

  readonly #finish = (): void => {
    this.dispatchEvent(new Event('done'))
  }

  /** Escape would lose the value by accident. */
  readonly #stay = (event: Event): void => event.preventDefault()

  protected override render(): TemplateResult {
    const { title, value, label, note, warning } = this.secret
    return html`
      <dialog
        class="dialog"
        aria-labelledby="secret-title"
        aria-describedby="secret-note"
        @cancel=${this.#stay}
        @close=${this.#finish}
      >
        <div class="dialog-head"><h2 id="secret-title">${title}</h2></div>
        <div class="dialog-form">
          <div class="notice warn" id="secret-note">
            ${icons.alert}
            <p>${value === null ? texts.lost : texts.once}</p>
          </div>
          ${
            value === null
              ? nothing
              : html`
                  <div class="field">
                    <p class="label" id="secret-label">${label}</p>
                    <code class="secret-value" tabindex="0" role="group" aria-labelledby="secret-label">${value}</code>
                  </div>
                `
          }
          <p class="small muted">${note}</p>
          ${
            warning
              ? html`
                  <p class="small">${warning}</p>
                `
              : nothing
          }
          <p class="message" role="status">${this.note}</p>
          <div class="dialog-actions">
            ${value === null ? nothing : copyButton(texts.copy, value, texts, this.#show)}
            <button type="button" class="button primary" @click=${this.#finish}>
              ${value === null ? texts.close : texts.done}
            </button>
          </div>
        </div>
      </dialog>
    `
  }
}

customElements.define('secret-dialog', SecretDialog)

declare global {
  interface HTMLElementTagNameMap {
    'secret-dialog': SecretDialog
  }
}
