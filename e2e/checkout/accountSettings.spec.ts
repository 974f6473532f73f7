import type { Page, Response } from '@playwright/test'
import { CspEvaluator } from 'csp_evaluator'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { defaults } from '../../worker/cli/dev/defaults.ts'
import { type Gateway, startGateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { axeViolations } from '../../widget/testing/axe.ts'
import { hostileTexts } from './attacks/attackStrings.ts'
import { structureOf } from './attacks/documentStructure.ts'
import { watch } from './attacks/pageMonitor.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'
import { makeState } from '../support/servers.ts'
import { flaws } from '../pages/layoutFlaws.ts'

/** Checkouts of accounts with settings and clocks of their own, so on a gateway of their own. */

// One after the other: they share that gateway, and change its account.
base.describe.configure({ mode: 'default' })

let own: { gateway: Gateway; remove: () => Promise<void> }

base.beforeAll(async () => {
  const { state, envFile, remove } = await makeState()
  const gateway = await startGateway(
    { config: defaults.config, state },
    { port: await findFreePort(), envFile, onOutput: () => {} },
  )
  own = { gateway, remove }
})
base.afterAll(async () => {
  await own.gateway.worker.kill()
  await own.remove()
})

const test = base.extend<{ checkout: CheckoutPage; set: (settings: object) => Promise<unknown> }>({
  checkout: async ({ page }, use) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await use(new CheckoutPage(page, own.gateway.url))
  },
  set: async ({ checkout }, use) => use((settings) => checkout.maker.call('PUT', '/v1/account', settings)),
})

const usual = {
  name: 'Kiln & Tide',
  logoUrl: null,
  supportEmail: 'hello@kiln.example',
  supportUrl: null,
  legalTexts: {},
}

test('a merchant’s name, contact, logo and legal texts stay texts', async ({ checkout, set }) => {
  const { page, maker } = checkout
  const watching = await watch(page, own.gateway.url)
  const structures = async (text: string, email: string): Promise<string[][]> => {
    await set({
      name: text.slice(0, 100),
      supportEmail: email,
      supportUrl: `https://shop.example/${text.replaceAll(/[^!-~]|\\/g, '-')}`,
      logoUrl: null,
      legalTexts: { en: { bankDebit: text, subscription: text } },
    })
    const made = await checkout.open({ total: 5, allowAch: true, subscription: {} })
    await page.locator('#bank-tab').click()
    await expect(page.locator('.legal.debit')).toContainText(text.slice(0, 50))
    await expect(page.locator('.merchant')).toHaveText(text.slice(0, 100))
    const mine = [made.url, made.url.replace(own.gateway.url, ''), made.id, `mailto:${encodeURI(email)}`]
    const form = await structureOf(page, null, mine)
    await set({ supportEmail: null })
    await maker.call('DELETE', `/v1/dynamiccheckout/${made.id}`)
    await page.goto(made.url)
    const link = page.locator('.foot a')
    expect(new URL((await link.getAttribute('href'))!).origin).toBe('https://shop.example')
    return [form, await structureOf(page, null, [...mine, (await link.getAttribute('href'))!])]
  }
  const plain = await structures('A shop like any other', 'hello@kiln.example')
  const one = hostileTexts.filter((text) => !text.includes('\0')).join(' ')
  for (const [text, email] of [
    [one, '"><svg/onload=alert(1)>@evil.example'],
    ['</title></style></script><script>alert(1)</script>{merchant}$&', "'onfocus='alert(1)'autofocus='@x?subject=<b>"],
  ] as const)
    expect(await structures(text, email), text).toEqual(plain)

  // A logo is fetched from where it is, and its origin cannot become more of the policy.
  for (const logoUrl of [
    'https://logo.example/"><script>alert(1)</script>',
    "https://a.example;script-src'unsafe-inline'/x",
  ]) {
    await set({ ...usual, logoUrl }).catch(() => undefined)
    const { url } = await maker.make()
    const policy = (await fetch(url)).headers.get('content-security-policy')!
    expect(policy.match(/script-src/g), logoUrl).toHaveLength(1)
    expect(policy.match(/img-src [^;]*/)?.[0] ?? 'img-src https://logo.example').toBe('img-src https://logo.example')
  }
  await set(usual)
  expect(watching.misdeeds).toEqual([])
  await watching.end()
})

