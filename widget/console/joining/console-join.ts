import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Api } from '../api/api.ts'
import { createPasskey } from '../api/passkey.ts'
import { icons } from '../parts/icons.ts'
import { errorText } from '../shell/errorText.ts'
import { signInFrame } from '../shell/signInFrame.ts'
import { shellTexts } from '../shell/texts.ts'
import { joiningTexts as texts } from './texts.ts'
import './console-access.ts'

type Invitation = {
  readonly account: string | null
  readonly email: string
  readonly role: string
  readonly publicKey: PublicKeyCredentialCreationOptionsJSON
}

const codePattern = /^[0-9a-z]{2}(-[0-9A-Za-z]{6}){4}$/

/**
 * The pages on which a person gets a passkey: `/invitation#<secret>` from a link, and `/recovery` after a loss. The secret is read from the
 * address once and then removed from it, so that it stays neither on the screen nor in the history.
 *
 * @fires joined - once the person is signed in and has kept the recovery code
 */
export class ConsoleJoin extends LitElement {
  static override properties = {
    api: { attribute: false },
    kind: {},
    invitation: { state: true },
    recoveryCode: { state: true },
    error: { state: true },
    fieldError: { state: true },
    isWaiting: { state: true },
    isCopied: { state: true },
  }

  declare api: Api
  declare kind: 'invitation' | 'recovery'
  declare invitation: Invitation | null
  /** The code to keep; empty before the passkey is made. */
  declare recoveryCode: string
  declare error: unknown
  declare fieldError: string
  declare isWaiting: boolean
  declare isCopied: boolean
  #secret = ''

  constructor() {
    super()
    this.invitation = null
    this.recoveryCode = ''
    this.error = null
    this.fieldError = ''
    this.isWaiting = false
    this.isCopied = false
  }

  protected override createRenderRoot() {
    return this
  }

