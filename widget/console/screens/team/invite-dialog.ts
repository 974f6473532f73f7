import { html, LitElement, type TemplateResult } from 'lit'
import { errorNotice } from '../../parts/errorNotice.ts'
import { ApiError } from '../../api/apiError.ts'
import { shortTime } from '../../format/time.ts'
import { copyButton } from '../../parts/copyButton.ts'
import { fieldErrors } from '../../parts/fieldErrors.ts'
import { icons } from '../../parts/icons.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { shellTexts } from '../../shell/texts.ts'
import { newAccess, readAccess, type Access } from './access.ts'
import { accessFields } from './accessFields.ts'
import type { Invitation } from './team.ts'
import { teamTexts } from './texts.ts'

const texts = teamTexts.inviteDialog

type Made = { readonly invitation: Invitation; readonly link: string }

/**
 * Invites a colleague, and shows the link once.
 *
 * @fires made - an invitation was made, or may have been
 * @fires close - the dialog was closed
 */
export class InviteDialog extends LitElement {
  static override properties = {
    context: { attribute: false },
    email: { state: true },
    access: { state: true },
    emailError: { state: true },
    limitError: { state: true },
    error: { state: true },
    isSending: { state: true },
    made: { state: true },
  }

  declare context: ConsoleContext
  declare email: string
  declare access: Access
  declare emailError: string
  declare limitError: string
  declare error: string
  declare isSending: boolean
  /** The invitation with its link, which no later response has. */
  declare made: Made | null

  constructor() {
    super()
    this.email = ''
    this.access = newAccess
    this.emailError = ''
    this.limitError = ''
    this.error = ''
    this.isSending = false
    this.made = null
  }

  protected override createRenderRoot() {
    return this
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
    this.querySelector<HTMLInputElement>('#invite-email')?.focus()
  }

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (this.isSending) return
    const change = readAccess(this.access)
    const email = this.email.trim()
    this.error = ''
    this.emailError = email === '' ? texts.emailMissing : ''
    this.limitError = change ? '' : teamTexts.access.limitMissing
    if (!change || email === '') return this.#focusError()
    this.isSending = true
    try {
      this.made = await this.context.api.json<Made>('POST', '/v1/team/invitations', { body: { email, ...change } })
      this.dispatchEvent(new Event('made'))
      await this.updateComplete
      this.querySelector<HTMLElement>('h2')?.focus()
    } catch (error) {
      this.#explain(error)
    }
    this.isSending = false
  }

  #explain(error: unknown): void {
    const errors = fieldErrors(error)
    if (errors.has('email')) this.emailError = texts.emailMissing
    if (errors.has('refundLimit')) this.limitError = teamTexts.access.limitMissing
    if (this.emailError || this.limitError) return this.#focusError()
    const isUnknown = error instanceof ApiError && error.isOutcomeUnknown
    this.error = isUnknown ? texts.unknown : errorText(error)
    if (isUnknown) this.dispatchEvent(new Event('made'))
  }

  #focusError(): void {
    const id = this.emailError ? '#invite-email' : '#access-limit'
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(id)?.focus())
  }

  readonly #close = (event: Event): void => {
    event.preventDefault()
    if (this.isSending) return
    this.querySelector('dialog')?.close()
    this.dispatchEvent(new Event('close'))
  }

  #form(): TemplateResult {
    const { isSending, emailError, error } = this
    return html`
      <form class="dialog-form" novalidate @submit=${this.#submit}>
        <div class="field">
          <label for="invite-email">${texts.email}</label>
          <input
            class="input"
            id="invite-email"
            type="email"
            name="email"
            autocomplete="off"
            spellcheck="false"
            maxlength="254"
            aria-describedby="invite-email-message"
            aria-invalid=${emailError !== ''}
            ?disabled=${isSending}
            .value=${this.email}
            @input=${(event: Event) => {
              this.email = (event.target as HTMLInputElement).value
              this.emailError = ''
            }}
          />
          <p class="message ${emailError ? 'bad' : ''}" id="invite-email-message">${emailError || texts.emailHelp}</p>
        </div>
        ${accessFields(this.access, { problem: this.limitError, isDisabled: isSending }, (access) => {
          this.access = access
          this.limitError = ''
        })}
        ${errorNotice(error)}
        <div class="dialog-actions">
          <button type="button" class="button" ?disabled=${isSending} @click=${this.#close}>${texts.cancel}</button>
          <button class="button primary" aria-disabled=${isSending}>${isSending ? texts.sending : texts.submit}</button>
        </div>
      </form>
    `
  }

  #link({ invitation, link }: Made): TemplateResult {
    const { made } = texts
    const { name } = this.context.session.account
    const role = shellTexts.account.rolesInText[invitation.role] ?? invitation.role
    const mail = made.body(name, role, link, shortTime(new Date(invitation.expires)))
    const notify = (text: string): void => this.context.notify(text)
    const address = new URLSearchParams({ subject: made.subject(name), body: mail }).toString().replaceAll('+', '%20')
    return html`
      <div class="dialog-form">
        <p>${made.intro(invitation.email)}</p>
        <div class="field">
          <label for="invite-link">${made.link}</label>
          <div class="field-row">
            <input
              class="input code-input"
              id="invite-link"
              readonly
              .value=${link}
              @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
            />
            ${copyButton(made.copyLink, link, made, notify)}
          </div>
        </div>
        <div class="field">
          <label for="invite-mail">${made.mail}</label>
          <textarea class="input small" id="invite-mail" readonly rows="7" .value=${mail}></textarea>
          <div class="field-row">
            ${copyButton(made.copyMail, mail, made, notify)}
            <a class="button" href="mailto:${encodeURIComponent(invitation.email)}?${address}">${made.write}</a>
          </div>
        </div>
        <div class="dialog-actions">
          <button type="button" class="button primary" @click=${this.#close}>${made.done}</button>
        </div>
      </div>
    `
  }

  protected override render(): TemplateResult {
    const { made, isSending } = this
    return html`
      <dialog class="dialog" aria-labelledby="invite-title" @cancel=${this.#close}>
        <div class="dialog-head">
          <h2 id="invite-title" tabindex="-1">${made ? texts.made.title : texts.title}</h2>
          <button type="button" class="icon-button" ?disabled=${isSending} @click=${this.#close}>
            ${icons.close}
            <span class="hidden">${texts.close}</span>
          </button>
        </div>
        ${made ? this.#link(made) : this.#form()}
      </dialog>
    `
  }
}

customElements.define('invite-dialog', InviteDialog)

declare global {
  interface HTMLElementTagNameMap {
    'invite-dialog': InviteDialog
  }
}
