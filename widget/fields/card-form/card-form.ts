import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { type FieldError, type FieldName, type Layout } from '#contract/card/framePort'
import { cobadgedNetworks } from '#contract/card/cobadges'
import { possibleNetworks, type KnownNetwork, type Network, networkFacts, networkOf } from '#contract/card/networks'
import { digitsOf } from '#contract/card/digits'
import { isFullNumber } from '../../card/isFullNumber.ts'
import { CARD_FIELDS, type FieldKind } from '../../card/fieldKinds.ts'
import type { SluiceField } from '../field/field.ts'
import { brandMark } from '../brand-mark/brand-mark.ts'
import '../field/field.ts'
import { networkChoice } from '../network-choice/network-choice.ts'
import { listNames } from '../listNames.ts'
import type { Failure, Texts } from '../../locales/cardTexts.ts'
import type { CardFieldErrors, CardValues } from './cardRequest.ts'

/** The form's state, without typed values. */
export type FormState = {
  /** All displayed fields are valid. */
  complete: boolean
  /** All fields are empty. */
  empty: boolean
  /** The network chosen by the shopper, else the number's. */
  brand: Network
  /** The displayed errors. */
  errors: Partial<Record<FieldName, FieldError>>
}

/** The shopper typed, or left a field, which displays its error. */
export class FormEditEvent extends Event {
  readonly typed: boolean

  constructor(typed: boolean) {
    super('form-edit')
    this.typed = typed
  }
}

/** The network as soon as one candidate is left, often before the full prefix is typed. */
const likelyNetwork = (digits: string): Network => {
  const [only, ...others] = possibleNetworks(digits)
  return only && others.length === 0 ? only : networkOf(digits)
}

/**
 * The fields of a card: number, expiry, security code, and optionally name and postal code. They are a group in the page's
 * form, where autofill expects them; without a form, Enter has no effect.
 * It renders into the light DOM, like its fields. The page includes the styles.
 *
 * @fires form-edit - after each edit and each blur of a field, with updated state
 */
export class SluiceCardForm extends LitElement {
  static override properties = {
    texts: { attribute: false },
    numberKind: { attribute: false },
    askName: { type: Boolean },
    askPostalCode: { type: Boolean },
    layout: {},
    advance: { type: Boolean },
    disabled: { type: Boolean },
    processing: { type: Boolean },
    network: { state: true },
    networks: { state: true },
    chosenNetwork: { state: true },
    general: { state: true },
  }

  declare texts: Texts
  /** Behavior of the number, which a form may restrict to some networks. */
  declare numberKind: FieldKind
  declare askName: boolean
  declare askPostalCode: boolean
  declare layout: Layout
  /** A digit typed after a complete number goes into the expiry. */
  declare advance: boolean
  declare disabled: boolean
  /** The card is being sent: all fields are read-only. */
  declare processing: boolean

  /** ARIA role of the fields' group; `form` (a landmark) if they are the whole form. */
  landmark: 'form' | 'group' = 'group'

  declare network: Network
  /** Networks of a co-badged card, and the shopper's choice or an empty string. */
  declare networks: readonly KnownNetwork[]
  declare chosenNetwork: KnownNetwork | ''
  /** Error of the whole form; a merchant's sentence replaces ours. */
  declare general: { failure: Failure; sentence: string } | null

  /** The number was edited since it has the focus. */
  #wasEdited = false

  /** Prefix of the number when the network was chosen: another prefix is another card. */
  #chosenForPrefix = ''

