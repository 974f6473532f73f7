import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { errorNotice } from '../../parts/errorNotice.ts'
import { fieldErrors } from '../../parts/fieldErrors.ts'
import { icons } from '../../parts/icons.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { errorText } from '../../shell/errorText.ts'
import { readAccess, toAccess, type Access } from './access.ts'
import { accessFields } from './accessFields.ts'
import type { Member } from './team.ts'
import { teamTexts } from './texts.ts'

const texts = teamTexts.changeDialog

/**
 * Changes a member's role and refund limit.
 *
 * @fires done - they were changed
 * @fires cancel - the person left it
 */
export class MemberDialog extends LitElement {
  static override properties = {
    context: { attribute: false },
    member: { attribute: false },
    access: { state: true },
    limitError: { state: true },
    error: { state: true },
    isSending: { state: true },
  }

  declare context: ConsoleContext
  declare member: Member
  declare access: Access | undefined
  declare limitError: string
  declare error: string
  declare isSending: boolean

  constructor() {
    super()
    this.access = undefined
    this.limitError = ''
    this.error = ''
    this.isSending = false
  }

  protected override createRenderRoot() {
    return this
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('member')) this.access = toAccess(this.member)
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')!.showModal()
    this.querySelector<HTMLInputElement>('input:checked')?.focus()
  }

  readonly #submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (this.isSending) return
    const body = readAccess(this.access!)
    this.error = ''
    this.limitError = body ? '' : teamTexts.access.limitMissing
    if (!body) return this.querySelector<HTMLElement>('#access-limit')?.focus()
    this.isSending = true
    try {
      const path = `/v1/team/members/${encodeURIComponent(this.member.id)}`
      await this.context.api.send('PUT', path, { body })
      this.context.notify(texts.done(this.member.name))
      this.querySelector('dialog')?.close()
      this.dispatchEvent(new Event('done'))
    } catch (error) {
      if (fieldErrors(error).has('refundLimit')) this.limitError = teamTexts.access.limitMissing
      else this.error = errorText(error)
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
    const { member, isSending, error, context } = this
    const access = this.access!
    const givesUpOwnership = member.id === context.session.member.id && access.role !== 'owner'
    return html`
      <dialog class="dialog" aria-labelledby="member-title" @cancel=${this.#cancel}>
        <div class="dialog-head">
          <h2 id="member-title">${texts.title(member.name)}</h2>
          <button type="button" class="icon-button" ?disabled=${isSending} @click=${this.#cancel}>
            ${icons.close}
            <span class="hidden">${texts.close}</span>
          </button>
        </div>
        <form class="dialog-form" novalidate @submit=${this.#submit}>
          ${accessFields(access, { problem: this.limitError, isDisabled: isSending }, (changed) => {
            this.access = changed
            this.limitError = ''
          })}
          ${
            givesUpOwnership
              ? html`
                  <div class="notice warn">
                    ${icons.alert}
                    <p>${texts.self}</p>
                  </div>
                `
              : nothing
          }
          ${errorNotice(error)}
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

customElements.define('member-dialog', MemberDialog)

declare global {
  interface HTMLElementTagNameMap {
    'member-dialog': MemberDialog
  }
}
