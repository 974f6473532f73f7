import { html, type PropertyValues, type TemplateResult } from 'lit'
import type { CreateCheckoutAnswer, GetAccountAnswer } from '../../../client/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { errorNotice } from '../../parts/errorNotice.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { icons } from '../../parts/icons.ts'
import { Intention } from '../../api/intention.ts'
import { errorText } from '../../shell/errorText.ts'
import { paths } from '../../shell/routes.ts'
import { Screen } from '../../shell/screen.ts'
import { amountFields } from './amountFields.ts'
import { currencyChoices, type CurrencyChoice } from './currencyChoices.ts'
import { expiryFields } from './expiryFields.ts'
import { fieldOfError } from './fieldOfError.ts'
import { textField, type LinkForm } from './fields.ts'
import { emptyDraft, emptyLine, problemsOf, requestOf, type Draft } from './form.ts'
import { appearanceOf, lookFields } from './lookFields.ts'
import { foldedFields, moreFields } from './moreFields.ts'
import './page-preview.ts'
import { newLinkTexts as texts } from './texts.ts'

const path = '/v1/dynamiccheckout'

/**
 * `edit`: the person enters. `sending`: a request is on its way. `unknown`: a request got no response, so only the same request can be sent
 * again.
 */
type Phase = 'edit' | 'sending' | 'unknown'

/** The form that makes a payment link, with a picture of its page. */
export class NewLinkScreen extends Screen {
  static override properties = {
    ...Screen.properties,
    currencies: { state: true },
    draft: { state: true },
    failure: { state: true },
    phase: { state: true },
    error: { state: true },
    refused: { state: true },
    isChecked: { state: true },
  }

  /** Undefined until the account is read. */
  declare currencies: readonly CurrencyChoice[] | undefined
  declare draft: Draft
  /** Why the form could not be loaded. */
  declare failure: unknown
  declare phase: Phase
  declare error: string
  /** What the gateway refused, by the name of the field. */
  declare refused: ReadonlyMap<string, string>
  /** Whether problems are shown. */
  declare isChecked: boolean

  readonly #intention = new Intention()
  readonly #stopped = new AbortController()

