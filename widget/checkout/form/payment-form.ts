import { html, LitElement, nothing, type TemplateResult } from 'lit'
import type { FieldName } from '#contract/card/framePort'
import type { Method, SavedMethod } from '#contract/checkouts/form'
import type { PageData, PageDecline, TryState } from '#contract/checkouts/page'
import '../../fields/card-form/card-form.ts'
import type { SluiceCardForm } from '../../fields/card-form/card-form.ts'
import { blamed, wireCard } from '../../fields/card-form/cardRequest.ts'
import type { SluiceCheck } from '../../fields/check/check.ts'
import type { SluiceField } from '../../fields/field/field.ts'
import { bankIcon, cardIcon } from '../../fields/icons.ts'
import { emailKind } from '../../fields/kinds/text.ts'
import type { SluiceOptions } from '../../fields/options/options.ts'
import '../../fields/tabs/tabs.ts'
import type { TabSelectEvent } from '../../fields/tabs/tabs.ts'
import { addressRows } from './address.ts'
import { type Asking, labelled, type PageTexts, section, textField, when } from './formContext.ts'
import { bankAccount } from './bankAccount.ts'
import { blame, bodyOf, fieldsOf } from './requestBody.ts'
import { makeTry, type Outcome } from '../payment/submitPayment.ts'
import { merchantInputs } from './merchantInputs.ts'
import { savedMethods } from './savedMethods.ts'

const NOWHERE = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }

/** Where the shopper goes on after a decline; where nothing else is to blame it is the code, which is empty now. */
const TO_DO: Partial<Record<PageDecline, FieldName>> = { expired: 'number', notAccepted: 'number' }

type Failure = keyof PageTexts['checkout']['failures']

/** How a try ended that leaves nothing to do here: the page is to be drawn anew. */
export class CheckoutOverEvent extends Event {
  /** What the gateway said of the try; null where the checkout is gone. */
  readonly state: Exclude<TryState, { status: 'open' | 'processing' }> | null

  constructor(state: CheckoutOverEvent['state']) {
    super('over')
    this.state = state
  }
}

/** The payment begins, or comes to nothing. */
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
 * The form of the hosted checkout: asks what the merchant wants to know, pays, and shows how that goes. Renders into the
 * light DOM; the page brings the styles.
 *
 * @fires paying - whenever a try begins, and when it came to nothing
 * @fires over - once there is nothing more to do with this form; what was typed is gone from it
 */
export class SluicePaymentForm extends LitElement {
  static override properties = {
    data: { attribute: false },
    texts: { attribute: false },
    terms: { attribute: false },
    chosen: { state: true },
    method: { state: true },
    sameAddress: { state: true },
    paying: { state: true },
    failure: { state: true },
  }

  declare data: PageData
  declare texts: PageTexts
  /** What the worker drew of a subscription's terms, for above the button. */
  declare terms: Element | null

  /** The saved payment method that was chosen, undefined for a new one. */
  declare chosen: SavedMethod | undefined
  /** Of a new payment method. */
  declare method: Method
  declare sameAddress: boolean
  declare paying: boolean
  /** What is wrong with it all, as a sentence. */
  declare failure: string

  /** Names the next try. */
  #nonce = ''

  constructor() {
    super()
    this.terms = null
    this.method = 'card'
    this.sameAddress = true
    this.paying = false
    this.failure = ''
  }

  protected override createRenderRoot() {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.chosen = this.data.saved[0]
    this.#nonce = this.data.nonce
  }

