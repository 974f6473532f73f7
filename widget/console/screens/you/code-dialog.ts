import { html, LitElement, type TemplateResult } from 'lit'
import { copyButton } from '../../parts/copyButton.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { youTexts } from './texts.ts'

const texts = youTexts.code.shown

/**
 * Shows a recovery code, once.
 *
 * @fires close - the dialog was closed
 */
export class CodeDialog extends LitElement {
  static override properties = { context: { attribute: false }, code: {} }

  declare context: ConsoleContext
  declare code: string

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
    this.querySelector('h2')?.focus()
  }

  readonly #close = (event: Event): void => {
    event.preventDefault()
    this.querySelector('dialog')?.close()
    this.dispatchEvent(new Event('close'))
  }

  protected override render(): TemplateResult {
    return html`
      <dialog class="dialog" aria-labelledby="code-title" @cancel=${this.#close}>
        <div class="dialog-head"><h2 id="code-title" tabindex="-1">${texts.title}</h2></div>
        <div class="dialog-form">
          <p>${texts.intro}</p>
          <output class="recovery-code">${this.code}</output>
          <div class="dialog-actions">
            ${copyButton(texts.copy, this.code, texts, (text) => this.context.notify(text))}
            <button type="button" class="button primary" @click=${this.#close}>${texts.done}</button>
          </div>
        </div>
      </dialog>
    `
  }
}

customElements.define('code-dialog', CodeDialog)

declare global {
  interface HTMLElementTagNameMap {
    'code-dialog': CodeDialog
  }
}
