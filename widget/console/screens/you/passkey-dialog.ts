import { html, LitElement, type TemplateResult } from 'lit'
import { errorNotice } from '../../parts/errorNotice.ts'
import { icons } from '../../parts/icons.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { addPasskey } from './passkeys.ts'
import { youTexts } from './texts.ts'

const texts = youTexts.add

/**
 * Adds a passkey under a name.
 *
 * @fires done - it was added
 * @fires cancel - the person left it
 */
export class PasskeyDialog extends LitElement {
  static override properties = {
    context: { attribute: false },
    error: { state: true },
    isSending: { state: true },
  }

  declare context: ConsoleContext
  declare error: string
  declare isSending: boolean

  constructor() {
    super()
    this.error = ''
    this.isSending = false
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
    this.querySelector('input')?.focus()
  }

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (this.isSending) return
    this.isSending = true
    this.error = ''
    try {
      const { name } = await addPasskey(this.context.api, this.querySelector('input')!.value.trim())
      this.context.notify(youTexts.passkeys.added(name))
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
    const { isSending } = this
    return html`
      <dialog class="dialog" aria-labelledby="passkey-title" @cancel=${this.#cancel}>
        <div class="dialog-head">
          <h2 id="passkey-title">${texts.title}</h2>
          <button type="button" class="icon-button" ?disabled=${isSending} @click=${this.#cancel}>
            ${icons.close}
            <span class="hidden">${texts.close}</span>
          </button>
        </div>
        <form class="dialog-form" novalidate @submit=${this.#submit}>
          <p>${texts.intro}</p>
          <div class="field">
            <label for="passkey-name">${texts.name}</label>
            <input
              class="input"
              id="passkey-name"
              autocomplete="off"
              maxlength="100"
              aria-describedby="passkey-name-message"
              ?disabled=${isSending}
            />
            <p class="message" id="passkey-name-message">${texts.nameHelp}</p>
          </div>
          ${errorNotice(this.error)}
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

customElements.define('passkey-dialog', PasskeyDialog)

declare global {
  interface HTMLElementTagNameMap {
    'passkey-dialog': PasskeyDialog
  }
}
