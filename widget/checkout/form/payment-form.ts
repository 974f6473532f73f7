import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { FieldName } from '#contract/card/framePort'
import type { Method, SavedMethod } from '#contract/checkouts/form'
import type { CheckoutPageData, PageDecline, AttemptState } from '#contract/checkouts/page'
import '../../fields/card-form/card-form.ts'
import type { SluiceCardForm } from '../../fields/card-form/card-form.ts'
import { toCardFieldErrors, toCardRequest } from '../../fields/card-form/cardRequest.ts'
import type { SluiceCheck } from '../../fields/check/check.ts'
import type { SluiceField } from '../../fields/field/field.ts'
import { bankIcon, cardIcon } from '../../fields/icons.ts'
import { listNames } from '../../fields/listNames.ts'
import { emailKind } from '../../fields/kinds/text.ts'
import type { SluiceOptions } from '../../fields/options/options.ts'
import '../../fields/tabs/tabs.ts'
import type { TabSelectEvent } from '../../fields/tabs/tabs.ts'
import { addressFields } from './addressFields.ts'
import { type FormContext, fieldLabel, type PageTexts, section, textField, when } from './formContext.ts'
import { bankAccount } from './bankAccount.ts'
import { meantDomain } from './emailTypo.ts'
import { nameOf } from './nameOf.ts'
import { showFieldErrors, toPayBody, visibleFields } from './requestBody.ts'
import { submitPayment, type SubmitResult } from '../payment/submitPayment.ts'
import { merchantInputs } from './merchantInputs.ts'
import { savedMethods } from './savedMethods.ts'

const EMPTY_ADDRESS = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '' }

/** Card field to focus after a decline; by default the security code, which was cleared. */
const FOCUS_AFTER_DECLINE: Partial<Record<PageDecline, FieldName>> = {
  insufficientFunds: 'number',
  limit: 'number',
  expired: 'expiry',
  notAccepted: 'number',
}

/** Card field that the issuer found wrong. */
const WRONG_FIELD: Partial<Record<PageDecline, FieldName>> = { expired: 'expiry', wrongCode: 'code' }

type Failure = keyof PageTexts['checkout']['failures']

/** The checkout is finished, and the page must be reloaded. */
export class CheckoutFinishedEvent extends Event {
  /** Final state of the attempt; null if the checkout is gone. */
  readonly state: Exclude<AttemptState, { status: 'open' | 'processing' }> | null

  constructor(state: CheckoutFinishedEvent['state']) {
    super('finished')
    this.state = state
  }
}

/** An attempt starts, or ends without a payment. */
export class PayingEvent extends Event {
  readonly paying: boolean
  readonly declined: boolean

  constructor(paying: boolean, declined = false) {
    super('paying')
    this.paying = paying
    this.declined = declined
  }
}

/**
 * The form of the hosted checkout: collects the merchant's fields, submits the payment, and displays its progress. Renders
 * into the light DOM. The page includes the styles.
 *
 * @fires paying - when an attempt starts, and when it ends without a payment
 * @fires finished - when the checkout is finished; all fields are cleared
 */
export class SluicePaymentForm extends LitElement {
  static override properties = {
    data: { attribute: false },
    texts: { attribute: false },
    terms: { attribute: false },
    debit: { attribute: false },
    savedMethod: { state: true },
    method: { state: true },
    sameAddress: { state: true },
    paying: { state: true },
    failure: { state: true },
    pending: { state: true },
    meantDomain: { state: true },
  }

  declare data: CheckoutPageData
  declare texts: PageTexts
  /** The worker's rendering of a subscription's terms, moved above the button. */
  declare terms: Element | null
  /** The worker's rendering of a bank debit's authorization. */
  declare debit: Element | null

  /** The selected saved payment method; undefined for a new one. */
  declare savedMethod: SavedMethod | undefined
  /** Type of a new payment method. */
  declare method: Method
  declare sameAddress: boolean
  declare paying: boolean
  /** Error of the whole form, or empty. */
  declare failure: string
  /** Why the outcome of the attempt is pending, or empty. */
  declare pending: string
  /** Domain that the shopper probably meant in the email address, or empty. */
  declare meantDomain: string

