import type { CheckoutView } from '#contract/checkouts/view'
import { type Html, html } from '../../html.ts'
import type { ViewModel } from '../viewModel.ts'
import { closedReason } from '../closed.ts'
import { fill, fillText } from '../fill.ts'

/** Parses an http or https URL. Null for other schemes, such as javascript:. */
export const webAddress = (url: string | null): URL | null => {
  const parsed = url === null ? null : URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null
}

/** RFC 6068: `?`, `&` and `%` of an address would begin the link's fields otherwise. */
const mailto = (address: string): string =>
  `mailto:${encodeURIComponent(address.toWellFormed()).replaceAll('%40', '@')}`

/** The merchant's contact as text and link; null if there is none. */
export const toContact = ({
  supportEmail,
  supportUrl,
}: CheckoutView['merchant']): { readonly text: string; readonly href: string } | null => {
  if (supportEmail !== null) return { text: supportEmail, href: mailto(supportEmail) }
  const page = webAddress(supportUrl)
  return page && { text: page.host + page.pathname.replace(/\/$/, ''), href: page.href }
}

/** The button of a closed page: an email to the merchant that names the invoice, else the checkout, or the support page. */
export const contactButton = ({ view, texts, bidi }: ViewModel): Html | null => {
  const contact = toContact(view.merchant)
  if (!contact) return null
  const { number } = view.invoice
  const isMail = view.merchant.supportEmail !== null
  const fields = number
    ? { subject: fillText(texts.invoice.number, { number }) }
    : { subject: texts.closed[closedReason(view)].title, body: view.url }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
  return html`
    <a
      class="back"
      href="${isMail ? `${contact.href}?${query.join('&')}` : contact.href}"
      target="_blank"
      rel="noopener noreferrer"
    >
      ${fill(isMail ? texts.closed.email : texts.closed.visit, { merchant: bidi.words(view.merchant.name) })}
    </a>
  `
}

/** The link to the merchant's page for shoppers who do not want to pay; the script turns it into an event in a frame. */
export const cancelLink = ({ view, texts, bidi }: ViewModel): Html | null => {
  const page = webAddress(view.cancelUrl)
  return (
    page &&
    html`
      <p class="leave">
        <a data-leave href="${page.href}" target="_top">
          ${fill(texts.receipt.back, { merchant: bidi.words(view.merchant.name) })}
        </a>
      </p>
    `
  )
}

/** "Questions? …" The link opens a new tab, so that the form keeps its input. */
export const contactLine = ({ view, texts, bidi }: ViewModel): Html | null => {
  const contact = toContact(view.merchant)
  if (!contact) return null
  const link = html`
    <a href="${contact.href}" target="_blank" rel="noopener noreferrer">${bidi.words(contact.text)}</a>
  `
  return html`
    <p>${fill(texts.closed.contact, { contact: link })}</p>
  `
}
