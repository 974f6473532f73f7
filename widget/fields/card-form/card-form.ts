import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { type FieldError, type FieldName, type Layout } from '#contract/card/framePort'
import { cobadges } from '#contract/card/cobadges'
import { candidates, type KnownNetwork, type Network, networkFacts, networkOf } from '#contract/card/networks'
import { digitsOf } from '../../card/edit.ts'
import { FIELDS } from '../../card/fieldKinds.ts'
import type { SluiceField } from '../field/field.ts'
import { brandMark } from '../brand-mark/brand-mark.ts'
import '../field/field.ts'
import { networkChoice } from '../network-choice/network-choice.ts'
import type { Failure, Texts } from '../../locales/cardTexts.ts'
import type { Blame, CardTexts } from './cardRequest.ts'

/** What the form tells about itself: never what was typed. */
export type FormState = {
  /** Every field that is asked for is right. */
  complete: boolean
  /** Nothing was typed at all. */
  empty: boolean
  /** The network that the shopper chose, else that of the number. */
  brand: Network
  /** The errors on display. */
  errors: Partial<Record<FieldName, FieldError>>
}

/** The shopper typed, or left a field so that its error shows. */
export class FormEditEvent extends Event {
  readonly typed: boolean

  constructor(typed: boolean) {
    super('form-edit')
    this.typed = typed
  }
}

/** The network as soon as only one is left, which is often before its range is typed in full. */
const likelyNetwork = (digits: string): Network => {
  const [only, ...others] = candidates(digits)
  return only && others.length === 0 ? only : networkOf(digits)
}

/**
 * The fields of a card: number, expiry, code, and where asked for the name and the postal code. They are a group in a
 * form of the page's, where autofill looks for them: without a form around it Enter does nothing.
 * Like its fields it renders into the light DOM; the page brings the styles.
 *
 * @fires form-edit - after every edit and whenever a field was left, with the state up to date
 */
export class SluiceCardForm extends LitElement {
  static override properties = {
    texts: { attribute: false },
    askName: { type: Boolean },
    askPostalCode: { type: Boolean },
    layout: {},
    disabled: { type: Boolean },
    processing: { type: Boolean },
    network: { state: true },
    networks: { state: true },
    chosen: { state: true },
    general: { state: true },
  }

  declare texts: Texts
  declare askName: boolean
  declare askPostalCode: boolean
  declare layout: Layout
  declare disabled: boolean
  /** The card is on its way: nothing can be edited. */
  declare processing: boolean

  /** What the fields are together, for assistive technology: a landmark where they are the whole form. */
  landmark: 'form' | 'group' = 'group'

  declare network: Network
  /** Of a co-badged card: those that the shopper may choose from, and the one that was chosen, or an empty text. */
  declare networks: readonly KnownNetwork[]
  declare chosen: KnownNetwork | ''
  /** What is wrong with the whole form; a sentence of the merchant's stands in place of ours. */
  declare general: { failure: Failure; sentence: string } | null

  /** How the number began when the network was chosen: another beginning is another card. */
  #chosenFor = ''

  constructor() {
    super()
    this.askName = true
    this.askPostalCode = true
    this.layout = 'row'
    this.disabled = false
    this.processing = false
    this.#follow('')
    this.general = null
  }

  protected override createRenderRoot() {
    return this
  }