  /** Idempotency nonce of the next attempt. */
  #nonce = ''

  constructor() {
    super()
    this.terms = null
    this.debit = null
    this.method = 'card'
    this.sameAddress = true
    this.paying = false
    this.failure = ''
    this.pending = ''
    this.meantDomain = ''
  }

  protected override createRenderRoot() {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.savedMethod = this.data.saved[0]
    this.#nonce = this.data.nonce
  }

  get #fields() {
    return visibleFields(this)
  }

  get #card(): SluiceCardForm | null {
    return this.querySelector('sluice-card-form')
  }

  get #selectedMethod(): Method {
    if (this.savedMethod) return this.savedMethod.network === 'ach' ? 'bank' : 'card'
    return this.method
  }

  /** Focuses the first invalid field, else the first field. */
  override focus(): void {
    const fields = this.#fields
    const first = fields.find(({ currentError }) => currentError !== null) ?? fields[0]
    first?.focus()
  }

  /** Displays a rare state for a preview: the bank account tab (`bank`), or the errors of an empty form (`errors`). */
  async showState(state: string): Promise<void> {
    if (state === 'bank') this.method = 'bank'
    if (state !== 'errors') return
    await this.updateComplete
    this.#report()
  }

  protected override firstUpdated(): void {
    const { name, postalCode } = this.data.prefill.address
    void this.#card?.updateComplete.then(() => {
      this.#cardField('name')?.clear(name)
      this.#cardField('postalCode')?.clear(postalCode)
    })
  }

  protected override render(): TemplateResult {
    const {
      data: { form, locale, prefill, address, saved },
      texts,
      paying,
      savedMethod,
    } = this
    const { sections, labels, help, errors, methods } = texts.checkout
    const context: FormContext = { texts, locale, locked: paying }
    const inputs = merchantInputs(context, form.fields)
    const billing = form.billing || (form.shipping && !this.sameAddress)
    return html`
      <form
        novalidate
        aria-busy=${paying}
        @submit=${this.#onSubmit}
        @input=${this.#onInput}
        @focusout=${this.#onFocusout}
      >
        ${when(form.email !== 'none', () =>
          section(
            sections.contact,
            html`
              ${textField(context, {
                path: 'answers.email',
                kind: emailKind('email', { autocomplete: 'email', isRequired: form.email === 'required' }),
                label: fieldLabel(labels.email, form.email === 'required', context),
                value: prefill.email,
                wrong: errors.email,
                help: form.receipt ? help.email : '',
              })}
              ${this.#renderMeantDomain()}
            `,
          ),
        )}
        ${when(form.shipping, () =>
          section(sections.shipping, addressFields(context, address!, 'shipping', true, prefill.address)),
        )}
        ${when(inputs.length, () => section(sections.more, inputs))}
        ${section(
          sections.payment,
          html`
            ${when(saved.length, () => savedMethods(context, saved, savedMethod))}
            <div ?hidden=${savedMethod}>${this.#renderNewMethod(context)}</div>
          `,
        )}
        ${when(
          form.shipping,
          () => html`
            <sluice-check
              name="same-address"
              .label=${texts.checkout.sameAddress}
              .value=${'true'}
              ?locked=${paying}
              @input=${this.#onSameAddress}
            ></sluice-check>
          `,
        )}
        ${when(billing, () =>
          section(
            sections.billing,
            addressFields(
              context,
              address!,
              'billing',
              form.shipping,
              form.shipping ? { ...EMPTY_ADDRESS, country: prefill.address.country } : prefill.address,
            ),
          ),
        )}
        ${when(
          form.store === 'ask',
          () => html`
            <sluice-check
              data-path="answers.save"
              name="save"
              .label=${this.method === 'bank' ? methods.saveAccount : methods.saveCard}
              ?hidden=${savedMethod}
              ?locked=${paying}
            ></sluice-check>
          `,
        )}
        ${this.terms ?? nothing} ${(this.#selectedMethod === 'bank' && this.debit) || nothing} ${this.#renderButton()}
      </form>
    `
  }

  /** Offers to correct a typing error, on the message line of the email address. */
  #renderMeantDomain(): TemplateResult {
    const [before, after] = this.texts.checkout.help.emailTypo.split('{domain}')
    const domain = document.createElement('bdi')
    domain.append(this.meantDomain)
    return html`
      <p class="typo" role="status">
        ${when(
          this.meantDomain && !this.paying,
          () => html`
            <button type="button" @click=${this.#onCorrect}>${[before, domain, after]}</button>
          `,
        )}
      </p>
    `
  }

  /** Card fields, with a tab for bank accounts if the merchant accepts them. */
  #renderNewMethod(context: FormContext): TemplateResult {
    const {
      data: { form, prefill },
      texts: { checkout, card },
      paying,
      method,
    } = this
    const cardForm = html`
      <sluice-card-form
        .texts=${card}
        .askPostalCode=${!form.shipping && !form.billing}
        ?processing=${paying}
      ></sluice-card-form>
    `
    if (!form.methods.includes('bank')) return cardForm
    return html`
      <sluice-tabs
        label=${checkout.methods.label}
        selected=${method}
        .tabs=${[
          { value: 'card', label: checkout.methods.card, icon: cardIcon },
          { value: 'bank', label: checkout.methods.bank, icon: bankIcon },
        ]}
        ?locked=${paying}
        @select=${this.#onTab}
      ></sluice-tabs>
      <div id="card-panel" role="tabpanel" aria-labelledby="card-tab" ?hidden=${method !== 'card'}>${cardForm}</div>
      <div id="bank-panel" role="tabpanel" aria-labelledby="bank-tab" ?hidden=${method !== 'bank'}>
        ${bankAccount(context, prefill.address.name)}
      </div>
    `
  }

  #renderButton(): TemplateResult {
    const { paying, pending } = this
    const { button, stay } = this.texts.checkout
    // The card form announces processing itself.
    const isAnnounced = !this.savedMethod && this.method === 'card'
    return html`
      <button class="pay" aria-disabled=${paying}>
        <span>${this.data.button}</span>
        <span>${button.processing}</span>
      </button>
      <div class="lines">
        <p role="status">
          ${when(
            paying,
            () => html`
              ${when(
                !isAnnounced && !pending,
                () => html`
                  <span class="hidden">${button.processing}</span>
                `,
              )}
              ${pending || stay}
            `,
          )}
        </p>
        <p role="alert">${this.failure}</p>
      </div>
    `
  }

  #cardField(name: FieldName): SluiceField | undefined {
    return [...(this.#card?.querySelectorAll('sluice-field') ?? [])].find(({ kind }) => kind.name === name)
  }

  #showFailure(failure: Failure): void {
    this.failure = this.texts.checkout.failures[failure]
  }

  /** Displays all errors, at their fields and in a sentence with the fields' names. Returns whether there is any. */
  #report(): boolean {
    const fields = this.#fields
    for (const field of fields) field.report()
    const { checkout, card } = this.texts
    const names = fields
      .filter(({ currentError }) => currentError !== null)
      .map((field) => nameOf(field, card.optional))
    if (names.length) this.failure = listNames(checkout.failures.check, names, this.data.locale)
    return names.length > 0
  }

  get #email(): SluiceField | null {
    return this.querySelector('[data-path="answers.email"]')
  }

  #onFocusout({ target }: FocusEvent): void {
    const email = this.#email
    if (email?.contains(target as Node)) this.meantDomain = email.currentError ? '' : meantDomain(email.value)
  }

  #onCorrect(): void {
    const email = this.#email!
    email.clear(`${email.value.trim().split('@')[0]}@${this.meantDomain}`)
    this.meantDomain = ''
    email.focus()
  }

  #onInput({ target }: Event): void {
    if (!this.paying) this.failure = ''
    if (this.#email?.contains(target as Node)) this.meantDomain = ''
    const wallet = this.querySelector<SluiceOptions>('[name=saved]')?.value
    this.savedMethod = this.data.saved.find((method) => method.wallet === wallet)
  }

  #onSameAddress({ currentTarget }: Event): void {
    this.sameAddress = (currentTarget as SluiceCheck).value === 'true'
  }

  #onTab({ selected }: TabSelectEvent): void {
    this.method = selected as Method
    this.failure = ''
  }

  #onSubmit(event: Event): void {
    event.preventDefault()
    if (!this.paying) void this.#pay()
  }

  async #pay(): Promise<void> {
    if (this.#report()) return this.focus()
    // Nothing was sent, so the form stays editable.
    if (!navigator.onLine) {
      addEventListener('online', () => (this.failure = ''), { once: true })
      return this.#showFailure('offline')
    }

    this.failure = ''
    this.paying = true
    this.dispatchEvent(new PayingEvent(true))
    const result = await this.#submit()
    const isFinished = result.kind === 'gone' || (result.kind === 'state' && result.state.status !== 'open')
    // A finished form stays locked until the page is reloaded.
    if (isFinished) return this.#finish(result)
    this.paying = false
    this.pending = ''
    await this.updateComplete
    this.#resume(result)
  }

  /** Card data is held only by the request body, for the duration of the attempt; never by this element. */
  #submit(): Promise<SubmitResult> {
    const body = toPayBody(this.#fields, { nonce: this.#nonce, locale: this.data.locale })
    const card = this.#card
    const payment =
      !this.savedMethod && this.method === 'card' && card ? toCardRequest(card.cardValues, card.chosenNetwork) : {}
    return submitPayment(this.data.id, { ...body, payment: { ...body.payment, ...payment } as never }, (reason) => {
      this.pending = this.texts.checkout.failures[reason]
    })
  }

  #finish(result: SubmitResult): void {
    for (const field of visibleFields(this)) field.clear()
    this.#card?.reset()
    const state = result.kind === 'state' && result.state.status !== 'open' ? result.state : null
    this.dispatchEvent(new CheckoutFinishedEvent(state))
  }

  /** Unlocks the form after an attempt without a payment. */
  #resume(result: SubmitResult): void {
    const declined = result.kind === 'state' && result.state.status === 'open' ? result.state.declined : null
    if (result.kind === 'state' && result.state.status === 'open') this.#nonce = result.state.nonce
    if (result.kind === 'rejected') this.#showErrors(result.errors)
    if (result.kind === 'rateLimited' || result.kind === 'unavailable') this.#showFailure(result.kind)
    if (declined) this.#showDecline(declined)
    this.dispatchEvent(new PayingEvent(false, declined !== null))
  }

  #showErrors(errors: unknown): void {
    const cardErrors = toCardFieldErrors(errors)
    const hasCardErrors = Object.keys(cardErrors).length > 0
    if (hasCardErrors) this.#card?.showFailure('card_invalid', cardErrors)
    const hasFieldErrors = showFieldErrors(this.#fields, errors) || hasCardErrors
    if (!hasFieldErrors) return this.#showFailure('unavailable')
    this.#report()
    this.focus()
  }

  /** Displays why the payment was declined, marks the field that the issuer found wrong, and focuses the next field to fill. */
  #showDecline(reason: PageDecline): void {
    const isCard = this.#selectedMethod === 'card'
    const { declines } = this.texts.checkout
    this.failure = declines[isCard || reason === 'tryLater' ? reason : 'declined']
    const savedCode = this.querySelector<SluiceField>('[data-path="payment.verificationValue"]')
    for (const code of [this.#cardField('code'), savedCode]) code?.clear()
    this.querySelector('.lines')?.scrollIntoView({ block: 'nearest' })
    if (!isCard) return this.focus()
    const wrong = WRONG_FIELD[reason]
    if (this.savedMethod) {
      if (wrong === 'code') savedCode?.showServerError('wrong')
      return savedCode?.focus()
    }
    if (wrong) this.#cardField(wrong)?.showServerError('wrong')
    this.#cardField(FOCUS_AFTER_DECLINE[reason] ?? 'code')?.focus()
  }
}

customElements.define('sluice-payment-form', SluicePaymentForm)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-payment-form': SluicePaymentForm
  }
}
