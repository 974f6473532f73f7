import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { Method, SavedMethod } from '#contract/checkouts/form'
import type { ShownOrder } from '#contract/checkouts/order'
import type { CheckoutPageData, PageDecline } from '#contract/checkouts/page'
import type { SluiceCardForm } from '../../fields/card-form/card-form.ts'
import { toCardFieldErrors, toCardRequest } from '../../fields/card-form/cardRequest.ts'
import type { SluiceCheck } from '../../fields/check/check.ts'
import { listNames } from '../../fields/listNames.ts'
import type { SluiceOptions } from '../../fields/options/options.ts'
import { addressFields } from './addressFields.ts'
import { contact } from './contact.ts'
import type { CustomerPart } from './customerParts.ts'
import { EmailSuggestion } from './emailSuggestion.ts'
import { CheckoutFinishedEvent, PayingEvent } from './events.ts'
import { type FormContext, type PageTexts, section, when } from './formContext.ts'
import type { ConsentBoxes } from './loadConsents.ts'
import { merchantInputs } from './merchantInputs.ts'
import { nameOf } from './nameOf.ts'
import { newMethod } from './newMethod.ts'
import { payButton } from './payButton.ts'
import { showFieldErrors, toPayBody, visibleFields } from './requestBody.ts'
import { savedMethods } from './savedMethods.ts'
import { cardField, clearCodes, showNewCardDecline, showSavedCardDecline } from './showDecline.ts'
import type { Order } from '../order/order.ts'
import { submitPayment, type SubmitResult } from '../payment/submitPayment.ts'

const EMPTY_ADDRESS = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '' }

type Failure = keyof PageTexts['checkout']['failures']

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
    customer: { attribute: false },
    consentBoxes: { attribute: false },
    order: { attribute: false },
    debit: { attribute: false },
    savedMethod: { state: true },
    method: { state: true },
    sameAddress: { state: true },
    paying: { state: true },
    failure: { state: true },
    pending: { state: true },
  }

  declare data: CheckoutPageData
  declare texts: PageTexts
  /** The worker's rendering of a subscription's terms, shown above the button. */
  declare terms: Element | undefined
  /** The shopper's choices; undefined if the order is fixed. */
  declare order: Order | undefined
  /** The worker's rendering of a bank debit's authorization. */
  declare debit: Element | undefined
  /** What is added for a customer of the merchant; null if nothing. */
  declare customer: CustomerPart | null
  /** Renders the consents; undefined if there are none. */
  declare consentBoxes: ConsentBoxes | undefined

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
  /** The fields of the bank account are rendered when they are first chosen: on a slow phone they would delay those of the card. */
  #withBank = false
  /** Idempotency nonce of the next attempt. */
  #nonce = ''
  readonly #emailSuggestion = new EmailSuggestion(this)

  constructor() {
    super()
    this.customer = null
    this.method = 'card'
    this.sameAddress = true
    this.paying = false
    this.failure = ''
    this.pending = ''
  }

  protected override createRenderRoot() {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.savedMethod = this.data.saved[0]
    this.#nonce = this.data.nonce
  }

  /** Waits for the elements that are rendered in tasks of their own, too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete()
    const later = this.querySelectorAll<LitElement>('sluice-address, sluice-card-form')
    await Promise.all([...later].map((element) => element.updateComplete))
    return isComplete
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
      cardField(this, 'name')?.clear(name)
      cardField(this, 'postalCode')?.clear(postalCode)
    })
  }

  protected override willUpdate(): void {
    this.#withBank ||= this.method === 'bank'
  }

  protected override render(): TemplateResult {
    const { data, texts, paying, savedMethod } = this
    const { form, locale, prefill, address, saved } = data
    const { sections, methods } = texts.checkout
    const context: FormContext = { texts, locale, locked: paying }
    const inputs = merchantInputs(context, form.fields)
    const billing = form.billing || (form.shipping && !this.sameAddress)
    return html`
      <form novalidate aria-busy=${paying} @submit=${this.#onSubmit} @input=${this.#onInput}>
        ${when(form.email !== 'none' || form.phone !== 'none', () => contact(context, data, this.#emailSuggestion))}
        ${when(form.shipping, () =>
          section(sections.shipping, addressFields(context, address!, 'shipping', true, prefill.address)),
        )}
        ${this.order?.section ?? nothing} ${when(inputs.length, () => section(sections.more, inputs))}
        ${section(
          sections.payment,
          html`
            ${when(saved.length, () => savedMethods(context, data, savedMethod, this.customer))}
            <div ?hidden=${savedMethod}>
              ${newMethod(context, data, { method: this.method, withBank: this.#withBank }, this.#onMethod)}
            </div>
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
              form.shipping || form.billingRequired,
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
        ${this.terms ?? nothing} ${(this.#selectedMethod === 'bank' && this.debit) || nothing}
        ${this.consentBoxes?.(context, form.consents)}
        ${payButton(context, this.order?.button ?? data.button, {
          updating: this.order?.updating ?? false,
          pending: this.pending,
          failure: this.failure,
          announces: savedMethod !== undefined || this.method === 'bank',
        })}
      </form>
    `
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

  #onInput(): void {
    if (!this.paying) this.failure = ''
    const wallet = this.querySelector<SluiceOptions>('[name=saved]')?.value
    this.savedMethod = this.data.saved.find((method) => method.wallet === wallet)
  }

  #onSameAddress({ currentTarget }: Event): void {
    this.sameAddress = (currentTarget as SluiceCheck).value === 'true'
  }

  #onMethod = (method: Method): void => {
    this.method = method
    this.failure = ''
  }

  #onSubmit(event: Event): void {
    event.preventDefault()
    if (!this.paying && !this.order?.updating) void this.#pay()
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
    const attempt = {
      ...body,
      payment: { ...body.payment, ...payment } as never,
      ...(this.order && { order: this.order.toPay }),
    }
    return submitPayment(this.data.id, attempt, (reason) => {
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
    const open = result.kind === 'state' && result.state.status === 'open' ? result.state : null
    const declined = open?.declined ?? null
    if (open) this.#nonce = open.nonce
    if (open?.order) this.#showRepriced(open.order)
    if (result.kind === 'rejected') this.#showErrors(result.errors)
    if (result.kind === 'rateLimited' || result.kind === 'unavailable') this.#showFailure(result.kind)
    if (declined) this.#showDecline(declined)
    this.dispatchEvent(new PayingEvent(false, declined !== null))
  }

  /** The figures are not those that the shopper saw, and nothing was charged. */
  #showRepriced(order: ShownOrder): void {
    this.order?.show(order)
    this.failure = order.codeError ?? this.texts.checkout.order!.changed
    this.querySelector<HTMLElement>('.pay')?.focus()
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

  /** Displays why the payment was declined, and which field to fill in next. */
  #showDecline(reason: PageDecline): void {
    const isCard = this.#selectedMethod === 'card'
    const { declines } = this.texts.checkout
    this.failure = declines[isCard || reason === 'tryLater' ? reason : 'declined']
    clearCodes(this)
    this.querySelector('.lines')?.scrollIntoView({ block: 'nearest' })
    if (!isCard) return this.focus()
    if (this.savedMethod) showSavedCardDecline(this, reason)
    else showNewCardDecline(this, reason)
  }
}

customElements.define('sluice-payment-form', SluicePaymentForm)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-payment-form': SluicePaymentForm
  }
}
