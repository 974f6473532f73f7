import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import type { SluiceField } from '../../fields/field/field.ts'
import { meantDomain } from './emailTypo.ts'
import { when } from './formContext.ts'

/** Offers to correct a typing error in the domain of the email address, on the address's message line. */
export class EmailSuggestion implements ReactiveController {
  readonly #form: ReactiveControllerHost & HTMLElement
  /** Domain that the shopper probably meant, or empty. */
  #domain = ''

  constructor(form: ReactiveControllerHost & HTMLElement) {
    this.#form = form
    form.addController(this)
  }

  hostConnected(): void {
    this.#form.addEventListener('focusout', this.#onFocusout)
    this.#form.addEventListener('input', this.#onInput)
  }

  hostDisconnected(): void {
    this.#form.removeEventListener('focusout', this.#onFocusout)
    this.#form.removeEventListener('input', this.#onInput)
  }

  /** @param sentence the offer, with `{domain}` */
  render(sentence: string, locked: boolean): TemplateResult {
    const [before, after] = sentence.split('{domain}')
    const domain = document.createElement('bdi')
    domain.append(this.#domain)
    return html`
      <p class="typo" role="status">
        ${when(
          this.#domain && !locked,
          () => html`
            <button type="button" @click=${this.#onCorrect}>${[before, domain, after]}</button>
          `,
        )}
      </p>
    `
  }

  #offer(domain: string): void {
    // Rendering the form again for each letter would do nothing.
    if (domain === this.#domain) return
    this.#domain = domain
    this.#form.requestUpdate()
  }

  get #email(): SluiceField | null {
    return this.#form.querySelector('[data-path="answers.email"]')
  }

  #onFocusout = ({ target }: FocusEvent): void => {
    const email = this.#email
    if (email?.contains(target as Node)) this.#offer(email.currentError ? '' : meantDomain(email.value))
  }

  #onInput = ({ target }: Event): void => {
    if (this.#email?.contains(target as Node)) this.#offer('')
  }

  #onCorrect = (): void => {
    const email = this.#email!
    email.clear(`${email.value.trim().split('@')[0]}@${this.#domain}`)
    this.#offer('')
    email.focus()
  }
}
