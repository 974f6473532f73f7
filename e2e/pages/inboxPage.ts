import type { Locator, Page } from '@playwright/test'

/** The webhook inbox of the demo shop. */
export class InboxPage {
  readonly page: Page
  readonly #url: string

  constructor(page: Page, shop: string) {
    this.page = page
    this.#url = `${shop}/inbox`
  }

  /** Says whether deliveries are to be expected. */
  get light(): Locator {
    return this.page.locator('.light')
  }
  /** What the gateway has against this inbox. */
  get notice(): Locator {
    return this.page.getByRole('alert').filter({ has: this.page.getByRole('button') })
  }
  /** The deliveries, the newest first. */
  get rows(): Locator {
    return this.page.locator('.list').getByRole('button', { name: /erified/ })
  }
  /** Those that say all of this: a type, the id of a resource, an attempt. */
  row(...words: readonly string[]): Locator {
    return words.reduce((rows, text) => rows.filter({ hasText: text }), this.rows)
  }
  /** The delivery that is shown whole. */
  get shown(): Locator {
    return this.page.getByRole('article')
  }
  get payload(): Locator {
    return this.shown.getByLabel('Payload')
  }
  /** What the shown delivery says under a name: `Event`, or a header. */
  fact(name: string): Locator {
    return this.shown
      .locator('dl > div')
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .getByRole('definition')
  }
  button(name: string): Locator {
    return this.page.getByRole('button', { name })
  }

  async open(): Promise<void> {
    await this.page.goto(this.#url)
  }

  /** From now on, until it is told otherwise. */
  async answerWith(name: string): Promise<void> {
    // What is delivered before the shop was told would be answered as before.
    const told = this.page.waitForResponse((response) => response.request().postData()?.includes('act=tell') ?? false)
    await this.page.getByRole('radio', { name }).check()
    await told
  }
}
