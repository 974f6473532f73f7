import type { Locator, Page } from '@playwright/test'

/** The webhook inbox of the demo shop. */
export class InboxPage {
  readonly page: Page
  readonly #url: string

  constructor(page: Page, shop: string) {
    this.page = page
    this.#url = `${shop}/inbox`
  }

  /** The connection status. */
  get light(): Locator {
    return this.page.locator('.light')
  }
  /** The reason why the webhook is disabled. */
  get notice(): Locator {
    return this.page.getByRole('alert').filter({ has: this.page.getByRole('button') })
  }
  /** The deliveries, newest first. */
  get rows(): Locator {
    return this.page.locator('.list').getByRole('button', { name: /erified/ })
  }
  /** The deliveries that contain all texts: an event type, a resource id, an attempt. */
  row(...words: readonly string[]): Locator {
    return words.reduce((rows, text) => rows.filter({ hasText: text }), this.rows)
  }
  /** The open delivery. */
  get shown(): Locator {
    return this.page.getByRole('article')
  }
  get payload(): Locator {
    return this.shown.getByLabel('Payload')
  }
  /** A value of the open delivery by its label: `Event`, or a header. */
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

  /** Sets the response to deliveries from now on. */
  async answerWith(name: string): Promise<void> {
    // Until the shop has the setting, deliveries get the previous response.
    const saved = this.page.waitForResponse(
      (response) => response.request().postData()?.includes('act=respond') ?? false,
    )
    await this.page.getByRole('radio', { name }).check()
    await saved
  }
}
