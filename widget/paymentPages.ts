import { createHash } from 'node:crypto'
import { cardHeaders } from '../worker/pages/cardHeaders.ts'
import { pageHeaders } from '../worker/pages/checkout/headers.ts'
import type { PageScript, Pages, PaymentPage, PaymentPages } from '#contract/builtPages'

/** What says how a page is read, and not what may run in it. */
const WITHOUT_BEARING = new Set(['content-language', 'vary'])

const listed = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !WITHOUT_BEARING.has(name)))

/** Has the places of a policy filled with these, which no account can have, and names them by their braces after. */
const logo = new URL('https://logo.invalid')
const shop = 'https://shop.invalid'

const withPlaces = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'content-security-policy': headers['content-security-policy']!.replace(logo.origin, '{logo}').replace(
    /frame-ancestors [^;]+/,
    (directive) => directive.replace(shop, '{ancestors}'),
  ),
})

const cardPage = ({ card }: Pages, integrity: string): PaymentPage => ({
  name: 'card form',
  path: '/card',
  scripts: [
    {
      name: 'card form',
      src: null,
      integrity,
      purpose: 'Draws the card form, checks what is typed, and sends it to this gateway alone, for a token.',
      authorizedBy: 'Its hash in the Content-Security-Policy of the page.',
    },
  ],
  headers: withPlaces(listed(cardHeaders('', card, [shop]))),
})

const checkoutScripts = ({ checkout: { script, repaint } }: Pages): PageScript[] => [
  {
    name: 'checkout',
    src: script.path,
    integrity: script.integrity,
    purpose: 'Draws the payment form, checks what is typed, sends it to this gateway alone, and shows the outcome.',
    authorizedBy: 'A nonce in the Content-Security-Policy of each answer.',
  },
  {
    name: 'repaint',
    src: repaint.path,
    integrity: repaint.integrity,
    purpose: 'Gives the page the colours that a merchant tries out, in test mode and in a frame alone.',
    authorizedBy: 'The checkout script, which imports it.',
  },
]

const checkoutPages = (pages: Pages): PaymentPage[] =>
  [
    { name: 'checkout', framedBy: null },
    { name: 'checkout in a page of the merchant’s', framedBy: [shop] },
  ].map(({ name, framedBy }) => ({
    name,
    path: '/checkout/{Checkout}',
    scripts: checkoutScripts(pages),
    headers: withPlaces(
      listed(pageHeaders('', { nonce: '{nonce}', framedBy, image: logo, script: pages.checkout.script.path })),
    ),
  }))

/**
 * Lists every script of the pages that take payments, and the headers of those pages, from what was just built and from the code that the
 * worker sends them with: nothing of it is written by hand but why each script is there. PCI DSS 4.0.1, 6.4.3 and 11.6.1.
 *
 * @param integrity of the script that stands in the card form
 */
export const listPaymentPages = (built: Pages, integrity: string): PaymentPages => {
  const pages = [cardPage(built, integrity), ...checkoutPages(built)]
  const onMerchantPages: PageScript[] = [
    {
      name: 'elements',
      src: built.embed.path,
      integrity: built.embed.integrity,
      purpose: 'Puts the frames of this gateway into a page of the merchant’s. No card number can be in it.',
      authorizedBy: 'The merchant, whose page names it; pinned by its hash where the page says so.',
    },
  ]
  const version = createHash('sha256')
    .update(JSON.stringify([pages, onMerchantPages]))
    .digest('hex')
    .slice(0, 16)
  return { version, pages, onMerchantPages }
}
