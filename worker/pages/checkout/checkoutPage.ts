import type { CheckoutView } from '#contract/checkouts/view'
import pages from '#built/pages'
import { type Html, html } from '../html.ts'
import { localeOf, wantedLocales } from '../locale.ts'
import { blocks } from './inlineData.ts'
import { closed, sayingOf } from './closed.ts'
import { document } from './document.ts'
import { type Drawing, drawingOf, inText, money } from './viewModel.ts'
import { fill, fillText } from './fill.ts'
import { pageHeaders } from './headers.ts'
import { plain } from './textFormat.ts'
import { invoicePanel } from './panels/invoice.ts'
import { legalOf } from './panels/legal.ts'
import { webAddress } from './panels/links.ts'
import { freshNonce } from './nonce.ts'
import { outline } from './skeleton.ts'
import { foot, head } from './panels/panel.ts'
import { printButton, receiptPanel } from './panels/receipt.ts'
import { terms } from './panels/terms.ts'

/** The text of the pay button: the merchant's own, else ours with what is charged today. */
const buttonOf = (drawing: Drawing): string => {
  const { view, texts } = drawing
  const { dueToday } = view.invoice
  if (view.submitButtonText !== null) return view.submitButtonText
  return view.terms && Number(dueToday) === 0
    ? texts.button.agree
    : plain(fill(texts.button.pay, { amount: money(inText(drawing), dueToday) }))
}

/** Called as the window is. */
const titleOf = ({ view, texts }: Drawing): string => fillText(texts.title, { merchant: view.merchant.name })

const formPanel = (drawing: Drawing, content: Html): Html => html`
  <main class="form">
    <div class="column">${content} ${foot(drawing)}</div>
  </main>
`

/** Both panels: the invoice, and what may be done about it. */
const panels = (drawing: Drawing, content: Html, more: Html | null = null): Html => html`
  <div class="panels">${invoicePanel(drawing, more)}${formPanel(drawing, content)}</div>
`

/** One panel, for a checkout that has nothing to show but that it is over. */
const panel = (drawing: Drawing, content: Html): Html => html`
  <main class="form alone">
    <div class="column">${head(drawing)}${content}${foot(drawing)}</div>
  </main>
`

/** What stands in the body, by the checkout's status. */
const bodyOf = (drawing: Drawing, wanted: readonly string[], tryNonce: string): Html => {
  const { view, texts, locale } = drawing
  if (view.receipt) return panels(drawing, receiptPanel(view.receipt, drawing), printButton(drawing))
  const saying = closed(sayingOf(view), drawing)
  if (view.status === 'expired' || view.status === 'canceled') return panel(drawing, saying)

  const legal = legalOf(drawing, wanted)
  const button = buttonOf(drawing)
  const form = html`
    <h1 class="hidden">${titleOf(drawing)}</h1>
    <noscript><p class="notice">${texts.noScript}</p></noscript>
    <div id="form">${outline(drawing, button, terms(drawing, legal.subscription), legal.bankDebit)}</div>
  `
  const data = blocks(drawing, {
    id: view.id,
    mode: view.mode,
    locale,
    form: view.form,
    saved: view.saved,
    prefill: view.prefill,
    button,
    legal: { bankDebit: legal.bankDebit },
    nonce: tryNonce,
  })
  return html`
    ${panels(drawing, view.status === 'open' ? form : saying)}${data}
  `
}

/**
 * The page of a checkout, whatever its status: what is to be paid and the form's outline, the receipt, or that it is over. In the language
 * of `?locale=`, else of Accept-Language, else in English. It can be read without its script.
 *
 * @param assets the files of dist/assets
 * @param tryNonce names the next try of paying: PageData.nonce
 * @returns status 200: it is a page for a person in every case
 */
export const checkoutPage = async (
  view: CheckoutView,
  request: Request,
  assets: Fetcher,
  tryNonce: string,
): Promise<Response> => {
  const locale = localeOf(request, pages.checkout.locales)
  const drawing = await drawingOf(view, locale, assets)
  const nonce = freshNonce()
  const { merchant, appearance, framedBy } = view
  const { status, reason, receipt } = view
  const image = webAddress(merchant.logoUrl)
  const isOver = status === 'expired' || status === 'canceled'
  // A page that says that all is over tells it to the merchant's page around it, too.
  const script = !isOver || framedBy !== null
  const page = document({
    locale,
    file: drawing.file,
    title: titleOf(drawing),
    appearance,
    nonce,
    body: bodyOf(drawing, [...wantedLocales(request), locale], tryNonce),
    icon: image,
    script,
    framed: request.headers.get('sec-fetch-dest') === 'iframe',
    told: {
      status,
      reason,
      mode: view.mode,
      repaint: view.mode === 'test' && framedBy !== null ? pages.checkout.repaint.path : null,
      transaction: receipt && receipt.transactionId,
      url: receipt && receipt.url,
    },
  })
  return new Response(page, {
    headers: pageHeaders(locale, { nonce, framedBy, image, script: script ? pages.checkout.script.path : null }),
  })
}
