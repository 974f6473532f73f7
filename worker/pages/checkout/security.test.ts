import { describe, expect, test } from 'vitest'
import pages from '#built/pages' with { type: 'json' }
import type { CheckoutView } from '#contract/checkouts/view'
import { input, OPEN, PAID, SUBSCRIPTION } from './fixtures.ts'
import { readPage } from './readPage.fixtures.ts'

const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? ''

test('the policy of a checkout allows one style element, three scripts and the preload of the address’s script only', async () => {
  const { response, elements } = await readPage(OPEN)
  const withNonce = elements.filter(({ attributes }) => 'nonce' in attributes)
  expect(withNonce.map(({ tag }) => tag)).toEqual(['style', 'link', 'script', 'script', 'script'])
  const nonces = withNonce.map(({ attributes }) => attributes['nonce']!)
  expect(new Set(nonces).size).toBe(1)
  expect(nonces[0]).toMatch(/^[\w+/]{22}==$/)
  expect(policyOf(response)).toBe(
    `default-src 'none'; script-src 'nonce-${nonces[0]}' 'strict-dynamic'; style-src 'nonce-${nonces[0]}'; connect-src 'self'; ` +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
  )
  expect(policyOf((await readPage(OPEN)).response)).not.toContain(nonces[0])
})

test('a checkout has isolating headers, no-store and no cookie', async () => {
  const { response } = await readPage(OPEN)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-language': 'en',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
    vary: 'Accept-Language',
    'permissions-policy': expect.stringMatching(/^accelerometer=\(\), .*, payment=\(self\)$/) as string,
  })
  expect(response.headers.has('set-cookie')).toBe(false)
})

test('a checkout that may be framed loads in pages with COEP', async () => {
  const policies = ['cross-origin-resource-policy', 'cross-origin-embedder-policy']
  const { response } = await readPage({ ...OPEN, framedBy: ['https://shop.example'] })
  expect(policies.map((name) => response.headers.get(name))).toEqual(['cross-origin', 'credentialless'])
  const alone = (await readPage(OPEN)).response
  expect(policies.map((name) => alone.headers.get(name))).toEqual([null, null])
})

test.each([
  [null, "'none'"],
  [[], "'none'"],
  [['https://shop.example', 'http://localhost:3000'], 'https://shop.example http://localhost:3000'],
  [["https://a.example; script-src 'unsafe-inline'"], "'none'"],
  ['*', '*'],
] as const)('frame-ancestors of a checkout for %j is %s', async (framedBy, sources) => {
  expect(policyOf((await readPage({ ...OPEN, framedBy })).response)).toContain(`frame-ancestors ${sources};`)
})

