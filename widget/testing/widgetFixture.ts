import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type FrameLocator, type Page, type Request } from '@playwright/test'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import type { PagesManifest } from '#contract/builtPages'
import type { FieldName } from '#contract/card/framePort'
import { bestLocale } from '../../worker/pages/locale.ts'
import { testBrowser } from './browser.ts'
import { inputSelector } from './inputSelector.ts'

export const GATEWAY = 'https://pay.test'
export const FALLBACK = 'https://pay-two.test'
export const SHOP = 'https://shop.test'

/** The strictest Content-Security-Policy that pages with a card form may use. */
export const STRICT_CSP = `default-src 'none'; script-src ${GATEWAY}; frame-src ${GATEWAY} ${FALLBACK}; connect-src 'none'; style-src 'none'; form-action ${SHOP}`

export const VALID_CARD = { number: '4242424242424242', expiry: '12/44', code: '123', name: 'Robin Miller' }

type MockResponse = { status: number; body: unknown; delayMs?: number }

const TOKEN: MockResponse = {
  status: 200,
  body: {
    requestId: '0'.repeat(31) + '1',
    token: 'tokenTokenTokenTokenTokenTokenTokenTokenToke',
    network: 'visa',
    accountNumber: '************4242',
    expiry: '1244',
    expiresAt: '2049-01-01T00:00:00.000Z',
    errors: null,
  },
}

/**
 * A browser page with a mocked gateway and a mocked merchant's server: no request leaves the browser. Scripts and frames come
 * from the build.
 */
export class WidgetFixture {
  readonly context: BrowserContext
  readonly page: Page
  /** Headers and bodies of token requests, in order. */
  readonly tokenRequests: { headers: Record<string, string>; body: unknown }[] = []
  /** Forms received by the shop. */
  readonly submittedForms: { method: string; path: string; fields: Record<string, string> }[] = []
  /** Console errors and uncaught exceptions of all pages. */
  readonly consoleErrors: string[] = []
  /** Responses to the next token requests; the last one repeats. */
  tokenResponses: (MockResponse | 'unreachable')[] = [TOKEN]
  /** Gateways whose frame requests fail. */
  readonly unreachableGateways = new Set<string>()
  /** The gateway of each frame request, in order. */
  readonly frameRequests: string[] = []
  readonly #pages: PagesManifest
  readonly #folder: string

  constructor(context: BrowserContext, page: Page, pages: PagesManifest, folder: string) {
    this.context = context
    this.page = page
    this.#pages = pages
    this.#folder = folder
  }