  get #fields(): SluiceField[] {
    return [...this.querySelectorAll('sluice-field')]
  }

  #field(name: FieldName): SluiceField | undefined {
    return this.#fields.find(({ kind }) => kind.name === name)
  }

  get cardTexts(): CardTexts {
    return Object.fromEntries(this.#fields.map(({ kind, value }) => [kind.name, value]))
  }

  get formState(): FormState {
    const fields = this.#fields
    return {
      complete: fields.every(({ problem }) => problem === null),
      empty: fields.every(({ empty }) => empty),
      brand: this.chosen || this.network,
      errors: Object.fromEntries(fields.flatMap(({ kind, shown }) => (shown ? [[kind.name, shown]] : []))),
    }
  }

  /** Shows every error. */
  report(): void {
    for (const field of this.#fields) field.report()
  }

  /** Puts focus on the first field that is not right, else on the first. */
  override focus(): void {
    const fields = this.#fields
    const first = fields.find(({ problem }) => problem !== null) ?? fields[0]
    first?.focus()
  }

  /** Says why there is no token: at the fields that are to blame, else about the whole form. */
  refuse(failure: Failure, blame: Blame): void {
    const blamed = this.#fields.filter(({ kind }) => blame[kind.name])
    for (const field of blamed) field.refuse(blame[field.kind.name]!)
    if (!blamed.length) this.general = { failure, sentence: '' }
  }

  /** After a declined payment everything stays but the code, which waits for being typed again. */
  declined(sentence: string): void {
    this.#field('code')?.clear()
    this.general = { failure: 'declined', sentence }
  }

  /** Empties every field, without events. */
  reset(): void {
    for (const field of this.#fields) field.clear()
    this.#follow('')
    this.general = null
  }

  protected override render(): TemplateResult {
    const mark = this.networks.length
      ? networkChoice({
          networks: this.networks,
          chosen: this.chosen,
          label: this.texts.choice.label,
          disabled: this.disabled,
          locked: this.processing,
        })
      : brandMark(this.network)
    const general = this.#general()
    const both = this.askName && this.askPostalCode
    return html`
      <div
        class=${this.layout}
        role=${this.landmark}
        aria-label=${this.texts.frameTitle}
        aria-busy=${this.processing}
        @input=${this.#onInput}
        @keydown=${this.#onKeydown}
        @focusout=${this.#onFocusout}
      >
        <div class="group">
          ${this.#render('number', { mark })} ${this.#render('expiry', { hint: this.texts.expiryHint })}
          ${this.#render('code', { help: this.#codeHelp() })}
        </div>
        <div class="more ${both ? 'both' : ''}">
          ${this.askName ? this.#render('name', {}) : nothing}
          ${this.askPostalCode ? this.#render('postalCode', {}) : nothing}
        </div>
        ${
          general
            ? html`
                <p class="message general">${general}</p>
              `
            : nothing
        }
      </div>
      <p class="status" role="status">${this.#status()}</p>
    `
  }

  #render(
    name: FieldName,
    { mark, hint = '', help = '' }: { mark?: TemplateResult; hint?: string; help?: string },
  ): TemplateResult {
    const kind = FIELDS[name]
    const label = this.texts.labels[name]
    return html`
      <sluice-field
        .kind=${kind}
        .label=${
          kind.required
            ? label
            : html`
                ${label}
                <span class="optional">${this.texts.optional}</span>
              `
        }
        .errors=${this.texts.errors[name]}
        .hint=${hint}
        .help=${help}
        .mark=${mark}
        .network=${this.network}
        .disabled=${this.disabled}
        .locked=${this.processing}
      ></sluice-field>
    `
  }

  #codeHelp(): string {
    const { name, length } = networkFacts(this.network).securityCode
    const { codeBack, codeFront } = this.texts.help
    return (length > 3 ? codeFront : codeBack).replace('{name}', name)
  }

  #general(): string {
    return this.general ? this.general.sentence || this.texts.failures[this.general.failure] : ''
  }

  /** One polite sentence at a time for screen readers; errors of a field are read with the field. */
  #status(): string {
    if (this.processing) return this.texts.processing
    if (this.#general()) return this.#general()
    return this.networks.length ? this.texts.choice.announcement : networkFacts(this.network).title
  }

  /** Knows the networks of the number, and forgets the choice for another. */
  #follow(digits: string): void {
    this.network = likelyNetwork(digits)
    this.networks = cobadges(digits)
    if (!this.#chosenFor || !digits.startsWith(this.#chosenFor)) this.chosen = ''
  }

  #onInput({ target }: Event): void {
    const digits = digitsOf(this.#field('number')?.value ?? '')
    const { type, value } = target as HTMLInputElement
    this.general = null
    this.#follow(digits)
    if (type === 'radio') {
      this.chosen = value as KnownNetwork
      this.#chosenFor = digits.slice(0, 8)
    }
    this.#tell(true)
  }

  // A form of several inputs without a button does not submit on Enter. What we fire instead has no default action, so
  // no card can get into an address, whoever listens.
  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    this.closest('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  }

  #onFocusout(): void {
    this.#tell(false)
  }

  #tell(typed: boolean): void {
    // The code's length follows the network: its field must have heard before anyone asks.
    void this.updateComplete.then(() => this.dispatchEvent(new FormEditEvent(typed)))
  }
}

customElements.define('sluice-card-form', SluiceCardForm)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-card-form': SluiceCardForm
  }
}
