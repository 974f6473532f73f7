import type { CheckoutView } from '#contract/checkouts/view'
import { type Html, html } from '../../html.ts'
import type { Drawing } from '../viewModel.ts'
import { fill } from '../fill.ts'

/** A web address as it may stand in a link: no other scheme runs. */
export const webAddress = (url: string | null): URL | null => {
  const parsed = url === null ? null : URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : null
}

/** How to reach the merchant, as it is read and where it leads; null where there is no way. */
export const contactOf = ({
  supportEmail,
  supportUrl,
}: CheckoutView['merchant']): { readonly text: string; readonly href: string } | null => {
  if (supportEmail !== null) return { text: supportEmail, href: `mailto:${encodeURI(supportEmail.toWellFormed())}` }
  const page = webAddress(supportUrl)
  return page && { text: page.host + page.pathname.replace(/\/$/, ''), href: page.href }
}

/** "Questions? …" The link opens a tab of its own, so that what was typed into the form stays. */
export const contactLine = ({ view, texts, ink }: Drawing): Html | null => {
  const found = contactOf(view.merchant)
  if (!found) return null
  const link = html`
    <a href="${found.href}" target="_blank" rel="noopener noreferrer">${ink.words(found.text)}</a>
  `
  return html`
    <p>${fill(texts.closed.contact, { contact: link })}</p>
  `
}
