import type { PageCustomer } from '#contract/checkouts/page'
import type { CheckoutView } from '#contract/checkouts/view'
import { parseFontUrl } from '#contract/theme/brand'
import pages from '#built/pages' with { type: 'json' }
import { type Html, html } from '../html.ts'
import { chooseLocale, requestedLocales } from '../locale.ts'
import { inlineData } from './inlineData.ts'
import { closed, closedReason } from './closed.ts'
import { document, inlineScript } from './document.ts'
import { type ViewModel, createViewModel } from './viewModel.ts'
import { fillText } from './fill.ts'
import { pageHeaders } from './headers.ts'
import { invoicePanel } from './panels/invoice.ts'
import { legalTextsFor } from './panels/legal.ts'
import { cancelLink, contactButton, webAddress } from './panels/links.ts'
import { freshNonce } from './nonce.ts'
import type { LocaleFile } from './texts.ts'
import { statementNotice } from './panels/statement.ts'
import { acceptedNetworks, skeleton } from './skeleton.ts'
import { addressRulesPath } from './addressRules.ts'
import { type StartCountry, startCountry } from './startCountry.ts'
import { shippingMethods } from './panels/choices.ts'
import { foot, head } from './panels/panel.ts'
import { payButtonText } from './panels/payButton.ts'
import { printButton, receiptPanel } from './panels/receipt.ts'
import { terms } from './panels/terms.ts'

/** Names the page's state, such as "Receipt – Kiln & Tide". */
const pageTitle = ({ view, texts }: ViewModel): string => {
  const merchant = view.merchant.name
  if (view.status === 'open') return fillText(texts.title, { merchant })
  return `${view.receipt ? texts.receipt.label : texts.closed[closedReason(view)].title} – ${merchant}`
}

