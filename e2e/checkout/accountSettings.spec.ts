import type { Page, Response } from '@playwright/test'
import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { defaults } from '../../worker/cli/dev/defaults.ts'
import { type Gateway, startGateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { axeViolations } from '../../widget/testing/axe.ts'
import { hostileTexts } from './attacks/attackStrings.ts'
import { documentStructure } from './attacks/documentStructure.ts'
import { monitorPage } from './attacks/pageMonitor.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'
import { createState } from '../support/servers.ts'
import { findLayoutFlaws } from '../pages/layoutFlaws.ts'

/** Checkouts of an account whose settings and test clock change, so on a separate gateway. */

// Serial, since all tests change the same account.
base.describe.configure({ mode: 'default' })

let ownServer: { gateway: Gateway; remove: () => Promise<void> }

base.beforeAll(async () => {
  const { state, envFile, remove } = await createState()
  const gateway = await startGateway(
    { config: defaults.config, state },
    { port: await findFreePort(), envFile, onOutput: () => {} },
  )
  ownServer = { gateway, remove }
})
base.afterAll(async () => {
  await ownServer.gateway.worker.kill()
  await ownServer.remove()
})

const test = base.extend<{ checkout: CheckoutPage; set: (settings: object) => Promise<unknown> }>({
  checkout: async ({ page }, use) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await use(new CheckoutPage(page, ownServer.gateway.url))
  },
  set: async ({ checkout }, use) => use((settings) => checkout.client.call('PUT', '/v1/account', settings)),
})

const defaultSettings = {
  name: 'Kiln & Tide',
  logoUrl: null,
  supportEmail: 'hello@kiln.example',
  supportUrl: null,
  legalTexts: {},
}

test('checkout: the merchant’s name, contact, logo and legal texts are rendered as text only', async ({
  checkout,
  set,
}) => {
  const { page, client } = checkout
  const monitor = await monitorPage(page, ownServer.gateway.url)
  const structures = async (text: string, email: string): Promise<string[][]> => {
    await set({
      name: text.slice(0, 100),
      supportEmail: email,
      supportUrl: `https://shop.example/${text.replaceAll(/[^!-~]|\\/g, '-')}`,
      logoUrl: null,
      legalTexts: { en: { bankDebit: text, subscription: text } },
    })
    const created = await checkout.open({ total: 5, allowAch: true, subscription: {} })
    await page.locator('#bank-tab').click()
    await expect(page.locator('.legal.debit')).toContainText(text.slice(0, 50))
    await expect(page.locator('.merchant')).toHaveText(text.slice(0, 100))
    const ownTexts = [
      created.url,
      created.url.replace(ownServer.gateway.url, ''),
      created.id,
      `mailto:${encodeURIComponent(email).replace('%40', '@')}`,
    ]
    const form = await documentStructure(page, null, ownTexts)
    await set({ supportEmail: null })
    await client.call('DELETE', `/v1/dynamiccheckout/${created.id}`)
    await page.goto(created.url)
    const link = page.locator('.foot a')
    expect(new URL((await link.getAttribute('href'))!).origin).toBe('https://shop.example')
    return [form, await documentStructure(page, null, [...ownTexts, (await link.getAttribute('href'))!])]
  }
  const plain = await structures('A shop like any other', 'hello@kiln.example')
  const allTexts = hostileTexts.filter((text) => !text.includes('\0')).join(' ')
  // Valid addresses with the hostile characters that one may have.
  for (const [text, email] of [
    [allTexts, "'onfocus='alert`1`'autofocus='@evil.example"],
    [
      '</title></style></script><script>alert(1)</script>{merchant}$&',
      "{merchant}$&%22%3E?subject=a&bcc='/onload=@evil.example",
    ],
  ] as const)
    expect(await structures(text, email), text).toEqual(plain)

  // A logo URL adds its origin to img-src and cannot inject other directives.
  for (const logoUrl of [
    'https://logo.example/"><script>alert(1)</script>',
    "https://a.example;script-src'unsafe-inline'/x",
  ]) {
    await set({ ...defaultSettings, logoUrl }).catch(() => undefined)
    const { url } = await client.create()
    const policy = (await fetch(url)).headers.get('content-security-policy')!
    expect(policy.match(/script-src/g), logoUrl).toHaveLength(1)
    expect(policy.match(/img-src [^;]*/)?.[0] ?? 'img-src https://logo.example').toBe('img-src https://logo.example')
  }
  await set(defaultSettings)
  expect(monitor.violations).toEqual([])
  await monitor.end()
})

/** The findings of csp_evaluator above the severity INFO. */
const policyWeaknesses = (policy: string): string[] =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, description }) => `${directive}: ${description}`)

const expectedHeaders = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

