import type { Bitmap2D } from 'lean-qr/nano'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { GetCheckoutAnswer, ListTransactionsAnswer } from '../../../client/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { formatMoney } from '../../format/money.ts'
import { relativeTime, shortTime } from '../../format/time.ts'
import { checkoutLabel } from '../../parts/checkoutStates.ts'
import { errorPanel } from '../../parts/errorPanel.ts'
import { icons } from '../../parts/icons.ts'
import { saveFile } from '../../parts/saveFile.ts'
import { paths } from '../../shell/routes.ts'
import { Screen } from '../../shell/screen.ts'
import { attempts, type Attempt } from './attempts.ts'
import './cancel-dialog.ts'
import { mailtoUrl, paymentMail } from './mail.ts'
import { encodeLink, qrPicture, qrPngFile, qrSvgFile } from './qrCode.ts'
import { requested } from './requested.ts'
import { checkoutTexts as texts } from './texts.ts'

type Checkout = GetCheckoutAnswer

/** Whether an address is one of the web: another would run, or open, something else. */
const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url)

/** Attempts that are shown. A page closes after ten declines. */
const maxAttempts = 20

/** One payment link: its page, how to send it, what was asked for and who paid. */
export class CheckoutScreen extends Screen {
  static override properties = {
    ...Screen.properties,
    checkout: { state: true },
    payments: { state: true },
    failure: { state: true },
    isCanceling: { state: true },
  }

  declare checkout: Checkout | undefined
  declare payments: readonly Attempt[]
  declare failure: unknown
  declare isCanceling: boolean

  readonly #stopped = new AbortController()
  #code: { readonly url: string; readonly bitmap: Bitmap2D } | undefined

  constructor() {
    super()
    this.checkout = undefined
    this.payments = []
    this.failure = null
    this.isCanceling = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener('visibilitychange', this.#lookAgain)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener('visibilitychange', this.#lookAgain)
    this.#stopped.abort()
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('route')) void this.#load()
  }

