import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { PRESETS } from '#contract/theme/presets'
import type { CreateCheckoutAnswer, GetAccountAnswer } from '../../../client/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { icons } from '../../parts/icons.ts'
import { Intention } from '../../api/intention.ts'
import { errorText } from '../../shell/errorText.ts'
import { paths } from '../../shell/routes.ts'
import { Screen } from '../../shell/screen.ts'
import { currencyChoices } from './currencyChoices.ts'
import { fieldOfError } from './fieldOfError.ts'
import {
  emptyDraft,
  emptyLine,
  parseAppearance,
  problemsOf,
  requestOf,
  type AppearanceMembers,
  type Draft,
  type Line,
} from './form.ts'
import './page-preview.ts'
import { newLinkTexts as texts } from './texts.ts'

const path = '/v1/dynamiccheckout'

/** Fields behind "More options", which opens if one of them is wrong. */
const folded = new Set(['name', 'tax', 'shippingCost', 'discount', 'consent', 'button', 'thankYou'])

type Flag = { [Name in keyof Draft]: Draft[Name] extends boolean ? Name : never }[keyof Draft]
type Text = { [Name in keyof Draft]: string extends Draft[Name] ? Name : never }[keyof Draft]

/**
 * `edit`: the person enters. `sending`: a request is on its way. `unknown`: a request got no response, so only the same request can be sent
 * again.
 */
type Phase = 'edit' | 'sending' | 'unknown'

