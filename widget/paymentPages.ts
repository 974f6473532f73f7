import { createHash } from 'node:crypto'
import { cardHeaders } from '../worker/pages/cardHeaders.ts'
import { pageHeaders } from '../worker/pages/checkout/headers.ts'
import type { PageScript, PagesManifest, PaymentPage, PaymentPageInventory } from '#contract/builtPages'

/** Headers that do not affect what may run in a page. */
const WITHOUT_BEARING = new Set(['content-language', 'vary'])

const listed = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !WITHOUT_BEARING.has(name)))

/** Reserved values that fill a policy's placeholders and are replaced by their names in braces afterwards. */
const image = new URL('https://image.invalid')
const font = new URL('https://font.invalid')
const shop = 'https://shop.invalid'

const withPlaceholders = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'content-security-policy': headers['content-security-policy']!.replace(image.origin, '{images}')
    .replace(font.origin, '{font}')
    .replace(/frame-ancestors [^;]+/, (directive) => directive.replace(shop, '{ancestors}')),
})

const cardPage = ({ card }: PagesManifest, integrity: string): PaymentPage => ({
  name: 'card form',
  path: '/card',
  scripts: [
    {
      name: 'card form',
      src: null,
      integrity,
      purpose: 'Renders the card form, validates the input, and sends it to this gateway only, for a token.',
      authorizedBy: 'Its hash in the Content-Security-Policy of the page.',
    },
  ],
  headers: withPlaceholders(listed(cardHeaders('', card, [shop]))),
})

const checkoutScripts = ({
  checkout: { script, loader, logo, earlyLayout, address, networks, consents, customer, order, repaint },
}: PagesManifest): PageScript[] => [
  {
    name: 'loader',
    src: null,
    integrity: loader.integrity,
    purpose: 'Loads the checkout script once more if it has not started, and then shows that the form did not load.',
    authorizedBy: 'A nonce in the Content-Security-Policy of each response.',
  },
  {
    name: 'logo',
    src: null,
    integrity: logo.integrity,
    purpose:
      'Shows the account’s name in place of a logo that does not load, and removes pictures that do not, on pages with either.',
    authorizedBy: 'A nonce in the Content-Security-Policy of each response.',
  },
  {
    name: 'early layout',
    src: null,
    integrity: earlyLayout.integrity,
    purpose: 'Has the browser lay out the order before the rest of the page is parsed, so that no task takes long.',
    authorizedBy: 'A nonce in the Content-Security-Policy of each response.',
  },
  {
    name: 'checkout',
    src: script.path,
    integrity: script.integrity,
    purpose: 'Renders the payment form, validates the input, sends it to this gateway only, and shows the outcome.',
    authorizedBy: 'A nonce in the Content-Security-Policy of each response.',
  },
  {
    name: 'address',
    src: address.path,
    integrity: address.integrity,
    purpose: 'Renders addresses by the rules of their countries, in checkouts that ask for one.',
    authorizedBy: 'The checkout script, which imports it.',
  },
  {
    name: 'order',
    src: order.path,
    integrity: order.integrity,
    purpose: 'Sends choices of quantity, promo code and shipping to this gateway only, and shows the new total.',
    authorizedBy: 'The checkout script, which imports it.',
  },
  {
    name: 'networks',
    src: networks.path,
    integrity: networks.integrity,
    purpose: 'Shows the accepted card networks, in checkouts that restrict them, and refuses numbers of others.',
    authorizedBy: 'The checkout script, which imports it.',
  },
  {
    name: 'consents',
    src: consents.path,
    integrity: consents.integrity,
    purpose: 'Renders the boxes by which a shopper agrees to the merchant’s texts, in checkouts that have any.',
    authorizedBy: 'The checkout script, which imports it.',
  },
  {
    name: 'customer',
    src: customer.path,
    integrity: customer.integrity,
    purpose: 'Shows a customer’s stored name and email address masked, and removes saved payment methods.',
    authorizedBy: 'The checkout script, which imports it.',
  },
  {
    name: 'repaint',
    src: repaint.path,
    integrity: repaint.integrity,
    purpose: 'Applies colours that a merchant previews, in test mode and in a frame only.',
    authorizedBy: 'The checkout script, which imports it.',
  },
]

const checkoutPages = (pages: PagesManifest): PaymentPage[] =>
  [
    { name: 'checkout', framedBy: null },
    { name: 'embedded checkout', framedBy: [shop] },
  ].map(({ name, framedBy }) => ({
    name,
    path: '/checkout/{Checkout}',
    scripts: checkoutScripts(pages),
    headers: withPlaceholders(
      listed(
        pageHeaders('', { nonce: '{nonce}', framedBy, images: [image], font, script: pages.checkout.script.path }),
      ),
    ),
  }))

/**
 * Lists every script of the payment pages and their headers, from the build and from the worker's code. Only the purpose of each script is
 * written by hand. PCI DSS 4.0.1, 6.4.3 and 11.6.1.
 *
 * @param integrity of the card form's inline script
 */
export const listPaymentPages = (built: PagesManifest, integrity: string): PaymentPageInventory => {
  const pages = [cardPage(built, integrity), ...checkoutPages(built)]
  const onMerchantPages: PageScript[] = [
    {
      name: 'elements',
      src: built.embed.path,
      integrity: built.embed.integrity,
      purpose: 'Embeds the frames of this gateway in the merchant’s page. It never contains a card number.',
      authorizedBy: 'The merchant, whose page includes it, optionally pinned by its hash.',
    },
  ]
  const version = createHash('sha256')
    .update(JSON.stringify([pages, onMerchantPages]))
    .digest('hex')
    .slice(0, 16)
  return { version, pages, onMerchantPages }
}