  constructor() {
    super()
    this.currencies = undefined
    this.draft = emptyDraft(0)
    this.failure = null
    this.phase = 'edit'
    this.error = ''
    this.refused = new Map()
    this.isChecked = false
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopped.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('route') || this.currencies) return
    this.context.setTitle(texts.title)
    if (this.context.can('createCheckout')) void this.#load()
  }

  readonly #load = async (): Promise<void> => {
    this.failure = null
    const { signal } = this.#stopped
    try {
      const { account } = await this.context.api.get<GetAccountAnswer>('/v1/account', {}, signal)
      const { defaultCurrency, enabledCurrencies } = account
      this.currencies = currencyChoices(enabledCurrencies, defaultCurrency)
      this.draft = emptyDraft(defaultCurrency)
      await this.updateComplete
      this.querySelector<HTMLInputElement>('#link-price-0')?.focus()
    } catch (error) {
      if (!signal.aborted) this.failure = error
    }
  }

  readonly #change = (change: Partial<Draft>, ...fields: readonly string[]): void => {
    this.draft = { ...this.draft, ...change }
    this.refused = new Map([...this.refused].filter(([name]) => !fields.includes(name)))
  }

  readonly #problemOf = (name: string): string =>
    this.refused.get(name) ?? (this.isChecked ? (problemsOf(this.draft).get(name) ?? '') : '')

  readonly #submit = (event: Event): void => {
    event.preventDefault()
    this.isChecked = true
    const problems = [...problemsOf(this.draft).keys()]
    if (problems.length > 0 && this.phase === 'edit') void this.#showProblem(problems)
    else void this.#send()
  }

  /** Focuses the first wrong field, in the order of the page. */
  async #showProblem(names: readonly string[]): Promise<void> {
    this.error = texts.failed
    if (names.some((name) => foldedFields.has(name))) this.querySelector<HTMLDetailsElement>('.more')!.open = true
    await this.updateComplete
    this.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  /** A second click while a request is on its way does nothing. A later one repeats the request with its key. */
  async #send(): Promise<void> {
    if (this.phase === 'sending') return
    this.phase = 'sending'
    this.error = ''
    const body = requestOf(this.draft, appearanceOf(this.draft))
    try {
      const key = this.#intention.keyFor(body)
      const { id } = await this.context.api.json<CreateCheckoutAnswer>('POST', path, { body, key })
      this.#intention.end()
      this.context.notify(texts.done)
      // The button back leads to the list, and not to a form that was sent.
      this.context.navigate(paths.checkout(id), { replace: true })
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.isOutcomeUnknown
      this.phase = isUnknown ? 'unknown' : 'edit'
      this.error = isUnknown ? texts.unknown : errorText(error)
      if (isUnknown) return
      this.#intention.end()
      const field = error instanceof ApiError ? fieldOfError(error.field) : undefined
      if (field === undefined) return
      this.refused = new Map([[field, errorText(error)]])
      await this.#showProblem([field])
    }
  }

  readonly #addItem = async (): Promise<void> => {
    const { isItemized, lines } = this.draft
    this.#change({ isItemized: true, lines: isItemized ? [...lines, emptyLine] : lines })
    await this.updateComplete
    const last = this.draft.lines.length - 1
    this.querySelector<HTMLInputElement>(`#link-name-${last}`)?.focus()
  }

  readonly #removeItem = async (index: number): Promise<void> => {
    const lines = this.draft.lines.filter((_line, at) => at !== index)
    this.#change(lines.length === 0 ? { isItemized: false, lines: [emptyLine] } : { lines })
    this.refused = new Map()
    await this.updateComplete
    this.querySelector<HTMLElement>('[data-action=add]')?.focus()
  }

  #form(currencies: readonly CurrencyChoice[]): TemplateResult {
    const { phase, error, draft } = this
    const form: LinkForm = { draft, isDisabled: phase !== 'edit', problemOf: this.#problemOf, change: this.#change }
    const items = { add: () => void this.#addItem(), remove: (index: number) => void this.#removeItem(index) }
    return html`
      <form class="link-fields" novalidate @submit=${this.#submit}>
        ${amountFields(form, currencies, items)}
        <div class="link-pair">
          ${textField(form, 'invoice', texts.invoice)}
          ${textField(form, 'email', texts.email, { type: 'email', help: texts.emailHelp, max: 255 })}
        </div>
        <div class="link-pair">${expiryFields(form)}</div>
        ${lookFields(form)} ${moreFields(form)} ${errorNotice(error)}
        <div>
          <button class="button primary" aria-disabled=${phase === 'sending'}>
            ${phase === 'sending' ? texts.sending : phase === 'unknown' ? texts.again : texts.submit}
          </button>
        </div>
      </form>
    `
  }

  #notAllowed(): TemplateResult {
    const { title, text, action } = texts.notAllowed
    return html`
      <div class="empty">
        <h1 tabindex="-1">${title}</h1>
        <p class="muted">${text}</p>
        <a class="button" href=${this.context.href(paths.checkouts())}>${action}</a>
      </div>
    `
  }

  #content(): TemplateResult {
    const { context, draft, failure } = this
    if (!context.can('createCheckout')) return this.#notAllowed()
    const { session, mode } = context
    return html`
      <div class="page-head"><h1>${texts.title}</h1></div>
      ${
        failure
          ? errorPanel(failure, () => void this.#load())
          : html`
              <div class="link-grid">
                ${
                  this.currencies
                    ? this.#form(this.currencies)
                    : html`
                        <p class="hidden" role="status">${texts.loading}</p>
                        <div class="link-bones" aria-hidden="true"><i class="bone"></i></div>
                      `
                }
                <page-preview
                  .account=${session.account.name}
                  .draft=${this.currencies ? draft : { ...draft, currency: 840 }}
                  .appearance=${appearanceOf(draft) ?? {}}
                  .isTest=${mode === 'test'}
                ></page-preview>
              </div>
            `
      }
    `
  }

  protected override render(): TemplateResult {
    return html`
      <p><a class="back" href=${this.context.href(paths.checkouts())}>${icons.back}${texts.back}</a></p>
      ${this.#content()}
    `
  }
}

customElements.define('new-link-screen', NewLinkScreen)

export const createScreen = (): NewLinkScreen => new NewLinkScreen()