type FieldOptions = {
  readonly type?: 'email' | 'date' | 'url'
  readonly isAmount?: boolean
  readonly isOptional?: boolean
  readonly help?: string
  readonly max?: number
}

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
  declare currencies: ReturnType<typeof currencyChoices> | undefined
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

  get #appearance(): AppearanceMembers | undefined {
    const { look, json } = this.draft
    return look === 'own' ? parseAppearance(json) : PRESETS.find(({ id }) => id === look)?.members
  }

  #change(change: Partial<Draft>, ...fields: readonly string[]): void {
    this.draft = { ...this.draft, ...change }
    this.refused = new Map([...this.refused].filter(([name]) => !fields.includes(name)))
  }

  #changeLine(index: number, change: Partial<Line>): void {
    const lines = this.draft.lines.map((line, at) => (at === index ? { ...line, ...change } : line))
    this.#change({ lines }, ...Object.keys(change).map((name) => `${name}-${index}`))
  }

  #problem(name: string): string {
    return this.refused.get(name) ?? (this.isChecked ? (problemsOf(this.draft).get(name) ?? '') : '')
  }

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
    if (names.some((name) => folded.has(name))) this.querySelector<HTMLDetailsElement>('.more')!.open = true
    await this.updateComplete
    this.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  /** A second click while a request is on its way does nothing. A later one repeats the request with its key. */
  async #send(): Promise<void> {
    if (this.phase === 'sending') return
    this.phase = 'sending'
    this.error = ''
    const body = requestOf(this.draft, this.#appearance)
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

  #input(name: string, label: string, value: string, onInput: (value: string) => void, options: FieldOptions = {}) {
    const { type = 'text', isAmount = false, isOptional = false, help = '', max = 100 } = options
    const problem = this.#problem(name)
    return html`
      <div class="field">
        <label for="link-${name}">
          ${label}
          ${
            isOptional
              ? html`
                  <span class="muted">(${texts.optional})</span>
                `
              : nothing
          }
        </label>
        <input
          class="input ${isAmount ? 'figure' : ''}"
          id="link-${name}"
          type=${type}
          inputmode=${isAmount ? 'decimal' : nothing}
          autocomplete="off"
          maxlength=${type === 'date' ? nothing : max}
          aria-invalid=${problem !== ''}
          aria-describedby="link-${name}-message"
          .value=${value}
          ?disabled=${this.phase !== 'edit'}
          @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
        />
        <p class="message ${problem ? 'bad' : ''}" id="link-${name}-message">${problem || help}</p>
      </div>
    `
  }

  #text(name: Text, label: string, options: FieldOptions = {}): TemplateResult {
    const change = (value: string): void => this.#change({ [name]: value }, name)
    return this.#input(name, label, this.draft[name], change, { isOptional: true, ...options })
  }

  #check(name: Flag, label: string): TemplateResult {
    return html`
      <label class="check">
        <input
          type="checkbox"
          .checked=${this.draft[name]}
          ?disabled=${this.phase !== 'edit'}
          @change=${(event: Event) => this.#change({ [name]: (event.target as HTMLInputElement).checked })}
        />
        ${label}
      </label>
    `
  }

  #select(
    name: string,
    label: string,
    value: string,
    choices: Iterable<readonly [string, string]>,
    onChange: (value: string) => void,
  ) {
    return html`
      <div class="field">
        <label for="link-${name}">${label}</label>
        <select
          class="input"
          id="link-${name}"
          ?disabled=${this.phase !== 'edit'}
          aria-invalid=${this.#problem(name) !== ''}
          aria-describedby="link-${name}-message"
          @change=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}
        >
          ${[...choices].map(
            ([id, text]) => html`
              <option value=${id} ?selected=${id === value}>${text}</option>
            `,
          )}
        </select>
        <p class="message ${this.#problem(name) ? 'bad' : ''}" id="link-${name}-message">${this.#problem(name)}</p>
      </div>
    `
  }

  #currency(): TemplateResult {
    const { draft } = this
    const choices = this.currencies!.map(({ number, code }) => [String(number), code] as const)
    return this.#select('currency', texts.currency, String(draft.currency), choices, (value) =>
      this.#change({ currency: Number(value) }, 'currency'),
    )
  }

  #price(index: number, label: string): TemplateResult {
    const { price } = this.draft.lines[index]!
    return this.#input(`price-${index}`, label, price, (value) => this.#changeLine(index, { price: value }), {
      isAmount: true,
      max: 12,
    })
  }

  #name(index: number, label: string, isOptional: boolean): TemplateResult {
    const { name } = this.draft.lines[index]!
    return this.#input(`name-${index}`, label, name, (value) => this.#changeLine(index, { name: value }), {
      isOptional,
      max: 200,
    })
  }

  readonly #addItem = async (): Promise<void> => {
    const { isItemized, lines } = this.draft
    this.#change({ isItemized: true, lines: isItemized ? [...lines, emptyLine] : lines })
    await this.updateComplete
    const last = this.draft.lines.length - 1
    this.querySelector<HTMLInputElement>(`#link-name-${last}`)?.focus()
  }

  async #removeItem(index: number): Promise<void> {
    const lines = this.draft.lines.filter((_line, at) => at !== index)
    this.#change(lines.length === 0 ? { isItemized: false, lines: [emptyLine] } : { lines })
    this.refused = new Map()
    await this.updateComplete
    this.querySelector<HTMLElement>('[data-action=add]')?.focus()
  }

  #item(index: number): TemplateResult {
    const { name, quantity } = this.draft.lines[index]!
    const title = texts.items.nameOf(index + 1)
    return html`
      <div class="link-item" role="group" aria-label=${title}>
        ${this.#name(index, texts.items.name, false)} ${this.#price(index, texts.items.price)}
        ${this.#input(
          `quantity-${index}`,
          texts.items.quantity,
          quantity,
          (value) => this.#changeLine(index, { quantity: value }),
          { max: 6 },
        )}
        <button
          type="button"
          class="icon-button"
          ?disabled=${this.phase !== 'edit'}
          @click=${() => void this.#removeItem(index)}
        >
          ${icons.close}
          <span class="hidden">${texts.items.remove(name || title)}</span>
        </button>
      </div>
    `
  }

  #what(): TemplateResult {
    const { isItemized, lines } = this.draft
    return html`
      <div class="link-amount">${isItemized ? nothing : this.#price(0, texts.amount)} ${this.#currency()}</div>
      ${isItemized ? lines.map((_line, index) => this.#item(index)) : this.#name(0, texts.purpose, true)}
      <div>
        <button
          type="button"
          class="button"
          data-action="add"
          ?disabled=${this.phase !== 'edit'}
          @click=${() => void this.#addItem()}
        >
          ${icons.plus} ${isItemized ? texts.items.add : texts.items.several}
        </button>
      </div>
    `
  }

  #expiry(): TemplateResult {
    const { expiry } = this.draft
    const { title, day, due, date } = texts.expiry
    const choices = Object.entries({ day, due })
    return html`
      ${this.#select('expiry', title, expiry, choices, (value) => this.#change({ expiry: value as Draft['expiry'] }))}
      ${expiry === 'due' ? this.#text('dueDate', date, { type: 'date', isOptional: false }) : nothing}
    `
  }

  #look(): TemplateResult {
    const { look, json } = this.draft
    const { title, none, own, json: jsonLabel, jsonHelp } = texts.look
    const problem = this.#problem('json')
    const choices = [['', none], ...PRESETS.map((preset) => [preset.id, preset.title]), ['own', own]] as [
      string,
      string,
    ][]
    return html`
      ${this.#select('look', title, look, choices, (value) => this.#change({ look: value }, 'json'))}
      ${
        look === 'own'
          ? html`
              <div class="field">
                <label for="link-json">${jsonLabel}</label>
                <textarea
                  class="input link-json"
                  id="link-json"
                  rows="6"
                  dir="ltr"
                  spellcheck="false"
                  maxlength="10000"
                  aria-invalid=${problem !== ''}
                  aria-describedby="link-json-message"
                  ?disabled=${this.phase !== 'edit'}
                  .value=${json}
                  @input=${(event: Event) =>
                    this.#change({ json: (event.target as HTMLTextAreaElement).value }, 'json')}
                ></textarea>
                <p class="message ${problem ? 'bad' : ''}" id="link-json-message">${problem || jsonHelp}</p>
              </div>
            `
          : nothing
      }
    `
  }

  #more(): TemplateResult {
    const { more } = texts
    const { draft } = this
    return html`
      <details class="more">
        <summary>${more.title}</summary>
        <div class="link-fields">
          <div class="link-pair">
            ${this.#text('tax', more.tax, { isAmount: true, max: 12 })}
            ${this.#text('shippingCost', more.shippingCost, { isAmount: true, max: 12 })}
          </div>
          ${this.#text('discount', more.discount, { isAmount: true, max: 12 })} ${this.#text('name', more.name)}
          <fieldset class="link-group">
            <legend>${more.asks}</legend>
            ${this.#check('asksAddress', more.address)}
            ${this.#select('phone', more.phone, draft.phone, Object.entries(more.phones), (value) =>
              this.#change({ phone: value as Draft['phone'] }),
            )}
            ${this.#text('consent', more.consent, { help: more.consentHelp, max: 500 })}
            ${draft.consent.trim() ? this.#check('isConsentRequired', more.consentRequired) : nothing}
          </fieldset>
          <div>
            ${this.#check('bank', more.bank)} ${this.#check('keepsCustomer', more.keep)}
            ${this.#check('receipt', more.receipt)}
          </div>
          ${this.#text('button', more.button, { max: 60 })}
          ${this.#text('thankYou', more.thankYou, { type: 'url', help: more.thankYouHelp, max: 2048 })}
        </div>
      </details>
    `
  }

  #form(): TemplateResult {
    const { phase, error } = this
    return html`
      <form class="link-fields" novalidate @submit=${this.#submit}>
        ${this.#what()}
        <div class="link-pair">
          ${this.#text('invoice', texts.invoice)}
          ${this.#text('email', texts.email, { type: 'email', help: texts.emailHelp, max: 255 })}
        </div>
        <div class="link-pair">${this.#expiry()}</div>
        ${this.#look()} ${this.#more()}
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
        <div>
          <button class="button primary" aria-disabled=${phase === 'sending'}>
            ${phase === 'sending' ? texts.sending : phase === 'unknown' ? texts.again : texts.submit}
          </button>
        </div>
      </form>
    `
  }

  #content(): TemplateResult {
    const { context, draft, failure } = this
    if (!context.can('createCheckout')) {
      const { title, text, action } = texts.notAllowed
      return html`
        <div class="empty">
          <h1 tabindex="-1">${title}</h1>
          <p class="muted">${text}</p>
          <a class="button" href=${context.href(paths.checkouts())}>${action}</a>
        </div>
      `
    }
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
                    ? this.#form()
                    : html`
                        <p class="hidden" role="status">${texts.loading}</p>
                        <div class="link-bones" aria-hidden="true"><i class="bone"></i></div>
                      `
                }
                <page-preview
                  .account=${session.account.name}
                  .draft=${this.currencies ? draft : { ...draft, currency: 840 }}
                  .appearance=${this.#appearance ?? {}}
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