/** The shopper's time zone according to Cloudflare; undefined if Intl does not know it. */
const timeZoneOf = ({ cf }: Request): string | undefined => {
  if (typeof cf?.timezone !== 'string') return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: cf.timezone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const formPanel = (model: ViewModel, content: Html): Html => html`
  <main class="form">
    <div class="column">${content} ${foot(model)}</div>
  </main>
`

/** Replaces the skeleton if the script does not start: widget/checkout/page/loader.ts. */
const notLoaded = ({ texts }: ViewModel): Html => html`
  <div id="not-loaded" role="alert" hidden>
    <p class="notice">${texts.notLoaded.text}</p>
    <button type="button">${texts.notLoaded.retry}</button>
  </div>
`

/** Two panels: invoice, and form or receipt. @param between a script that runs once the invoice is parsed */
const panels = (
  model: ViewModel,
  content: Html,
  { more = null, between = null }: { readonly more?: Html | null; readonly between?: Html | null } = {},
): Html => html`
  <div class="panels">${invoicePanel(model, more)}${between}${formPanel(model, content)}</div>
`

/** One panel, for an expired or canceled checkout. */
const panel = (model: ViewModel, content: Html): Html => html`
  <main class="form alone">
    <div class="column">${head(model)}${content}${contactButton(model)}${cancelLink(model)}${foot(model)}</div>
  </main>
`

/** The prefilled values with the country that the form begins with. */
const withCountry = (prefill: CheckoutView['prefill'], start: StartCountry | null): CheckoutView['prefill'] => ({
  ...prefill,
  address: { ...prefill.address, country: start?.country ?? prefill.address.country },
})

/** What needs the script of customers, or null. */
const pageCustomer = ({ known, removal, saved }: CheckoutView): PageCustomer | null => {
  const removable = removal && saved.length > 0
  return removable || known.email || known.name
    ? { script: pages.checkout.customer.path, known, removal: removable }
    : null
}

/** What the next attempt to pay sends back. */
interface NextAttempt {
  /** Names the attempt: PageData.nonce. */
  readonly nonce: string
  /** Of the order that the page shows; null if it is fixed. */
  readonly quote: string | null
}

/** The pictures of the items. */
const picturesOf = ({ invoice: { items } }: CheckoutView): URL[] =>
  items.flatMap(({ imageUrl }) => webAddress(imageUrl ?? null) ?? [])

/** Paths of the optional parts of the form. */
const partsOf = (view: CheckoutView, start: StartCountry | null): string[] => [
  ...(start ? [pages.checkout.address.path] : []),
  ...(acceptedNetworks(view) ? [pages.checkout.networks.path] : []),
  ...(view.form.consents.length > 0 ? [pages.checkout.consents.path] : []),
  ...(pageCustomer(view) ? [pages.checkout.customer.path] : []),
  ...(view.order ? [pages.checkout.order.path] : []),
]

/** The styles of what only some checkouts show. */
const extraStyleOf = (view: CheckoutView, pictures: readonly URL[], file: LocaleFile): string =>
  (view.status === 'open' ? '' : file.outcomeStyle) + (view.order || pictures.length > 0 ? file.orderStyle : '')

/** The body, by the checkout's status. */
const pageBody = async (
  model: ViewModel,
  wanted: readonly string[],
  start: StartCountry | null,
  { nonce, quote }: NextAttempt,
  assets: Fetcher,
  scriptNonce: string,
): Promise<Html> => {
  const { view, texts, locale } = model
  if (view.receipt) return panels(model, receiptPanel(view.receipt, model), { more: printButton(model) })
  const notice = closed(closedReason(view), model)
  if (view.status === 'expired' || view.status === 'canceled') return panel(model, notice)

  const legal = await legalTextsFor(model, wanted, assets)
  const networks = acceptedNetworks(view)
  const button = payButtonText(model)
  const form = html`
    <h1 class="hidden">${pageTitle(model)}</h1>
    <noscript><p class="notice">${texts.noScript}</p></noscript>
    <div id="form">
      ${skeleton(model, start?.rules ?? null, {
        button,
        methods: shippingMethods(model),
        agreement: terms(model, legal.subscription),
        debit: legal.bankDebit,
      })}
    </div>
    ${notLoaded(model)} ${statementNotice(model)} ${cancelLink(model)}
  `
  const data = inlineData(model, {
    id: view.id,
    mode: view.mode,
    locale,
    form: view.form,
    saved: view.saved,
    savedCode: view.savedCode,
    customer: pageCustomer(view),
    consents: view.form.consents.length > 0 ? pages.checkout.consents.path : null,
    prefill: withCountry(view.prefill, start),
    networks: networks && { accepted: networks, script: pages.checkout.networks.path },
    address: start && {
      countryName: start.country && model.formats.country(start.country),
      rules: start.rules,
      script: pages.checkout.address.path,
      path: addressRulesPath,
    },
    order:
      view.order === null || quote === null
        ? null
        : { script: pages.checkout.order.path, quote, address: view.order.address },
    button,
    nonce,
  })
  const isOpen = view.status === 'open'
  return html`
    ${panels(model, isOpen ? form : notice, {
      between: isOpen ? inlineScript(pages.checkout.earlyLayout, scriptNonce) : null,
    })}${data}
  `
}

/**
 * The page of a checkout in any status: invoice with the form's skeleton, receipt, or a closed notice. In the language of `?locale=`, else of
 * Accept-Language, else in English. It is readable without its script.
 *
 * @param assets the files of dist/assets
 * @param attemptNonce names the next attempt to pay: PageData.nonce
 * @param quote of the order that the view has; null if it is fixed
 * @returns status 200 in every case
 */
export const checkoutPage = async (
  view: CheckoutView,
  request: Request,
  assets: Fetcher,
  attemptNonce: string,
  quote: string | null = null,
): Promise<Response> => {
  const locale = chooseLocale(request, pages.checkout.locales)
  const model = await createViewModel(view, locale, assets, timeZoneOf(request))
  const nonce = freshNonce()
  const start = await startCountry(view, request, assets)
  const { merchant, appearance, framedBy } = view
  const { status, reason, receipt } = view
  const logo = webAddress(merchant.logoUrl)
  const icon = webAddress(appearance.faviconUrl ?? null) ?? logo
  const font = parseFontUrl(appearance.fontUrl)
  const pictures = picturesOf(view)
  const images = [logo, icon, ...pictures].filter((image) => image !== null)
  const isOver = status === 'expired' || status === 'canceled'
  // The script of a closed page notifies the merchant's page around it.
  const script = !isOver || framedBy !== null
  const page = document({
    locale,
    file: model.file,
    title: pageTitle(model),
    appearance,
    nonce,
    body: await pageBody(
      model,
      [...requestedLocales(request), locale],
      start,
      { nonce: attemptNonce, quote },
      assets,
      nonce,
    ),
    icon,
    hasImages: logo !== null || pictures.length > 0,
    script,
    extraStyle: extraStyleOf(view, pictures, model.file),
    preloads: view.status === 'open' ? partsOf(view, start) : [],
    paintAfter: view.status === 'open' ? 'form' : null,
    framed: request.headers.get('sec-fetch-dest') === 'iframe',
    data: {
      status,
      reason,
      mode: view.mode,
      repaint: view.mode === 'test' && framedBy !== null ? pages.checkout.repaint.path : null,
      transaction: receipt && receipt.transactionId,
      url: receipt && receipt.url,
    },
  })
  return new Response(page, {
    headers: pageHeaders(locale, { nonce, framedBy, images, font, script: script ? pages.checkout.script.path : null }),
  })
}