  get #path(): string {
    return `/v1/dynamiccheckout/${encodeURIComponent(this.route.id)}`
  }

  /** A person who comes back from the payment page sees the new state. */
  readonly #lookAgain = (): void => {
    const status = this.checkout?.status
    if (document.visibilityState === 'visible' && (status === 'open' || status === 'processing')) void this.#load()
  }

  readonly #load = async (): Promise<void> => {
    this.failure = null
    const { signal } = this.#stopped
    const { api } = this.context
    try {
      const [checkout, { transactions }] = await Promise.all([
        api.get<Checkout>(this.#path, {}, signal),
        // The order of each attempt names its checkout.
        api.get<ListTransactionsAnswer>('/v1/transactions', { reference: this.route.id, limit: maxAttempts }, signal),
      ])
      this.checkout = checkout
      this.payments = transactions
      this.context.setTitle(texts.title(formatMoney(checkout.total, checkout.currency)))
    } catch (error) {
      if (!signal.aborted) this.failure = error
    }
  }

  async #closeDialog(isDone: boolean): Promise<void> {
    this.isCanceling = false
    if (isDone) await this.#load()
    await this.updateComplete
    const button = this.querySelector<HTMLElement>('[data-action=cancel]') ?? this.querySelector<HTMLElement>('h1')
    button?.focus()
  }

  #copy(text: string): void {
    navigator.clipboard.writeText(text).then(
      () => this.context.notify(texts.link.copied),
      () => this.context.notify(texts.link.copyFailed),
    )
  }

  #link({ url }: Checkout): TemplateResult {
    return html`
      <section class="panel" aria-labelledby="link-title">
        <h2 id="link-title">${texts.link.title}</h2>
        <div class="copy-field">
          <input
            class="input"
            readonly
            dir="ltr"
            aria-label=${texts.link.label}
            aria-describedby="link-help"
            .value=${url}
            @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
          />
          <button class="button primary" type="button" @click=${() => this.#copy(url)}>
            ${icons.copy} ${texts.link.copy}
          </button>
        </div>
        <p class="message" id="link-help">${texts.link.help}</p>
      </section>
    `
  }

  #mail(checkout: Checkout): TemplateResult {
    const mail = paymentMail(this.context.session.account.name, checkout)
    const { title, subject, body, copy, open } = texts.mail
    return html`
      <section class="panel" aria-labelledby="mail-title">
        <h2 id="mail-title">${title}</h2>
        <dl class="facts">
          <div>
            <dt>${subject}</dt>
            <dd>${mail.subject}</dd>
          </div>
        </dl>
        <pre class="mail-text" tabindex="0" role="region" aria-label=${body}>${mail.body}</pre>
        <div class="button-row">
          <a class="button" href=${mailtoUrl(mail)}>${open}</a>
          <button class="button" type="button" @click=${() => this.#copy(mail.body)}>${icons.copy}${copy}</button>
        </div>
      </section>
    `
  }

  #qrCode({ id, url }: Checkout): TemplateResult {
    if (this.#code?.url !== url) this.#code = { url, bitmap: encodeLink(url) }
    const { bitmap } = this.#code
    const name = `payment-link-${id.slice(-6)}`
    const savePng = async (): Promise<void> => saveFile(await qrPngFile(bitmap), `${name}.png`)
    return html`
      <section class="panel" aria-labelledby="qr-title">
        <h2 id="qr-title">${texts.qr.title}</h2>
        ${qrPicture(bitmap)}
        <p class="message">${texts.qr.help}</p>
        <div class="button-row">
          <button class="button" type="button" @click=${() => saveFile(qrSvgFile(bitmap), `${name}.svg`)}>
            ${texts.qr.svg}
          </button>
          <button class="button" type="button" @click=${() => void savePng()}>${texts.qr.png}</button>
        </div>
      </section>
    `
  }

  #details(checkout: Checkout): TemplateResult {
    const { details } = texts
    const { customer, customerInfo, invoiceNumber, phone, receipt, status, consents, id } = checkout
    const rows: readonly (readonly [text: string, value: unknown])[] = [
      [details.invoice, invoiceNumber],
      [details.customer, customerInfo?.name || customer],
      [details.email, customerInfo?.email],
      [details.phone, phone],
      [details.receipt, status === 'completed' ? (details.receipts[receipt] ?? receipt) : null],
      ...(consents ?? []).map(({ text, accepted }) => [details.consents, details.accepted(text, accepted)] as const),
      [details.id, id],
    ]
    return html`
      <section class="panel" aria-labelledby="details-title">
        <h2 id="details-title">${details.title}</h2>
        <dl class="facts">
          ${rows.map(([text, value]) =>
            value
              ? html`
                  <div>
                    <dt>${text}</dt>
                    <dd>${value}</dd>
                  </div>
                `
              : nothing,
          )}
        </dl>
      </section>
    `
  }

  #skeleton(): TemplateResult {
    return html`
      <h1 class="hidden">${texts.heading}</h1>
      <p class="hidden" role="status">${texts.loading}</p>
      <div aria-hidden="true">
        <div class="payment-head"><i class="bone"></i></div>
        <div class="payment-grid">
          <div>
            <div class="panel"><i class="bone"></i></div>
            <div class="panel"><i class="bone"></i></div>
          </div>
          <div>
            <div class="panel"><i class="bone"></i></div>
          </div>
        </div>
      </div>
    `
  }

  #missing(): TemplateResult {
    const { title, text, action } = texts.notFound
    return html`
      <div class="empty">
        <h1 tabindex="-1">${title}</h1>
        <p class="muted">${text(this.context.mode)}</p>
        <a class="button" href=${this.context.href(paths.checkouts())}>${action}</a>
      </div>
    `
  }

  #head(checkout: Checkout): TemplateResult {
    const { total, currency, status, created, expiresAt, url } = checkout
    const isOpen = status === 'open'
    const made = texts.made(relativeTime(new Date(created), new Date()))
    return html`
      <div class="payment-head">
        <div>
          <h1 class="figure" tabindex="-1">${formatMoney(total, currency)}</h1>
          ${checkoutLabel(checkout)}
        </div>
        <div class="payment-actions">
          ${
            isOpen && isWebAddress(url)
              ? html`
                  <a class="button" href=${url} target="_blank" rel="noopener noreferrer">${texts.link.open}</a>
                `
              : nothing
          }
          ${
            isOpen && this.context.can('cancelCheckout')
              ? html`
                  <button
                    class="button"
                    data-action="cancel"
                    aria-haspopup="dialog"
                    @click=${() => (this.isCanceling = true)}
                  >
                    ${texts.cancel.action}
                  </button>
                `
              : nothing
          }
        </div>
        <p class="muted">${isOpen ? `${made}, ${texts.until(shortTime(new Date(expiresAt)))}` : made}</p>
      </div>
    `
  }

  #content(): TemplateResult {
    const { checkout, failure } = this
    if (!checkout) {
      if (!failure) return this.#skeleton()
      return failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
        ? this.#missing()
        : html`
            <h1 class="hidden">${texts.heading}</h1>
            ${errorPanel(failure, () => void this.#load())}
          `
    }
    const isOpen = checkout.status === 'open'
    const why = texts.closed[checkout.reason ?? ''] ?? texts.closed[checkout.status]
    return html`
      ${failure ? errorPanel(failure, () => void this.#load()) : nothing} ${this.#head(checkout)}
      ${
        isOpen || !why
          ? nothing
          : html`
              <p class="link-state">${why}</p>
            `
      }
      <div class="payment-grid">
        <div>
          ${isOpen ? this.#link(checkout) : nothing}
          ${attempts(this.payments, (id) => this.context.href(paths.payment(id)))} ${requested(checkout)}
          ${isOpen ? this.#mail(checkout) : nothing}
        </div>
        <div>${isOpen ? this.#qrCode(checkout) : nothing} ${this.#details(checkout)}</div>
      </div>
    `
  }

  protected override render(): TemplateResult {
    return html`
      <p><a class="back" href=${this.context.href(paths.checkouts())}>${icons.back}${texts.back}</a></p>
      ${this.#content()}
      ${
        this.isCanceling
          ? html`
              <cancel-dialog
                .context=${this.context}
                .path=${this.#path}
                @done=${() => void this.#closeDialog(true)}
                @cancel=${() => void this.#closeDialog(false)}
              ></cancel-dialog>
            `
          : nothing
      }
    `
  }
}

customElements.define('checkout-screen', CheckoutScreen)

export const createScreen = (): CheckoutScreen => new CheckoutScreen()