/** What the rules of csp_evaluator find in a policy, from "perhaps medium" up. */
const weaknesses = (policy: string): string[] =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, description }) => `${directive}: ${description}`)

const theSame = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

const expectGuarded = (response: Response, state: string): void => {
  const headers = response.headers()
  expect(headers, state).toMatchObject(theSame)
  expect(headers['set-cookie'], state).toBeUndefined()
  expect(headers['permissions-policy'], state).toContain('camera=()')
  const policy = headers['content-security-policy']!
  expect(weaknesses(policy), state).toEqual([])
  expect(policy, state).toContain("require-trusted-types-for 'script'")
  expect(policy, state).toContain("frame-ancestors 'none'")
}

/** What is wrong with how a page looks: wide and narrow, light and dark. */
const lookAround = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    found.push(...(await axeViolations(page, { practices: true })), ...(await flaws(page)))
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  return found
}

/** A card that the simulator says nothing about for a long time. */
const silent = '4000003900000684'

test('whatever state it is in, it is guarded, and fit to be read', async ({ checkout, set }) => {
  const { page, maker } = checkout
  await set(usual)
  const order = { items: [{ name: 'Tide mug', price: 26.25 }], thankYouUrl: 'https://shop.example/' }
  const see = async (state: string, url: string): Promise<void> => {
    const response = await page.goto(url)
    expectGuarded(response!, state)
    expect(await lookAround(page), state).toEqual([])
  }
  await see('missing', `${own.gateway.url}/checkout/00nothingNothingNothing12`)

  const canceled = await maker.make(order)
  await see('open', canceled.url)
  await maker.call('DELETE', `/v1/dynamiccheckout/${canceled.id}`)
  await see('canceled', canceled.url)
  await expect(page.getByRole('heading', { name: 'This checkout was canceled' })).toBeVisible()

  const paid = await checkout.open(order)
  await checkout.fillCard()
  await checkout.pay()
  await checkout.paid()
  await see('completed', paid.url)

  const paying = await checkout.open(order)
  await checkout.fillCard(silent)
  await checkout.pay()
  await expect.poll(async () => (await maker.read(paying.id)).status).toBe('processing')
  // It would be drawn anew as soon as there is an end.
  await page.route('**/state', () => {})
  await see('processing', `${paying.url}?locale=ar`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('about:blank')
  await page.unrouteAll()

  const late = await maker.make(order)
  await maker.call('POST', '/v1/testclock/advance', { seconds: 2 * 86_400 })
  await see('expired', late.url)
  await expect(page.getByRole('heading', { name: 'expired' })).toBeVisible()
  await maker.call('DELETE', '/v1/testclock')
  expect(await page.context().cookies()).toEqual([])
})

test('the judge of policies finds what is wrong with one', () => {
  expect(weaknesses("default-src 'none'; script-src 'self' 'unsafe-inline'")).not.toEqual([])
  expect(weaknesses("script-src 'nonce-abcdefghijklmnopqrstuv=='")).not.toEqual([])
})

/** An account's currency, what is bought, and the amounts as a page in a language says them. */
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

for (const { code, body, ...shown } of currencies)
  test(`amounts in currency ${code} have its own digits, and stay in one piece`, async ({ checkout, set }) => {
    const { page, maker } = checkout
    await set({ ...usual, defaultCurrency: code })
    try {
      const { url, id } = await maker.make(body)
      for (const locale of ['ar', 'en'] as const) {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(`${url}?locale=${locale}`)
        await checkout.ready()
        const said = (await page.locator('body').innerText())
          .replaceAll(/[\u00a0\u202f]/g, ' ')
          .replaceAll('\u200f', '')
        for (const amount of shown[locale]) expect(said).toContain(amount)
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 })
          expect(await flaws(page), `${locale} ${width}`).toEqual([])
        }
      }
      await checkout.fillCard()
      await checkout.pay()
      await checkout.paid()
      await expect(page.locator('.done')).toContainText(`You paid ${shown.en[3].replace(' ', '\u00a0')} to`)
      const { amountCaptured, currency } = await maker.transaction((await maker.read(id)).transactionId)
      expect([amountCaptured, currency]).toEqual([code === 392 ? 9240 : 8.65, code])
    } finally {
      await set({ defaultCurrency: 840 })
    }
  })

