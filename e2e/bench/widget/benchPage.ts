import type { Page } from 'playwright-core'
import { demoAccount } from '../../../worker/cli/dev/demoAccount.ts'
import { Merchant } from '../../support/merchantSite.ts'

type Usable = { usableMs?: number }

/** A merchant's pages for the bench: the card form, or the baseline that it is measured against. */
export class Shop {
  readonly #merchant = new Merchant()
  readonly #door: string

  constructor(door: string) {
    this.#door = door
  }

  open(): Promise<void> {
    return this.#merchant.open()
  }
  close(): Promise<void> {
    return this.#merchant.close()
  }

  /** Opens a page with the card form. Its script blocks rendering, as the README advises: nothing is painted without it. */
  async showCard(page: Page, { layout = 'row', width = 440 }: { layout?: string; width?: number } = {}): Promise<void> {
    await this.#show(
      page,
      'ready',
      `<script type="module" blocking="render" src="${this.#door}/embed.js"></script>`,
      `<div style="width:${width}px"><sluice-card publishable-key="${demoAccount.publishableKey}" name="token" layout="${layout}"></sluice-card></div>`,
    )
  }

  /** Opens a page with a frame that holds one input. */
  async showBaseline(page: Page): Promise<void> {
    const query = new URLSearchParams({ key: demoAccount.publishableKey, origin: this.#merchant.url, locale: 'en' })
    await this.#show(page, 'load', '', `<iframe src="${this.#door}/baseline?${query}"></iframe>`)
  }

  /** How long it took from the start of the page's navigation until one could type, in milliseconds. */
  usable(page: Page): Promise<number> {
    return page.evaluate(() => (window as Usable).usableMs ?? 0)
  }

  async #show(page: Page, event: string, head: string, body: string): Promise<void> {
    // Events of elements do not bubble, but each passes by the document on its way to its element.
    const listen = `<script>document.addEventListener('${event}', () => { window.usableMs ??= performance.now() }, true)</script>`
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Shop</title>${listen}${head}<body><h1>Shop</h1>${body}<p>What comes after it.`
    await page.goto(this.#merchant.serve(html))
    await page.waitForFunction(() => (window as Usable).usableMs !== undefined)
  }
}