const expectSecurityHeaders = (response: Response, state: string): void => {
  const headers = response.headers()
  expect(headers, state).toMatchObject(expectedHeaders)
  expect(headers['set-cookie'], state).toBeUndefined()
  expect(headers['permissions-policy'], state).toContain('camera=()')
  const policy = headers['content-security-policy']!
  expect(policyWeaknesses(policy), state).toEqual([])
  expect(policy, state).toContain("require-trusted-types-for 'script'")
  expect(policy, state).toContain("frame-ancestors 'none'")
}

/** Accessibility and layout errors, wide in light mode and narrow in dark mode. */
const findPageFlaws = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    found.push(...(await axeViolations(page, { bestPractices: true })), ...(await findLayoutFlaws(page)))
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  return found
}

/** A card that the simulator leaves pending. */
const silent = '4000003900000684'

test('checkout: every state has strict security headers and passes the accessibility and layout checks', async ({
  checkout,
  set,
}) => {
  const { page, client } = checkout
  await set(defaultSettings)
  const order = { items: [{ name: 'Tide mug', price: 26.25 }], thankYouUrl: 'https://shop.example/' }
  const visit = async (state: string, url: string): Promise<void> => {
    const response = await page.goto(url)
    expectSecurityHeaders(response!, state)
    expect(await findPageFlaws(page), state).toEqual([])
  }
  await visit('missing', `${ownServer.gateway.url}/checkout/00nothingNothingNothing12`)

  const canceled = await client.create(order)
  await visit('open', canceled.url)
  await client.call('DELETE', `/v1/dynamiccheckout/${canceled.id}`)
  await visit('canceled', canceled.url)
  await expect(page.getByRole('heading', { name: 'This checkout was canceled' })).toBeVisible()

  const paid = await checkout.open(order)
  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
  await visit('completed', paid.url)

  const paying = await checkout.open(order)
  await checkout.fillCard(silent)
  await checkout.pay()
  await expect.poll(async () => (await client.read(paying.id)).status).toBe('processing')
  // The page reloads itself once the outcome is final.
  await page.route('**/state', () => {})
  await visit('processing', `${paying.url}?locale=ar`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('about:blank')
  await page.unrouteAll()

  const expired = await client.create(order)
  await new GatewayClient(ownServer.gateway.url).advance(2 * 86_400)
  await visit('expired', expired.url)
  await expect(page.getByRole('heading', { name: 'expired' })).toBeVisible()
  await client.call('DELETE', '/v1/testclock')
  const cookies = await page.context().cookies()
  // The receipt's own, which no script and no other page reads.
  expect(cookies.map(({ name, path, httpOnly, sameSite }) => [name, path, httpOnly, sameSite])).toEqual([
    ['receipt', `/checkout/${paid.id}`, true, 'Lax'],
  ])
})

test('policyWeaknesses: weak Content-Security-Policies are reported', () => {
  expect(policyWeaknesses("default-src 'none'; script-src 'self' 'unsafe-inline'")).not.toEqual([])
  expect(policyWeaknesses("script-src 'nonce-abcdefghijklmnopqrstuv=='")).not.toEqual([])
})

/** Currencies with an order and its formatted amounts in two languages. */
const currencies = [
  {
    code: 392,
    body: { items: [{ name: 'Cup', price: 2800, quantity: 3 }], tax: 840 },
    en: ['¥8,400', '¥2,800 each', '¥840', '¥9,240'],
    ar: ['8,400 JP¥', '2,800 JP¥', '840 JP¥', '9,240 JP¥'],
  },
  {
    code: 414,
    body: { items: [{ name: 'Cup', price: 2.8, quantity: 3 }], tax: 0.25 },
    en: ['KWD 8.400', 'KWD 2.800 each', 'KWD 0.250', 'KWD 8.650'],
    ar: ['8.400 د.ك.', '2.800 د.ك.', '0.250 د.ك.', '8.650 د.ك.'],
  },
] as const

for (const { code, body, ...amounts } of currencies)
  test(`checkout: amounts in currency ${code} have the currency’s digits and fit the layout`, async ({
    checkout,
    set,
  }) => {
    const { page, client } = checkout
    await set({ ...defaultSettings, defaultCurrency: code })
    try {
      const { url, id } = await client.create(body)
      for (const locale of ['ar', 'en'] as const) {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(`${url}?locale=${locale}`)
        await checkout.waitForForm()
        const text = (await page.locator('body').innerText())
          .replaceAll(/[\u00a0\u202f]/g, ' ')
          .replaceAll('\u200f', '')
        for (const amount of amounts[locale]) expect(text).toContain(amount)
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 })
          expect(await findLayoutFlaws(page), `${locale} ${width}`).toEqual([])
        }
      }
      await checkout.fillCard()
      await checkout.pay()
      await checkout.waitForReceipt()
      await expect(page.locator('.done')).toContainText(`You paid ${amounts.en[3].replace(' ', '\u00a0')} to`)
      const { amountCaptured, currency } = await client.transaction((await client.read(id)).transactionId)
      expect([amountCaptured, currency]).toEqual([code === 392 ? 9240 : 8.65, code])
    } finally {
      await set({ defaultCurrency: 840 })
    }
  })

