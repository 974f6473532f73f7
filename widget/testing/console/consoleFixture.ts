import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page, Request, Route } from '@playwright/test'
import { afterEach, inject } from 'vitest'
import type { PagesManifest } from '#contract/builtPages'
import { printPage } from '../../../worker/pages/console/printPage.ts'
import { testBrowser } from '../browser.ts'
import { ownerSession } from './sessionSamples.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

export const CONSOLE = 'https://console.test'

/** A response of the mocked gateway. */
export type MockedResponse = {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Responds to a request; `abort` breaks the connection, a promise delays it. */
export type Handler = (request: Request, url: URL) => MockedResponse | 'abort' | Promise<MockedResponse | 'abort'>

/** The envelope of an error. */
export const failure = (status: number, type: string, text = 'Text of the API.'): MockedResponse => ({
  status,
  body: {
    requestId: 'f'.repeat(32),
    errors: [{ type, message: { text, field: null, code: type, docs: '', details: null } }],
  },
})

/** The policy that the worker sends with the page. */
const policy = (hashes: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashes.map((hash) => `'${hash}'`).join(' ')}`,
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')

/** The built console in a browser, with a mocked gateway. */
export class ConsoleFixture {
  readonly context: BrowserContext
  readonly page: Page
  /** Requests to the API and for sessions, in order. */
  readonly requests: Request[] = []
  /** Errors of the console and of its policy. */
  readonly errors: string[] = []
  /** Handlers by method and path without query. */
  readonly handlers = new Map<string, Handler>()

  constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
    page.on('pageerror', (error) => this.errors.push(error.message))
    page.on('console', (message) => {
      // The browser reports each failed response, and an aborted request.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.errors.push(message.text())
    })
    this.respond('GET /session', () => ({ body: ownerSession }))
    this.respond('GET /v1/transactions', () => ({ body: { transactions: [], nextCursor: null, errors: null } }))
    this.respond('GET /v1/dynamiccheckout', () => ({ body: { checkouts: [], nextCursor: null, errors: null } }))
    this.respond('GET /v1/customersubscriptions', () => ({
      body: { customerSubscriptions: [], nextCursor: null, errors: null },
    }))
    this.respond('GET /v1/disputes', () => ({ body: { disputes: [], errors: null } }))
    this.respond('GET /v1/webhook', () => ({ body: { webhooks: [], errors: null } }))
    this.respond('GET /v1/connections', () => ({ body: { connections: [], errors: null } }))
  }

  respond(request: string, handler: Handler): void {
    this.handlers.set(request, handler)
  }

  /** The requests of a method and path. */
  sent(name: string): Request[] {
    return this.requests.filter((request) => `${request.method()} ${new URL(request.url()).pathname}` === name)
  }

  async start(folder: string): Promise<void> {
    const { console: built } = JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as PagesManifest
    await this.context.route(`${CONSOLE}/**`, async (route) => {
      const url = new URL(route.request().url())
      if (url.pathname.startsWith('/console-assets/'))
        return route.fulfill({
          body: await readFile(join(folder, 'assets', url.pathname)),
          contentType: contentTypes[url.pathname.slice(url.pathname.lastIndexOf('.'))]!,
        })
      if (!route.request().isNavigationRequest()) return this.#api(route, url)
      return route.fulfill({
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': policy(built.scriptHashes) },
        body: printPage(built, url.pathname),
      })
    })
  }

  async #api(route: Route, url: URL): Promise<void> {
    const request = route.request()
    this.requests.push(request)
    const handler = this.handlers.get(`${request.method()} ${url.pathname}`)
    const response = handler ? await handler(request, url) : failure(404, 'not_found')
    if (response === 'abort') return route.abort()
    const { status = 200, body, headers = {} } = response
    if (typeof body === 'string') return route.fulfill({ status, headers, body })
    return route.fulfill({ status, headers, json: body ?? null })
  }

  async open(path: string): Promise<Page> {
    await this.page.goto(CONSOLE + path)
    return this.page
  }
}

export type ConsoleOptions = { width?: number; dark?: boolean; locale?: string; timezone?: string }

/** Provides a fixture for each test of a file, in a browser context of its own: the console stores settings in the browser. */
export const useConsole = (): ((options?: ConsoleOptions) => Promise<ConsoleFixture>) => {
  const contexts: BrowserContext[] = []
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  })
  return async ({ width = 1280, dark = false, locale = 'en-US', timezone = 'UTC' } = {}) => {
    const context = await (
      await testBrowser()
    ).newContext({
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale,
      timezoneId: timezone,
    })
    contexts.push(context)
    const fixture = new ConsoleFixture(context, await context.newPage())
    await fixture.start(inject('built'))
    return fixture
  }
}
