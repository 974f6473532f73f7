import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import type { MerchantSite } from '../../support/merchantSite.ts'
import { CardFrame } from '../../pages/cardFrame.ts'

/** Bundles the page with React's development build, the only one that mounts twice in strict mode. */
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
  if (chunk?.type !== 'chunk') throw new Error('The bundle has more than one chunk.')
  return chunk.code
}

let script: Promise<string> | undefined

/** A merchant's page in React: see app.tsx. */
export class ReactPage {
  readonly card: CardFrame
  /** Requests for a card frame. */
  frames = 0
  /** React’s errors and warnings, and exceptions. */
  readonly errors: string[] = []
  readonly #page: Page
  readonly #merchant: MerchantSite
  readonly #local: { gateway: string; publishableKey: string }

  constructor(page: Page, merchant: MerchantSite, local: { gateway: string; publishableKey: string }) {
    this.#page = page
    this.#merchant = merchant
    this.#local = local
    this.card = new CardFrame(page)
    page.on('request', (request) => (this.frames += Number(request.url().startsWith(`${local.gateway}/card?`))))
    // Firefox warns that a custom element is not focusable and still focuses the frame in it.
    const record = (text: string) => text.includes('is not focusable') || this.errors.push(text)
    page.on('console', (message) => {
      const isReact = message.location().url.endsWith('/app.js')
      if (['error', 'warning'].includes(message.type()) && isReact) record(message.text())
    })
    page.on('pageerror', (error) => record(String(error)))
  }

  async open(): Promise<void> {
    const { gateway, publishableKey } = this.#local
    script ??= bundle()
    const headers = { 'content-type': 'text/javascript; charset=utf-8' }
    this.#merchant.serve(await script, { path: '/app.js', headers })
    // Records the sources of handshakes from the start; a frame repeats its handshake until it is accepted.
    const head = `<script>window.handshakes = new Set(); addEventListener('message', ({ data, source }) => data === 'sluice:hello' && handshakes.add(source))</script>`
    const html = `<!doctype html><html lang="en" data-gateway="${gateway}" data-publishable-key="${publishableKey}"><meta charset="utf-8"><title>Shop</title>${head}<script type="module" src="/app.js"></script><main></main>`
    await this.#page.goto(this.#merchant.serve(html))
    await this.card.number.waitFor()
  }

  press(name: string): Promise<void> {
    return this.#page.getByRole('button', { name, exact: true }).click()
  }

  /** The page’s payment result. */
  get paid() {
    return this.#page.locator('output')
  }

  /** The events that the page's handlers received. */
  events(): Promise<string[]> {
    return this.#page.evaluate(() => (window as never as { events: string[] }).events)
  }

  /** The number of frames that sent a handshake. */
  handshakes(): Promise<number> {
    return this.#page.evaluate(() => (window as never as { handshakes: Set<unknown> }).handshakes.size)
  }
}