  /** Not when it is connected: an element that was rendered before its script has its properties only now. */
  protected override willUpdate(): void {
    if (this.hasUpdated || this.kind !== 'invitation') return
    this.#secret = location.hash.slice(1)
    history.replaceState(null, '', location.pathname)
    if (this.#secret !== '') void this.#openInvitation()
  }

  async #openInvitation(): Promise<void> {
    try {
      this.invitation = await this.api.json<Invitation>('POST', '/invitation', { body: { secret: this.#secret } })
    } catch (error) {
      this.error = error
    }
  }

  async #run(work: () => Promise<{ readonly recoveryCode: string }>): Promise<void> {
    this.isWaiting = true
    this.error = null
    this.fieldError = ''
    try {
      this.recoveryCode = (await work()).recoveryCode
      await this.updateComplete
      this.querySelector<HTMLElement>('h1')?.focus()
    } catch (error) {
      this.error = error
    } finally {
      this.isWaiting = false
    }
  }

  /** The text of the form's field, or an error at it. */
  #read(isValid: (text: string) => boolean, message: string): string | null {
    const input = this.querySelector('input')!
    const text = input.value.trim()
    if (isValid(text)) return text
    this.fieldError = message
    input.focus()
    return null
  }

  readonly #accept = (event: Event): void => {
    event.preventDefault()
    const { publicKey } = this.invitation!
    const name = this.#read((text) => text.length >= 1 && text.length <= 100, texts.invitation.nameMissing)
    if (name === null || this.isWaiting) return
    void this.#run(async () => {
      const credential = await createPasskey(publicKey)
      return this.api.json('POST', '/invitation/accept', { body: { secret: this.#secret, name, credential } })
    })
  }

  readonly #recover = (event: Event): void => {
    event.preventDefault()
    const code = this.#read((text) => codePattern.test(text), texts.recovery.codeInvalid)
    if (code === null || this.isWaiting) return
    void this.#run(async () => {
      const { publicKey } = await this.api.json<Pick<Invitation, 'publicKey'>>('POST', '/recovery', { body: { code } })
      const credential = await createPasskey(publicKey)
      return this.api.json('POST', '/recovery/accept', { body: { code, credential } })
    })
  }

  readonly #copy = async (): Promise<void> => {
    // A browser may refuse; the code can be selected too.
    this.isCopied = await navigator.clipboard.writeText(this.recoveryCode).then(
      () => true,
      () => false,
    )
  }

  readonly #finish = (): void => {
    this.dispatchEvent(new Event('joined'))
  }

  get #notice(): TemplateResult | typeof nothing {
    if (!this.error) return nothing
    return html`
      <div class="notice" role="alert">
        ${icons.alert}
        <p>${errorText(this.error)}</p>
      </div>
    `
  }

  #field(label: string, autocomplete: 'name' | 'off'): TemplateResult {
    const { fieldError } = this
    return html`
      <div class="field">
        <label for="join-field">${label}</label>
        <input
          class="input"
          id="join-field"
          autocomplete=${autocomplete}
          spellcheck="false"
          maxlength="100"
          aria-invalid=${fieldError === '' ? 'false' : 'true'}
          aria-describedby="join-error"
          @input=${() => (this.fieldError = '')}
        />
        <p class="field-error" id="join-error" role="alert">${fieldError}</p>
      </div>
    `
  }

  #submit(text: string): TemplateResult {
    return html`
      <button class="button primary wide" ?disabled=${this.isWaiting}>${this.isWaiting ? texts.waiting : text}</button>
    `
  }

  get #invitationForm(): TemplateResult {
    const { invitation } = this
    if (!invitation)
      return html`
        <h1 tabindex="-1">${texts.invitation.title(shellTexts.product)}</h1>
        ${
          this.#secret === ''
            ? html`
                <p class="muted">${texts.invitation.withoutSecret}</p>
              `
            : this.#notice
        }
        <a class="button wide" href="/">${texts.back}</a>
      `
    const { account, email, role } = invitation
    return html`
      <h1 tabindex="-1">${texts.invitation.title(account ?? shellTexts.product)}</h1>
      <p class="muted">${texts.invitation.intro(email, shellTexts.account.rolesInText[role] ?? role)}</p>
      ${this.#notice}
      <form novalidate class="join-form" @submit=${this.#accept}>
        ${this.#field(texts.invitation.name, 'name')} ${this.#submit(texts.invitation.submit)}
      </form>
      <p class="small muted">${texts.invitation.note}</p>
    `
  }

  get #recoveryForm(): TemplateResult {
    return html`
      <h1 tabindex="-1">${texts.recovery.title}</h1>
      <p class="muted">${texts.recovery.intro}</p>
      ${this.#notice}
      <form novalidate class="join-form" @submit=${this.#recover}>
        ${this.#field(texts.recovery.code, 'off')} ${this.#submit(texts.recovery.submit)}
      </form>
      <a class="small" href="/">${texts.back}</a>
    `
  }

  get #done(): TemplateResult {
    return html`
      <h1 tabindex="-1">${texts.done.title}</h1>
      <p class="muted">${texts.done.intro}</p>
      <output class="recovery-code">${this.recoveryCode}</output>
      <button class="button wide" type="button" @click=${() => void this.#copy()}>
        ${this.isCopied ? texts.done.copied : texts.done.copy}
      </button>
      <button class="button primary wide" type="button" @click=${this.#finish}>${texts.done.continue}</button>
    `
  }

  protected override render(): TemplateResult {
    const isOpening = this.kind === 'invitation' && !this.invitation && !this.error && this.#secret !== ''
    if (isOpening) return signInFrame(nothing, true)
    if (this.recoveryCode) return signInFrame(this.#done)
    return signInFrame(this.kind === 'invitation' ? this.#invitationForm : this.#recoveryForm)
  }
}

customElements.define('console-join', ConsoleJoin)

declare global {
  interface HTMLElementTagNameMap {
    'console-join': ConsoleJoin
  }
}