  async start(): Promise<void> {
    this.page.on('console', (message) => message.type() === 'error' && this.consoleErrors.push(message.text()))
    this.page.on('pageerror', (error) => this.consoleErrors.push(String(error)))
    for (const gateway of [GATEWAY, FALLBACK]) {
      await this.context.route(`${gateway}/card?**`, async (route) => {
        this.frameRequests.push(gateway)
        if (this.unreachableGateways.has(gateway)) return route.abort()
        const locale = this.#locale(route.request())
        const body = await readFile(join(this.#folder, 'assets', 'card', `${locale}.html`), 'utf8')
        const { scriptHash, styleHash } = this.#pages.card
        const csp = `default-src 'none'; connect-src 'self'; form-action 'none'; base-uri 'none'; script-src '${scriptHash}' 'strict-dynamic'; style-src '${styleHash}'; require-trusted-types-for 'script'; trusted-types lit-html; frame-ancestors ${SHOP}`
        return route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': csp }, body })
      })
      await this.context.route(`${gateway}/card/texts?**`, async (route) => {
        const locale = this.#locale(route.request())
        const body = await readFile(join(this.#folder, 'assets', 'texts', `${locale}.json`), 'utf8')
        return route.fulfill({ contentType: 'application/json', headers: { 'content-language': locale }, body })
      })
      await this.context.route(`${gateway}/embed.js`, async (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: await readFile(join(this.#folder, 'assets', this.#pages.embed.path), 'utf8'),
        }),
      )
      await this.context.route(`${gateway}/v1/tokens`, async (route) => {
        const request = route.request()
        this.tokenRequests.push({ headers: await request.allHeaders(), body: request.postDataJSON() })
        const response = this.tokenResponses.length > 1 ? this.tokenResponses.shift()! : this.tokenResponses[0]!
        if (response === 'unreachable') return route.abort('internetdisconnected')
        if (response.delayMs) await new Promise((resolve) => setTimeout(resolve, response.delayMs))
        return route.fulfill({ status: response.status, json: response.body })
      })
    }
    await this.context.route(`${SHOP}/sent**`, (route) => {
      const request = route.request()
      const url = new URL(request.url())
      const fields = request.method() === 'POST' ? new URLSearchParams(request.postData() ?? '') : url.searchParams
      this.submittedForms.push({ method: request.method(), path: url.pathname, fields: Object.fromEntries(fields) })
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sent</title>Sent' })
    })
  }

  /**
   * Opens a merchant's page with some HTML in its body, and our script. The script blocks rendering, since an element painted
   * before its definition has no height.
   */
  async open(body: string, { csp = STRICT_CSP, head = '' } = {}): Promise<void> {
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>${head}<script type="module" blocking="render" src="${GATEWAY}/embed.js"></script><body>${body}`
    await this.context.route(`${SHOP}/`, (route) =>
      route.fulfill({ contentType: 'text/html', headers: csp ? { 'content-security-policy': csp } : {}, body: html }),
    )
    await this.page.goto(`${SHOP}/`)
  }

  #locale(request: Request): string {
    return bestLocale([new URL(request.url()).searchParams.get('locale') ?? ''], this.#pages.card.locales)
  }

  /** The card frame's content. */
  get frame(): FrameLocator {
    return this.page.locator('sluice-card').first().frameLocator('iframe')
  }

  /** An input of the card frame by its name. */
  input(name: FieldName) {
    return this.frame.locator(inputSelector(name))
  }

  /** Fills fields one after the other, like a password manager. */
  async fillIn(card: Partial<Record<FieldName, string>>) {
    for (const [name, text] of Object.entries(card)) {
      await this.input(name as FieldName).fill(text)
      // An empty optional form is valid, too: wait for the partly filled state first.
      if (name === 'number') await this.page.locator('sluice-card:invalid').first().waitFor({ state: 'attached' })
    }
  }

  /** Fills in a card, and waits until the page's element is valid. */
  async complete(card: Parameters<WidgetFixture['fillIn']>[0] = VALID_CARD) {
    await this.fillIn(card)
    await this.page.locator('sluice-card:valid').first().waitFor({ state: 'attached' })
  }

  /** Removes listeners and routes, so that the next test can use the page. */
  async stop(): Promise<void> {
    this.page.removeAllListeners()
    await this.page.goto('about:blank')
    await this.context.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

export type WidgetFixtureOptions = { width?: number; dark?: boolean; ownClock?: boolean }

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext({ locale: 'en-US' })).newPage()

/**
 * Provides a fixture for each test of a file. The tests share one page, since a browser context takes longer than most tests.
 * Each test loads its own document, and our pages store nothing in the browser.
 *
 * @returns a function that opens the fixture of the current test; the end of the test closes it. A test that installs a clock
 * needs `ownClock`: a clock cannot be removed, so the test gets its own context
 */
export const useWidgetFixture = (): ((options?: WidgetFixtureOptions) => Promise<WidgetFixture>) => {
  let browser: Browser
  let shared: Page
  let pages: PagesManifest
  let close: (() => Promise<void>)[] = []
  const folder = inject('built')
  beforeAll(async () => {
    browser = await testBrowser()
    shared = await newPage(browser)
    pages = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as PagesManifest
  })
  afterAll(() => shared.context().close())
  afterEach(async () => {
    for (const step of close.splice(0)) await step()
  })
  return async ({ width = 800, dark = false, ownClock = false } = {}) => {
    const page = ownClock ? await newPage(browser) : shared
    await page.setViewportSize({ width, height: 700 })
    await page.emulateMedia({
      colorScheme: dark ? 'dark' : 'light',
      forcedColors: 'none',
      contrast: 'no-preference',
      reducedMotion: 'no-preference',
    })
    const fixture = new WidgetFixture(page.context(), page, pages, folder)
    close.push(ownClock ? () => fixture.context.close() : () => fixture.stop())
    await fixture.start()
    return fixture
  }
}
