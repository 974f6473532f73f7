import type { Page } from 'playwright-core'
import { demoAccount } from '../../../worker/cli/dev/demoAccount.ts'
import { MerchantSite } from '../../support/merchantSite.ts'

type Usable = { usableMs?: number }

/** A merchant's pages with the card form or the baseline. */
export class BenchPage {
  readonly #merchant = new MerchantSite()
  readonly #gateway: string

  constructor(gateway: string) {
    this.#gateway = gateway
  }

  open(): Promise<void> {
    return this.#merchant.open()
  }
  close(): Promise<void> {
    return this.#merchant.close()
  }

  /** Opens a page with the card form. Its script blocks rendering, as README.md recommends. */
  async showCard(page: Page, { layout = 'row', width = 440 }: { layout?: string; width?: number } = {}): Promise<void> {
    await this.#show(
      page,
      'ready',
      `<script type="module" blocking="render" src="${this.#gateway}/embed.js"></script>`,
      `<div style="width:${width}px"><sluice-card publishable-key="${demoAccount.publishableKey}" name="token" layout="${layout}"></sluice-card></div>`,
    )
  }

  /** Opens a page with the baseline frame. */
  async showBaseline(page: Page): Promise<void> {
    const query = new URLSearchParams({ key: demoAccount.publishableKey, origin: this.#merchant.url, locale: 'en' })
    await this.#show(page, 'load', '', `<iframe src="${this.#gateway}/baseline?${query}"></iframe>`)
  }

  /** Time from the start of the navigation until the form is interactive, in milliseconds. */
  usableMs(page: Page): Promise<number> {
    return page.evaluate(() => (window as Usable).usableMs ?? 0)
  }

  async #show(page: Page, event: string, head: string, body: string): Promise<void> {
    // The events do not bubble, but the document receives them in the capture phase.
    const listen = `<script>document.addEventListener('${event}', () => { window.usableMs ??= performance.now() }, true)</script>`
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Shop</title>${listen}${head}<body><h1>Shop</h1>${body}<p>Text below the form.`
    await page.goto(this.#merchant.serve(html))
    await page.waitForFunction(() => (window as Usable).usableMs !== undefined)
  }
}
