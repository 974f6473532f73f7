import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { printColor } from '#contract/theme/color'
import { checkoutTheme } from '#contract/theme/checkoutTheme'
import { readCssColor } from '#contract/theme/cssColor'
import { formatCount, formatMoney, parseAmount } from '../../format/money.ts'
import { previewTotal, type AppearanceMembers, type Draft } from './form.ts'
import { newLinkTexts } from './texts.ts'

const texts = newLinkTexts.preview

const isDark = matchMedia('(prefers-color-scheme: dark)')

/** The corners of fields that a theme sets, in pixels. */
const radiusOf = (members: AppearanceMembers): string => {
  const radius = Number(members['radius'])
  return Number.isInteger(radius) && radius >= 0 && radius <= 24 ? `${radius}px` : '10px'
}

/**
 * A picture of the payment page, drawn from the same theme as the page. It has no inputs and no frame: card numbers are typed on the payment
 * host alone.
 */
export class PagePreview extends LitElement {
  static override properties = {
    account: {},
    draft: { attribute: false },
    appearance: { attribute: false },
    isTest: { attribute: false },
  }

  /** The name of the shop. */
  declare account: string
  declare draft: Draft
  declare appearance: AppearanceMembers
  declare isTest: boolean

  protected override createRenderRoot() {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    isDark.addEventListener('change', this.#repaint)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    isDark.removeEventListener('change', this.#repaint)
  }

  readonly #repaint = (): void => this.requestUpdate()

  /** Colours are set by script: the policy of the console allows no style attributes. */
  protected override updated(): void {
    const theme = checkoutTheme(this.appearance, readCssColor)
    const { form, invoice } = theme[isDark.matches ? 'dark' : 'light'].wide
    for (const [name, { colors }] of Object.entries({ form, invoice })) {
      const panel = this.querySelector<HTMLElement>(`.drawn-${name}`)!
      for (const [token, color] of Object.entries(colors))
        panel.style.setProperty(`--drawn-${token}`, printColor(color))
      panel.style.setProperty('--drawn-radius', radiusOf(this.appearance))
    }
    this.querySelector<HTMLElement>('.drawn')!.dataset['variant'] = theme.variant
  }

  #money(amount: number): string {
    return formatMoney(amount, this.draft.currency)
  }

  #invoice(total: string): TemplateResult {
    const { lines, isItemized, invoice } = this.draft
    const named = lines.filter(({ name }) => name.trim() !== '')
    return html`
      <div class="drawn-invoice">
        <p class="drawn-merchant">
          <span>${this.account}</span>
          ${
            this.isTest
              ? html`
                  <span class="drawn-badge">${texts.test}</span>
                `
              : nothing
          }
        </p>
        <p class="drawn-small">${texts.total}</p>
        <p class="drawn-total">${total}</p>
        ${
          invoice.trim()
            ? html`
                <p class="drawn-small">${texts.invoice(invoice.trim())}</p>
              `
            : nothing
        }
        ${named.map(
          ({ name, price, quantity }) => html`
            <p class="drawn-line">
              <span>${isItemized && quantity !== '1' ? `${formatCount(Number(quantity) || 0)} × ${name}` : name}</span>
              <span>${this.#money(parseAmount(price) ?? 0)}</span>
            </p>
          `,
        )}
      </div>
    `
  }

  #field(text: string, value = ''): TemplateResult {
    return html`
      <p class="drawn-label">${text}</p>
      <p class="drawn-field">${value}</p>
    `
  }

  #form(total: string): TemplateResult {
    const { email, phone, asksAddress, bank, consent, button } = this.draft
    return html`
      <div class="drawn-form">
        <p class="drawn-title">${texts.contact}</p>
        ${this.#field(texts.email, email)} ${phone === 'none' ? nothing : this.#field(texts.phone)}
        ${asksAddress ? this.#field(texts.address) : nothing}
        <p class="drawn-title">${texts.payment}</p>
        ${
          bank
            ? html`
                <p class="drawn-tabs">
                  <span class="drawn-selected">${texts.card}</span>
                  <span>${texts.bank}</span>
                </p>
              `
            : nothing
        }
        ${this.#field(texts.number)}
        <div class="drawn-pair">
          <div>${this.#field(texts.expiry)}</div>
          <div>${this.#field(texts.cvv)}</div>
        </div>
        ${
          consent.trim()
            ? html`
                <p class="drawn-consent">
                  <i></i>
                  ${consent.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')}
                </p>
              `
            : nothing
        }
        <p class="drawn-button">${button.trim() || texts.pay(total)}</p>
      </div>
    `
  }

  protected override render(): TemplateResult {
    const total = this.#money(previewTotal(this.draft))
    return html`
      <figure class="page-preview">
        <figcaption>
          <h2>${texts.title}</h2>
          <p class="small muted">${texts.text}</p>
        </figcaption>
        <div class="drawn" role="img" aria-label=${texts.label(total)}>
          ${this.#invoice(total)} ${this.#form(total)}
        </div>
      </figure>
    `
  }
}

customElements.define('page-preview', PagePreview)

declare global {
  interface HTMLElementTagNameMap {
    'page-preview': PagePreview
  }
}