  constructor() {
    super()
    this.numberKind = CARD_FIELDS.number
    this.askName = true
    this.askPostalCode = true
    this.layout = 'row'
    this.advance = true
    this.disabled = false
    this.processing = false
    this.#updateNetworks('')
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

  get cardValues(): CardValues {
    return Object.fromEntries(this.#fields.map(({ kind, value }) => [kind.name, value]))
  }

  get formState(): FormState {
    const fields = this.#fields
    return {
      complete: fields.every(({ currentError: problem }) => problem === null),
      empty: fields.every(({ isEmpty }) => isEmpty),
      brand: this.chosenNetwork || this.network,
      errors: Object.fromEntries(
        fields.flatMap(({ kind, shownError }) => (shownError ? [[kind.name, shownError]] : [])),
      ),
    }
  }

  /** Displays all errors. */
  report(): void {
    for (const field of this.#fields) field.report()
  }

  /** Focuses the first invalid field, else the first field. */
  override focus(): void {
    const fields = this.#fields
    const first = fields.find(({ currentError }) => currentError !== null) ?? fields[0]
    first?.focus()
  }

  /** Displays why tokenization failed: at the invalid fields, else below the form. */
  showFailure(failure: Failure, errors: CardFieldErrors): void {
    const invalid = this.#fields.filter(({ kind }) => errors[kind.name])
    for (const field of invalid) field.showServerError(errors[field.kind.name]!)
    if (!invalid.length) this.general = { failure, sentence: '' }
  }

  /** Displays a decline and clears the security code; other fields keep their values. */
  showDecline(sentence: string): void {
    this.#field('code')?.clear()
    this.general = { failure: 'declined', sentence }
  }

  /** Clears all fields, without events. */
  reset(): void {
    for (const field of this.#fields) field.clear()
    this.#updateNetworks('')
    this.general = null
  }

  /** The first rendering is a task of its own: with that of the page around it, it would block a slow phone for too long. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await new Promise((resolve) => setTimeout(resolve))
    await super.scheduleUpdate()
  }

  protected override render(): TemplateResult {
    const mark = this.networks.length
      ? networkChoice({
          networks: this.networks,
          chosen: this.chosenNetwork,
          label: this.texts.choice.label,
          disabled: this.disabled,
          locked: this.processing,
        })
      : brandMark(this.network)
    const general = this.#generalText()
    const several = this.#severalText()
    const both = this.askName && this.askPostalCode
    return html`
      <div
        class=${this.layout}
        role=${this.landmark}
        aria-label=${this.texts.frameTitle}
        aria-busy=${this.processing}
        @beforeinput=${this.#onBeforeInput}
        @input=${this.#onInput}
        @keydown=${this.#onKeydown}
        @focusout=${this.#onFocusout}
        @error-change=${this.#onErrorChange}
      >
        <div class="group ${several ? 'several' : ''}">
          ${this.#renderField('number', { mark })} ${this.#renderField('expiry', { hint: this.texts.expiryHint })}
          ${this.#renderField('code', { help: this.#codeHelp() })}
          ${
            several
              ? html`
                  <p class="message all">${several}</p>
                `
              : nothing
          }
        </div>
        <div class="more ${both ? 'both' : ''}">
          ${this.askName ? this.#renderField('name', {}) : nothing}
          ${this.askPostalCode ? this.#renderField('postalCode', {}) : nothing}
        </div>
        ${
          general
            ? html`
                <p class="message general">${general}</p>
              `
            : nothing
        }
      </div>
      <p class="status" role="status">${this.#statusText()}</p>
    `
  }

  #renderField(
    name: FieldName,
    { mark, hint = '', help = '' }: { mark?: TemplateResult; hint?: string; help?: string },
  ): TemplateResult {
    const kind = name === 'number' ? this.numberKind : CARD_FIELDS[name]
    const label = this.texts.labels[name]
    return html`
      <sluice-field
        .kind=${kind}
        .label=${
          kind.isRequired
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

  /** Names the invalid fields of the group that shares one message line, if there are several. */
  #severalText(): string {
    const errors = Object.entries(this.formState.errors).filter(([name]) => name !== 'name' && name !== 'postalCode')
    if (errors.length < 2) return ''
    const { missing, failures, labels } = this.texts
    const sentence = errors.every(([, error]) => error === 'missing') ? missing : failures.card_invalid
    const names = errors.map(([name]) => labels[name as FieldName])
    return listNames(sentence, names, document.documentElement.lang)
  }

  #generalText(): string {
    return this.general ? this.general.sentence || this.texts.failures[this.general.failure] : ''
  }

  /** Text of the polite live region. A field's error is part of its description instead. */
  #statusText(): string {
    if (this.processing) return this.texts.processing
    if (this.#generalText()) return this.#generalText()
    return this.networks.length ? this.texts.choice.announcement : networkFacts(this.network).title
  }

  /** Updates the networks for a number, and drops the choice made for another number. */
  #updateNetworks(digits: string): void {
    this.network = likelyNetwork(digits)
    this.networks = cobadgedNetworks(digits)
    if (!this.#chosenForPrefix || !digits.startsWith(this.#chosenForPrefix)) this.chosenNetwork = ''
  }

  /**
   * A digit typed after a complete number is the first of the expiry: the focus moves with the key that was typed for the next field, and
   * never without one. Back in the number, typing continues there: some cards have 19 digits.
   */
  #onBeforeInput(event: InputEvent): void {
    const { target, data, inputType } = event
    const [number, expiry] = this.#fields
    const isTyped = inputType === 'insertText' && data?.length === 1 && digitsOf(data) !== ''
    if (!this.advance || !isTyped || !expiry!.isEmpty || !number!.contains(target as Node)) return
    const { value, selectionStart } = target as HTMLInputElement
    if (selectionStart !== value.length || !this.#wasEdited || !isFullNumber(digitsOf(value))) return
    event.preventDefault()
    expiry!.focus()
    expiry!.type(data)
  }

  #onInput({ target }: Event): void {
    const digits = digitsOf(this.#field('number')?.value ?? '')
    const { type, value } = target as HTMLInputElement
    this.general = null
    if (this.#fields[0]!.contains(target as Node)) this.#wasEdited = true
    this.#updateNetworks(digits)
    if (type === 'radio') {
      this.chosenNetwork = value as KnownNetwork
      this.#chosenForPrefix = digits.slice(0, 8)
    }
    this.#dispatchEdit(true)
  }

  // A form with several inputs and no button does not submit on Enter. Our synthetic event has no default action, so card
  // data never gets into a URL.
  #onKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    this.closest('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  }

  #onErrorChange(): void {
    this.requestUpdate()
  }

  #onFocusout(): void {
    this.#wasEdited = false
    this.#dispatchEdit(false)
  }

  #dispatchEdit(typed: boolean): void {
    // The code's length depends on the network: its field must be updated before listeners read the state.
    void this.updateComplete.then(() => this.dispatchEvent(new FormEditEvent(typed)))
  }
}

customElements.define('sluice-card-form', SluiceCardForm)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-card-form': SluiceCardForm
  }
}