test.each([
  ['a script', 'javascript:alert(1)'],
  ['data', 'data:image/svg+xml,<svg onload=alert(1)>'],
  ['no address', 'not an address'],
])('a %s URL is ignored as logo, support page and return link', async (_, url) => {
  const merchant = { ...OPEN.merchant, logoUrl: url, supportEmail: null, supportUrl: url }
  const { response, elements } = await readPage({ ...PAID, merchant, receipt: { ...PAID.receipt, url } })
  expect(policyOf(response)).not.toContain('img-src')
  expect(elements.flatMap(({ attributes: { href, src } }) => href ?? src ?? [])).toEqual([
    expect.stringMatching(/^\/checkout-assets\//),
  ])
})

const ATTACKS = [
  `"><script>alert(1)</script><img src=x onerror=alert(1)>`,
  `' autofocus onfocus=alert(1) x='`,
  `</script><script>alert(1)</script>`,
  `<!--<script>`,
  `</style><style>*{background:url(//evil.example)}`,
  `--></title><iframe srcdoc=x>`,
  `{merchant} {amount} {contact} $& $1 \${7*7}`,
  `&lt;script&gt;alert(1)`,
]

/** A checkout with a text in every place that takes a merchant's or a shopper's. */
const filledWith = (text: string, view: CheckoutView): CheckoutView => {
  const address = { name: text, line1: text, line2: text, city: text, state: text, postalCode: text, country: 'US' }
  return {
    ...view,
    merchant: { ...view.merchant, name: text, supportEmail: text, supportUrl: text },
    invoice: {
      ...view.invoice,
      number: text,
      items: [
        { name: text, description: text, price: '1.00', quantity: 2, total: '2.00' },
        { name: text, description: text.padEnd(200, '.'), price: '1.00', quantity: 1, total: '1.00' },
      ],
    },
    legalTexts: { en: { bankDebit: text, subscription: text } },
    form: { ...view.form, fields: [{ ...input(text, text, 'select'), options: [text], value: text }] },
    prefill: { email: text, address },
    submitButtonText: text,
    appearance: {
      formBackgroundColor: text,
      inputVariant: text,
      invoiceAccentColor: text,
      fontUrl: text,
      faviconUrl: text,
      statementDescriptor: text,
      ...({ fontFamily: text, radius: text, textSize: text, spacing: text, contrast: text } as object),
    },
    receipt: view.receipt && {
      ...view.receipt,
      transactionId: text,
      authCode: text,
      network: text,
      personal: { last4: text, email: text, shipTo: address },
    },
  }
}

const withoutNonce = (attributes: Readonly<Record<string, string>>) =>
  Object.keys(attributes).filter((name) => name !== 'nonce')

describe.each([
  ['open', OPEN],
  ['a subscription', SUBSCRIPTION],
  ['paid', PAID],
  ['expired', { ...OPEN, status: 'expired' }],
] as const)('%s checkout', (status, view) => {
  test.each(ATTACKS)(`%j is escaped everywhere in the ${status} page`, async (attack) => {
    const [page, harmless] = await Promise.all([
      readPage(filledWith(attack, view)),
      readPage(filledWith('harmless', view)),
    ])
    const shape = ({ elements }: typeof page) =>
      elements.map(({ tag, attributes }) => [tag, ...withoutNonce(attributes)].join(' '))
    expect(shape(page)).toEqual(shape(harmless))
    const count = ({ elements }: typeof page, text: string) =>
      elements.filter((element) => element.tag === 'bdi' && element.text === text).length
    expect(count(page, attack)).toBe(count(harmless, 'harmless'))
    expect(count(page, attack)).toBeGreaterThan(0)
    expect(policyOf(page.response)).not.toContain('evil')
  })
})

const links = ({ elements }: Awaited<ReturnType<typeof readPage>>, rel: string) =>
  elements.filter(({ tag, attributes }) => tag === 'link' && attributes['rel'] === rel)

const logoScripts = async (view: CheckoutView) =>
  (await readPage(view)).elements.filter(({ tag, text }) => tag === 'script' && text === pages.checkout.logo.code)

describe('brand', () => {
  const logo = { merchant: { ...OPEN.merchant, logoUrl: 'https://cdn.example/logo.svg' } }

  test('the policy allows the origin of the font, and only that', async () => {
    const fontUrl = 'https://fonts.example:8443/a/brand.woff2?v=2'
    const page = await readPage({ ...OPEN, appearance: { fontUrl } })
    expect(policyOf(page.response)).toContain("connect-src 'self'; font-src https://fonts.example:8443; form-action")
    expect(links(page, 'preload').map(({ attributes }) => attributes)).toEqual([
      { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: fontUrl },
    ])
    expect(page.html).toContain(`src:url("${fontUrl}")format("woff2");font-display:swap`)
  })

  test('images may come from the hosts of the logo and the favicon', async () => {
    const faviconUrl = 'https://icons.example/tab.png'
    const both = await readPage({ ...OPEN, ...logo, appearance: { faviconUrl } })
    expect(policyOf(both.response)).toContain('; img-src https://cdn.example https://icons.example; ')
    expect(links(both, 'icon').map(({ attributes }) => attributes['href'])).toEqual([faviconUrl])
    const one = await readPage({ ...OPEN, ...logo, appearance: { faviconUrl: 'https://cdn.example/tab.png' } })
    expect(policyOf(one.response)).toContain('; img-src https://cdn.example; ')
    const none = await readPage({ ...OPEN, ...logo })
    expect(links(none, 'icon').map(({ attributes }) => attributes['href'])).toEqual(['https://cdn.example/logo.svg'])
  })

  test('a page has the script of the logo only beside a logo, in every state', async () => {
    for (const view of [OPEN, PAID, { ...OPEN, status: 'expired' } as const]) {
      expect(await logoScripts(view)).toEqual([])
      expect(await logoScripts({ ...view, ...logo })).toHaveLength(1)
    }
  })

  test('a page without a brand has no bytes of it', async () => {
    const { html, response } = await readPage(OPEN)
    expect(html).not.toMatch(/@font-face|:root\{--font|--radius:|statement"|class="networks"|rel="preload"/)
    expect(html).not.toContain(pages.checkout.networks.path)
    expect(policyOf(response)).not.toMatch(/font-src|img-src/)
  })

  test('accepted networks have a place in the skeleton, their script and its preload', async () => {
    const page = await readPage({ ...OPEN, appearance: { acceptedNetworks: ['visa', 'amex', 'visa'] } })
    const marks = page.html.split('class="networks"')[1]!.split('</div>')[0]!
    expect(marks.match(/<span>/g)).toHaveLength(2)
    const { path } = pages.checkout.networks
    expect(links(page, 'modulepreload').map(({ attributes }) => attributes['href'])).toContain(path)
    const data = page.elements.find(({ attributes }) => attributes['id'] === 'checkout')!
    expect(JSON.parse(data.text)).toMatchObject({ networks: { accepted: ['visa', 'amex'], script: path } })
  })

  test('form and receipt show the statement’s text; those of a subscription do not', async () => {
    const appearance = { statementDescriptor: 'KILN*TIDE' }
    const sentence = 'Your statement will say KILN*TIDE'
    for (const view of [OPEN, PAID]) expect((await readPage({ ...view, appearance })).texts('p')).toContain(sentence)
    expect((await readPage({ ...SUBSCRIPTION, appearance })).texts('p')).not.toContain(sentence)
  })
})

test('checkout pages have no style or handler attributes', async () => {
  for (const view of [OPEN, SUBSCRIPTION, PAID]) {
    const { elements } = await readPage(view)
    const names = elements.flatMap(({ attributes }) => Object.keys(attributes))
    expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
  }
})

test.each(ATTACKS)('%j stays inside the inline data and is parsed unchanged', async (attack) => {
  const { elements, html } = await readPage(filledWith(attack, OPEN))
  const block = elements.find(({ attributes }) => attributes['id'] === 'checkout')!
  expect(JSON.parse(block.text)).toMatchObject({ prefill: { email: attack }, button: attack })
  const [, raw = ''] = /id="checkout">(.*?)<\/script>/s.exec(html) ?? []
  expect(raw).not.toContain('<')
})

const style = async (appearance: Record<string, string>) =>
  (await readPage({ ...OPEN, appearance })).elements.find(({ tag }) => tag === 'style')!.text

test('colours of the merchant are normalized, and invalid ones are ignored', async () => {
  expect(await style({ formBackgroundColor: 'TEAL' })).toContain('--surface:#008080')
  const attack = await style({ formBackgroundColor: 'red;}*{background:url(//evil.example)}' })
  expect(attack).toBe(await style({}))
})
