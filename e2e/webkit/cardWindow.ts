import type { MerchantSite } from '../support/merchantSite.ts'
import { inputNames, type TypedCard } from '../pages/cardFrame.ts'
import type { FormPage } from '../pages/formPage.ts'
import type { WebKit } from './driver.ts'

type Field = keyof TypedCard

const fieldSelector = (field: Field): string => `input[name=${inputNames[field]}]`

/** A merchant's payment form in a WebKit window. */
export class CardWindow {
  readonly window: WebKit
  readonly page: FormPage
  readonly #merchant: MerchantSite

  constructor(window: WebKit, merchant: MerchantSite, page: FormPage) {
    this.window = window
    this.page = page
    this.#merchant = merchant
  }

  /**
   * Opens the form under a strict CSP (favicons allowed) and switches to the frame. CSP violations are posted to the merchant's server,
   * since WebDriver cannot read WebKit's console.
   */
  async open(fields = this.page.element()): Promise<void> {
    const csp = `${this.page.strictPolicy}; img-src 'self'; report-uri /refused`
    await this.window.open(this.#merchant.serve(this.page.html(fields), { csp }))
    await this.window.intoFrame()
    await this.window.waitFor('the fields', (last) => document.querySelector(last), fieldSelector('postalCode'))
  }

  click(field: Field): Promise<void> {
    return this.window.clickInto(fieldSelector(field))
  }

  /** Types a card key by key, with Tab between fields. Ends in the last field. */
  async type({ number, expiry, code, name, postalCode }: TypedCard): Promise<void> {
    await this.click('number')
    await this.window.type(number)
    for (const text of [expiry, code, name, postalCode]) {
      await this.window.press('Tab')
      await this.window.type(text)
    }
  }

  value(field: Field): Promise<string> {
    return this.window.value(fieldSelector(field))
  }

  /** The focused field’s text with `|` at the caret. */
  editing(): Promise<string> {
    return this.window.evaluate(() => {
      const { value, selectionStart } = document.activeElement as HTMLInputElement
      return `${value.slice(0, selectionStart!)}|${value.slice(selectionStart!)}`
    })
  }

  /** The current document’s text. */
  text(): Promise<string> {
    return this.window.evaluate(() => document.body.innerText)
  }

  /** Copies the text of a page input and pastes it into a field. */
  async paste(source: string, field: Field): Promise<void> {
    await this.window.outOfFrame()
    await this.window.click(source)
    await this.window.press('Control+a', 'Control+c')
    await this.window.intoFrame()
    await this.click(field)
    await this.window.press('Control+v')
  }

  /** The current document’s focused element: an input’s name or another element’s text. */
  focused(): Promise<string | null> {
    return this.window.evaluate(() => {
      const element = document.hasFocus() ? document.activeElement : null
      return element?.getAttribute('name') ?? element?.textContent ?? null
    })
  }

  /** Waits for focus on a field. */
  async waitForFocus(field: Field): Promise<void> {
    await this.window.waitFor(
      `focus on ${field}`,
      (selector) => document.hasFocus() && document.querySelector(`${selector}:focus`),
      fieldSelector(field),
    )
  }

  /** Switches to the page and waits until the element is valid. */
  async whenComplete(): Promise<void> {
    await this.window.outOfFrame()
    await this.window.waitFor('a complete card', () => document.querySelector('sluice-card:valid'))
  }

  /** Waits until the merchant's server received the form. */
  async waitForReceived(): Promise<void> {
    await this.window.outOfFrame()
    await this.window.waitFor('the merchant’s response', () => document.title === 'Received')
  }
}
