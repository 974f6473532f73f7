import type { Frame, Locator, Page } from '@playwright/test'
import { expect } from 'vitest'
import { type WidgetFixture, GATEWAY, SHOP } from './widgetFixture.ts'
import { bundleModule } from './buildWidgets.ts'
import type { CheckoutFrameStub } from './checkoutFrameStub.ts'

export const CHECKOUT = `${GATEWAY}/checkout/00c`

/** Heights in CSS pixels of the stub in one column, and in two. */
export const HEIGHTS = { narrow: 1000, wide: 640 }

const STYLE = `body { margin: 0 } section, form { height: ${HEIGHTS.wide}px; overflow: hidden }
  main { display: grid; grid-template-columns: 1fr 1fr }
  @media (width < 768px) { main { display: block } section { height: ${HEIGHTS.narrow - HEIGHTS.wide}px } }`

const FORM = `<form><h2>Pay</h2><p><label>Email <input name="email"></label></p><p><label>Name <input name="name"></label></p><p><button type="button">Pay $26.25</button></p></form>`

const html = (status: string, locale: string, script: string) =>
  `<!doctype html><html lang="en"><title>Pay Bloom (${locale})</title><style nonce="n">${STYLE}</style><body data-status="${status}">` +
  `<main><section><h1>Total $26.25</h1></section>${status === 'open' ? FORM : '<form><h2>Paid</h2></form>'}</main><script type="module" nonce="n">${script}</script>`

/** An event received by the merchant's page. */
export type ReceivedEvent = { type: string } & Record<string, unknown>

/**
 * A stub of the gateway's checkout page: a minimal form under the real Content-Security-Policy, with the real frame end of
 * the message channel.
 */
export class CheckoutFrameFixture {
  readonly fixture: WidgetFixture
  /** Status of the next checkout document. */
  status = 'open'
  /** URLs of requests for a checkout. */
  readonly requestedUrls: URL[] = []

  constructor(bench: WidgetFixture) {
    this.fixture = bench
  }

  /** Opens a merchant's page that records all events, with some HTML. */
  async open(body: string, options?: Parameters<WidgetFixture['open']>[1]): Promise<void> {
    const script = await bundleModule('widget/testing/checkoutFrameStub.ts')
    await this.fixture.context.route(`${GATEWAY}/checkout/**`, (route) => {
      const url = new URL(route.request().url())
      this.requestedUrls.push(url)
      if (this.fixture.unreachableGateways.has(GATEWAY)) return route.abort()
      const csp = `default-src 'none'; script-src 'nonce-n' 'strict-dynamic'; style-src 'nonce-n'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${SHOP}; require-trusted-types-for 'script'; trusted-types lit-html`
      return route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': csp },
        body: html(this.status, url.searchParams.get('locale') ?? '', script),
      })
    })
    await this.fixture.open('', options)
    await this.page.evaluate((body) => {
      const events: ReceivedEvent[] = []
      for (const type of ['ready', 'complete', 'decline', 'close', 'error'])
        addEventListener(type, (event) => events.push({ ...event, type, isTrusted: undefined }), true)
      Object.assign(window, { events })
      document.body.innerHTML = body
    }, body)
  }

  get page(): Page {
    return this.fixture.page
  }

  get element(): Locator {
    return this.page.locator('sluice-checkout').first()
  }

  /** The events received by the page. */
  events(): Promise<ReceivedEvent[]> {
    return this.page.evaluate(() => (window as never as { events: ReceivedEvent[] }).events)
  }

  /** Waits until the page has received an event this many times. */
  async waitForEvents(type: string, times = 1): Promise<void> {
    const count = async () => (await this.events()).filter((event) => event.type === type).length
    await expect.poll(count, { message: type }).toBe(times)
  }

  /** The checkout's frame, once it is ready. */
  async contentFrame(): Promise<Frame> {
    const find = () => this.page.frames().find((frame) => frame.url().startsWith(CHECKOUT))
    await expect.poll(async () => (await this.events()).some(({ type }) => type === 'ready') && !!find()).toBe(true)
    return find()!
  }

  /** Evaluates a function inside the checkout, with access to the message channel. */
  async evaluateInside<Result>(callback: (stub: CheckoutFrameStub) => Result): Promise<Result> {
    return (await this.contentFrame()).evaluate(`(${callback.toString()})(window)`)
  }
}