  get #fields() {
    return fieldsOf(this)
  }

  get #card(): SluiceCardForm | null {
    return this.querySelector('sluice-card-form')
  }

  get #payingBy(): Method {
    if (this.chosen) return this.chosen.network === 'ach' ? 'bank' : 'card'
    return this.method
  }

  /** Puts focus on the first field that is not right, else on the first. */
  override focus(): void {
    const fields = this.#fields
    const first = fields.find(({ problem }) => problem !== null) ?? fields[0]
    first?.focus()
  }

  /** Brings about what is seldom on display: the tab of bank accounts (`bank`), or what is said of a form that is not filled in (`errors`). */
  async show(state: string): Promise<void> {
    if (state === 'bank') this.method = 'bank'
    if (state !== 'errors') return
    await this.updateComplete
    for (const field of this.#fields) field.report()
    this.#fail('check')
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
      data: { form, locale, prefill, saved, legal },
      texts,
      paying,
      chosen,
    } = this
    const { sections, labels, help, errors, methods } = texts.checkout
    const asking: Asking = { texts, locale, locked: paying }
    const inputs = merchantInputs(asking, form.fields)
    const billing = form.billing || (form.shipping && !this.sameAddress)
    return html`
      <form novalidate aria-busy=${paying} @submit=${this.#onSubmit} @input=${this.#onInput}>
        ${when(form.email !== 'none', () =>
          section(
            sections.contact,
            textField(asking, {
              path: 'answers.email',
              kind: emailKind('email', { autocomplete: 'email', required: form.email === 'required' }),
              label: labelled(labels.email, form.email === 'required', asking),
              value: prefill.email,
              wrong: errors.email,
              help: form.receipt ? help.email : '',
            }),
          ),
        )}
        ${when(form.shipping, () => section(sections.shipping, addressRows(asking, 'shipping', true, prefill.address)))}
        ${when(inputs.length, () => section(sections.more, inputs))}
        ${section(
          sections.payment,
          html`
            ${when(saved.length, () => savedMethods(asking, saved, chosen))}
            <div ?hidden=${chosen}>${this.#newMethod(asking)}</div>
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
            addressRows(asking, 'billing', form.shipping, form.shipping ? NOWHERE : prefill.address),
          ),
        )}
        ${when(
          form.store === 'ask',
          () => html`
            <sluice-check
              data-path="answers.save"
              name="save"
              .label=${this.method === 'bank' ? methods.saveAccount : methods.saveCard}
              ?hidden=${chosen}
              ?locked=${paying}
            ></sluice-check>
          `,
        )}
        ${this.terms ?? nothing}
        ${when(
          this.#payingBy === 'bank',
          () => html`
            <p class="legal debit" lang=${legal.bankDebit.locale} dir="auto">${legal.bankDebit.text}</p>
          `,
        )}
        ${this.#button()}
      </form>
    `
  }

  /** A card, or a bank account where the merchant takes those too. */
  #newMethod(asking: Asking): TemplateResult {
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
        ${bankAccount(asking, prefill.address.name)}
      </div>
    `
  }

  #button(): TemplateResult {
    const { paying } = this
    const { button, stay } = this.texts.checkout
    // The card form says by itself that it is processing.
    const isSaid = !this.chosen && this.method === 'card'
    return html`
      <button class="pay" aria-disabled=${paying}>
        <span>${this.data.button}</span>
        <span>${button.processing}</span>
      </button>
      <div class="lines">
        <p role="status">
          ${when(
            paying && !this.failure,
            () => html`
              ${when(
                !isSaid,
                () => html`
                  <span class="hidden">${button.processing}</span>
                `,
              )}
              ${stay}
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

  #fail(failure: Failure): void {
    this.failure = this.texts.checkout.failures[failure]
  }

  #onInput(): void {
    if (!this.paying) this.failure = ''
    const wallet = this.querySelector<SluiceOptions>('[name=saved]')?.value
    this.chosen = this.data.saved.find((method) => method.wallet === wallet)
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
    const fields = this.#fields
    for (const field of fields) field.report()
    if (fields.some(({ problem }) => problem !== null)) {
      this.#fail('check')
      return this.focus()
    }
    // Nothing is sent, so the shopper goes on as they like.
    if (!navigator.onLine) {
      addEventListener('online', () => this.#onInput(), { once: true })
      return this.#fail('offline')
    }

    this.failure = ''
    this.paying = true
    this.dispatchEvent(new PayingEvent(true))
    const outcome = await this.#try(fields)
    const isOver = outcome.kind === 'gone' || (outcome.kind === 'state' && outcome.state.status !== 'open')
    // What is over stays locked until the page is drawn anew.
    if (isOver) return this.#end(outcome)
    this.paying = false
    this.failure = ''
    await this.updateComplete
    this.#resume(outcome)
  }

  /** The card is in no variable of this element, and in the body of the try as long as that lasts. */
  #try(fields: ReturnType<typeof fieldsOf>): Promise<Outcome> {
    const body = bodyOf(fields, { nonce: this.#nonce, locale: this.data.locale })
    const card = this.#card
    const payment = !this.chosen && this.method === 'card' && card ? wireCard(card.cardTexts, card.chosen) : {}
    return makeTry(this.data.id, { ...body, payment: { ...body.payment, ...payment } as never }, (waiting) =>
      this.#fail(waiting),
    )
  }

  #end(outcome: Outcome): void {
    for (const field of fieldsOf(this)) field.clear()
    this.#card?.reset()
    const state = outcome.kind === 'state' && outcome.state.status !== 'open' ? outcome.state : null
    this.dispatchEvent(new CheckoutOverEvent(state))
  }

  /** The try came to nothing, and the form can be sent again. */
  #resume(outcome: Outcome): void {
    const declined = outcome.kind === 'state' && outcome.state.status === 'open' ? outcome.state.declined : null
    if (outcome.kind === 'state' && outcome.state.status === 'open') this.#nonce = outcome.state.nonce
    if (outcome.kind === 'refused') this.#refuse(outcome.errors)
    if (outcome.kind === 'rateLimited' || outcome.kind === 'unavailable') this.#fail(outcome.kind)
    if (declined) this.#decline(declined)
    this.dispatchEvent(new PayingEvent(false, declined !== null))
  }

  #refuse(errors: unknown): void {
    const ofCard = blamed(errors)
    const isCard = Object.keys(ofCard).length > 0
    if (isCard) this.#card?.refuse('card_invalid', ofCard)
    const isBlamed = blame(this.#fields, errors) || isCard
    this.#fail(isBlamed ? 'check' : 'unavailable')
    if (isBlamed) this.focus()
  }

  #decline(reason: PageDecline): void {
    this.failure = this.texts.checkout.declines[reason]
    const codes = [this.#cardField('code'), this.querySelector<SluiceField>('[data-path="payment.verificationValue"]')]
    for (const code of codes) code?.clear()
    this.querySelector('.lines')?.scrollIntoView({ block: 'nearest' })
    const toDo = this.#cardField(TO_DO[reason] ?? 'code')
    if (!this.chosen && this.method === 'card') toDo?.focus()
    else this.focus()
  }
}

customElements.define('sluice-payment-form', SluicePaymentForm)

declare global {
  interface HTMLElementTagNameMap {
    'sluice-payment-form': SluicePaymentForm
  }
}