/** A page with an iframe. */
const framing = (attributes: string) => `<!doctype html><title>Shop</title><iframe ${attributes}></iframe>`

test('checkout: only pages at allowed origins can frame it, and only with iframe: true', async ({ checkout, set }) => {
  const { page, client } = checkout
  const pay = 'https://pay.example'
  const shop = 'https://shop.example'
  const pathOf = async (body: object) => new URL((await client.create({ total: 5, ...body })).url).pathname
  const pages = (checkout: string): Record<string, string> => ({
    '/form': framing(`src="${pay}${checkout}"`),
    '/in-sandbox': framing(`sandbox="allow-scripts allow-forms" src="/form"`),
    '/in-data': framing(`src="data:text/html,${encodeURIComponent(framing(`src="${pay}${checkout}"`))}"`),
    '/in-itself': framing('src="/form"'),
    '/in-shop': framing(`src="${shop}/form"`),
    '/in-stranger': framing('src="https://stranger.test/form"'),
  })
  let currentPages: Record<string, string> = {}
  await page.route('**', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== pay)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: currentPages[url.pathname] ?? '' })
    return route.fulfill({ response: await route.fetch({ url: ownServer.gateway.url + url.pathname + url.search }) })
  })
  const loads = async (url: string) => {
    await page.goto(url)
    const innerFrames = () =>
      page
        .frames()
        .filter((frame) => frame.url().startsWith(`${pay}/checkout/`) || frame.url().startsWith('chrome-error'))
    await expect.poll(() => innerFrames().length, url).toBeGreaterThan(0)
    const counts = await Promise.all(innerFrames().map((frame) => frame.locator('.foot').count()))
    return counts.some((count) => count > 0)
  }
  const shopUrls: readonly (readonly [string, boolean])[] = [
    [`${shop}/form`, true],
    [`${shop}/in-itself`, true],
    ['http://shop.example/form', false],
    [`${shop}:8443/form`, false],
    ['https://stranger.test/form', false],
    ['https://shop.example.stranger.test/form', false],
    ['https://eshop.example/form', false],
    [`${shop}/in-sandbox`, false],
    [`${shop}/in-data`, false],
    ['https://stranger.test/in-shop', false],
    [`${shop}/in-stranger`, false],
  ]
  const matrix = [
    { iframe: true, allowed: [shop], urls: shopUrls },
    {
      iframe: false,
      allowed: [shop],
      urls: [
        [`${shop}/form`, false],
        [`${pay}/`, true],
      ],
    },
    // In test mode an account without allowed origins can be framed by any page.
    { iframe: true, allowed: [], urls: [['https://stranger.test/form', true]] },
    { iframe: false, allowed: [], urls: [['https://stranger.test/form', false]] },
  ] as const
  try {
    for (const { iframe, allowed, urls } of matrix) {
      await set({ allowedOrigins: allowed })
      const path = await pathOf({ iframe })
      currentPages = pages(path)
      for (const [url, isAllowed] of urls)
        expect(await loads(url === `${pay}/` ? pay + path : url), `${url}, iframe ${iframe}, ${allowed.length}`).toBe(
          isAllowed,
        )
    }
  } finally {
    await set({ allowedOrigins: [] })
  }
})

test('checkout: payment in a frame keeps the merchant’s page open, also with a thankYouUrl', async ({
  checkout,
  set,
  merchant,
}) => {
  const { page, client } = checkout
  await set({ allowedOrigins: [merchant.url] })
  try {
    const { url } = await client.create({ total: 5, iframe: true, thankYouUrl: 'https://shop.example/thanks' })
    const parentUrl = merchant.serve(framing(`src="${url}"`))
    await page.goto(parentUrl)
    const frame = page.frameLocator('iframe')
    for (const [id, text] of Object.entries({ number: '4242424242424242', exp: '1230', csc: '123', name: 'Ada' }))
      await frame.locator(`#cc-${id}`).fill(text)
    await frame.locator('.pay').click()
    await frame.locator('.done').waitFor()
    // Longer than the delay before an unframed receipt navigates.
    await page.waitForTimeout(3500)
    expect(page.url()).toBe(parentUrl)
    expect(page.frames()[1]!.url()).toContain(url)
  } finally {
    await set({ allowedOrigins: [] })
  }
})
