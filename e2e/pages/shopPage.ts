import type { Locator, Page } from '@playwright/test'
import { CardFrame, type TypedCard } from './cardFrame.ts'

/** The demo shop's page and its receipt. */
export class ShopPage {
  readonly page: Page
  readonly card: CardFrame
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
    this.card = new CardFrame(page)
  }

  get payButton(): Locator {
    return this.page.getByRole('button', { name: /^Pay \$/ })
  }
  /** The heading of a receipt. */
  get approved(): Locator {
    return this.page.getByRole('heading', { name: 'Order confirmed' })
  }
  /** The reason of a failed payment. */
  get notice(): Locator {
    return this.page.getByRole('alert').filter({ hasText: /declined|not completed|unknown/i })
  }
  get testCards(): Locator {
    return this.page.locator('#test-cards')
  }

  async open(): Promise<void> {
    await this.page.goto(this.#url)
    await this.card.number.waitFor()
  }

  /** Fills in a card and presses Enter in the frame. */
  async pay(card: TypedCard): Promise<void> {
    await this.card.complete(card)
    await this.page.keyboard.press('Enter')
  }

  /** The transaction's id from the receipt or the notice. */
  async transactionId(): Promise<string> {
    const text = await this.page.locator('main').innerText()
    const id = /\b\d{14,16}\b/.exec(text)?.[0]
    if (!id) throw new Error(`The page contains no transaction id:\n${text}`)
    return id
  }
}
