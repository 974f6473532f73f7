import { expect, type Locator, type Page } from '@playwright/test'
import type { GatewayClient } from '../support/gatewayClient.ts'

const strokes = [
  [0.2, 0.3],
  [0.26, 0.7],
  [0.34, 0.35],
  [0.4, 0.62],
  [0.5, 0.45],
  [0.58, 0.66],
  [0.68, 0.4],
  [0.86, 0.55],
] as const

/** The demo’s card reader page. */
export class ReaderPage {
  readonly page: Page
  readonly #url: string

  /** @param name distinguishes readers of one browser */
  constructor(page: Page, shop: string, name?: string) {
    this.page = page
    this.#url = `${shop}/reader${name === undefined ? '' : `?name=${name}`}`
  }

  /** The screen’s heading. */
  title(text: string): Locator {
    return this.page.getByRole('heading', { level: 1, name: text })
  }
  get code(): Locator {
    return this.page.locator('.pairing-code')
  }
  get light(): Locator {
    return this.page.getByRole('status').first()
  }
  key(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  async open(): Promise<void> {
    await this.page.goto(this.#url)
  }

  /** Registers the displayed pairing code. @returns the terminal's id */
  async register(gateway: GatewayClient, nickname: string): Promise<string> {
    const text = await this.code.innerText()
    const { body } = await gateway.call('POST', '/v1/terminals', {
      registrationCode: text.replaceAll(/[^0-9A-Z]/g, '').slice(-6),
      nickname,
    })
    await expect(this.title('Ready')).toBeVisible()
    return (body as { terminals: { id: string }[] }).terminals[0]!.id
  }

  /** Draws a signature. */
  async sign(): Promise<void> {
    const box = await this.page.locator('canvas').boundingBox()
    if (!box) throw new Error('The page has no signature canvas.')
    const goTo = (x: number, y: number) =>
      this.page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 })
    await goTo(0.15, 0.6)
    await this.page.mouse.down()
    for (const [x, y] of strokes) await goTo(x, y)
    await this.page.mouse.up()
  }

  /** Moves to a key by Tab and presses it. */
  async press(name: string): Promise<void> {
    const key = this.key(name)
    const focused = () => key.evaluate((element) => element === document.activeElement)
    for (let stops = 0; !(await focused()); stops++) {
      if (stops > 60) throw new Error(`Tab does not reach ${name}.`)
      await this.page.keyboard.press('Tab')
    }
    await this.page.keyboard.press('Enter')
  }

  /** Types into the focused field of a screen and presses Enter. */
  async typeIn(title: string, text: string): Promise<void> {
    await expect(this.title(title)).toBeVisible()
    await this.page.keyboard.type(text)
    await this.page.keyboard.press('Enter')
  }

  /** The page’s URL, HTML, inputs and browser storage as text. */
  async storedData(): Promise<string> {
    const stored = await this.page.evaluate(async () => {
      const rows: unknown[] = []
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((done) => {
          const opening = indexedDB.open(name)
          opening.addEventListener('success', () => done(opening.result))
        })
        for (const store of database.objectStoreNames)
          rows.push(
            await new Promise((done) => {
              const all = database.transaction(store).objectStore(store).getAll()
              all.addEventListener('success', () => done(all.result))
            }),
          )
        database.close()
      }
      const inputs = [...document.querySelectorAll('input')].map(({ value }) => value)
      return JSON.stringify({ rows, inputs, local: { ...localStorage }, session: { ...sessionStorage } })
    })
    return [this.page.url(), await this.page.content(), stored].join('\n')
  }
}
