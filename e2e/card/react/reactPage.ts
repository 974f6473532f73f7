import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import type { Merchant } from '../../support/merchantSite.ts'
import { CardFrame } from '../../pages/cardFrame.ts'

/** The page's script: React's development build, since only that mounts twice in strict mode. */
const bundle = async (): Promise<string> => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(new URL('app.tsx', import.meta.url)) },
    },
  })
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('the page did not become one script')
  return chunk.code
}

let script: Promise<string> | undefined

/** A merchant's page in React: see app.tsx. */
export class ReactPage {
  readonly card: CardFrame
  /** How often a frame of the gateway was asked for. */
  frames = 0
  /** What React complained of, and exceptions. */
  readonly complaints: string[] = []
  readonly #page: Page
  readonly #merchant: Merchant
  readonly #local: { gateway: string; publishableKey: string }

  constructor(page: Page, merchant: Merchant, local: { gateway: string; publishableKey: string }) {
    this.#page = page
    this.#merchant = merchant
    this.#local = local
    this.card = new CardFrame(page)
    page.on('request', (request) => (this.frames += Number(request.url().startsWith(`${local.gateway}/card?`))))
    // Firefox says of a custom element that it cannot have focus, and then gives it to the frame in it all the same.
    const complain = (text: string) => text.includes('is not focusable') || this.complaints.push(text)
    page.on('console', (message) => {
      const isReact = message.location().url.endsWith('/app.js')
      if (['error', 'warning'].includes(message.type()) && isReact) complain(message.text())
    })
    page.on('pageerror', (error) => complain(String(error)))
  }

  async open(): Promise<void> {
    const { gateway, publishableKey } = this.#local
    script ??= bundle()
    const headers = { 'content-type': 'text/javascript; charset=utf-8' }
    this.#merchant.serve(await script, { path: '/app.js', headers })
    // Keeps who says hello, from the first moment on: one that has no answer yet says it again.
    const head = `<script>window.hellos = new Set(); addEventListener('message', ({ data, source }) => data === 'sluice:hello' && hellos.add(source))</script>`
    const html = `<!doctype html><html lang="en" data-gateway="${gateway}" data-publishable-key="${publishableKey}"><meta charset="utf-8"><title>Shop</title>${head}<script type="module" src="/app.js"></script><main></main>`
    await this.#page.goto(this.#merchant.serve(html))
    await this.card.number.waitFor()
  }

  press(name: string): Promise<void> {
    return this.#page.getByRole('button', { name, exact: true }).click()
  }

  /** What the page shows as paid. */
  get paid() {
    return this.#page.locator('output')
  }

  /** What the page's handlers were told. */
  seen(): Promise<string[]> {
    return this.#page.evaluate(() => (window as never as { seen: string[] }).seen)
  }

  /** How many frames have said hello. */
  hellos(): Promise<number> {
    return this.#page.evaluate(() => (window as never as { hellos: Set<unknown> }).hellos.size)
  }
}