/** A page that holds a frame. */
const framing = (attributes: string) => `<!doctype html><title>Shop</title><iframe ${attributes}></iframe>`

test('may be framed by the account’s own pages alone, and only where the merchant said so', async ({
  checkout,
  set,
}) => {
  const { page, maker } = checkout
  const pay = 'https://pay.example'
  const shop = 'https://shop.example'
  const pathOf = async (body: object) => new URL((await maker.make({ total: 5, ...body })).url).pathname
  const pages = (checkout: string): Record<string, string> => ({
    '/form': framing(`src="${pay}${checkout}"`),
    '/in-sandbox': framing(`sandbox="allow-scripts allow-forms" src="/form"`),
    '/in-data': framing(`src="data:text/html,${encodeURIComponent(framing(`src="${pay}${checkout}"`))}"`),
    '/in-itself': framing('src="/form"'),
    '/in-shop': framing(`src="${shop}/form"`),
    '/in-stranger': framing('src="https://stranger.test/form"'),
  })
  let now: Record<string, string> = {}
  await page.route('**', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin !== pay)
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: now[url.pathname] ?? '' })
    return route.fulfill({ response: await route.fetch({ url: own.gateway.url + url.pathname + url.search }) })
  })
  const loads = async (url: string) => {
    await page.goto(url)
    const inner = () =>
      page
        .frames()
        .filter((frame) => frame.url().startsWith(`${pay}/checkout/`) || frame.url().startsWith('chrome-error'))
    await expect.poll(() => inner().length, url).toBeGreaterThan(0)
    const counts = await Promise.all(inner().map((frame) => frame.locator('.foot').count()))
    return counts.some((count) => count > 0)
  }
  const ofShop: readonly (readonly [string, boolean])[] = [
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
    { iframe: true, allowed: [shop], urls: ofShop },
    {
      iframe: false,
      allowed: [shop],
      urls: [
        [`${shop}/form`, false],
        [`${pay}/`, true],
      ],
    },
    // In test mode an account without origins is tried out from anywhere.
    { iframe: true, allowed: [], urls: [['https://stranger.test/form', true]] },
    { iframe: false, allowed: [], urls: [['https://stranger.test/form', false]] },
  ] as const
  try {
    for (const { iframe, allowed, urls } of matrix) {
      await set({ allowedOrigins: { test: allowed } })
      const path = await pathOf({ iframe })
      now = pages(path)
      for (const [url, may] of urls)
        expect(await loads(url === `${pay}/` ? pay + path : url), `${url}, iframe ${iframe}, ${allowed.length}`).toBe(
          may,
        )
    }
  } finally {
    await set({ allowedOrigins: { test: [] } })
  }
})

test('whoever pays in a frame stays on the page around it, wherever the merchant would have them go', async ({
  checkout,
  set,
  merchant,
}) => {
  const { page, maker } = checkout
  await set({ allowedOrigins: { test: [merchant.url] } })
  try {
    const { url } = await maker.make({ total: 5, iframe: true, thankYouUrl: 'https://shop.example/thanks' })
    const around = merchant.serve(framing(`src="${url}"`))
    await page.goto(around)
    const frame = page.frameLocator('iframe')
    for (const [id, text] of Object.entries({ number: '4242424242424242', exp: '1230', csc: '123', name: 'Ada' }))
      await frame.locator(`#cc-${id}`).fill(text)
    await frame.locator('.pay').click()
    await frame.locator('.done').waitFor()
    // Longer than a page that stands alone waits before it goes there.
    await page.waitForTimeout(3500)
    expect(page.url()).toBe(around)
    expect(page.frames()[1]!.url()).toContain(url)
  } finally {
    await set({ allowedOrigins: { test: [] } })
  }
})
