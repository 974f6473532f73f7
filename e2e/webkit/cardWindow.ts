import type { Merchant } from '../support/merchantSite.ts'
import { inputNames, type TypedCard } from '../pages/cardFrame.ts'
import type { FormPage } from '../pages/formPage.ts'
import type { WebKit } from './driver.ts'

type Field = keyof TypedCard

const selectorOf = (field: Field): string => `input[name=${inputNames[field]}]`

/** A merchant's payment form in a window of WebKit. */
export class CardWindow {
  readonly window: WebKit
  readonly page: FormPage
  readonly #merchant: Merchant

  constructor(window: WebKit, merchant: Merchant, page: FormPage) {
    this.window = window
    this.page = page
    this.#merchant = merchant
  }

  /**
   * Opens the form with some HTML in it, under the strictest policy (but for the icon that browsers ask for), and looks
   * into the frame. What the policy refuses is posted to the merchant, as if it were a form: WebDriver cannot read WebKit's
   * console.
   */
  async open(fields = this.page.element()): Promise<void> {
    const csp = `${this.page.strictPolicy}; img-src 'self'; report-uri /refused`
    await this.window.open(this.#merchant.serve(this.page.html(fields), { csp }))
    await this.window.intoFrame()
    await this.window.waitFor('the fields', (last) => document.querySelector(last), selectorOf('postalCode'))
  }

  click(field: Field): Promise<void> {
    return this.window.clickInto(selectorOf(field))
  }

  /** Types a card, key by key, with Tab from field to field. Ends in the last field. */
  async type({ number, expiry, code, name, postalCode }: TypedCard): Promise<void> {
    await this.click('number')
    await this.window.type(number)
    for (const text of [expiry, code, name, postalCode]) {
      await this.window.press('Tab')
      await this.window.type(text)
    }
  }

  value(field: Field): Promise<string> {
    return this.window.value(selectorOf(field))
  }

  /** The text of the field that has focus, with a bar at its caret. */
  editing(): Promise<string> {
    return this.window.evaluate(() => {
      const { value, selectionStart } = document.activeElement as HTMLInputElement
      return `${value.slice(0, selectionStart!)}|${value.slice(selectionStart!)}`
    })
  }

  /** Everything that is written in the document that is looked at. */
  text(): Promise<string> {
    return this.window.evaluate(() => document.body.innerText)
  }

  /** Copies the text of an input of the page, and pastes it into a field. */
  async paste(source: string, field: Field): Promise<void> {
    await this.window.outOfFrame()
    await this.window.click(source)
    await this.window.press('Control+a', 'Control+c')
    await this.window.intoFrame()
    await this.click(field)
    await this.window.press('Control+v')
  }

  /** What has focus in the document that is looked at: an input by its name, another element by its text. */
  focused(): Promise<string | null> {
    return this.window.evaluate(() => {
      const element = document.hasFocus() ? document.activeElement : null
      return element?.getAttribute('name') ?? element?.textContent ?? null
    })
  }

  /** Waits for focus on a field. */
  async focusOn(field: Field): Promise<void> {
    await this.window.waitFor(
      `focus on ${field}`,
      (selector) => document.hasFocus() && document.querySelector(`${selector}:focus`),
      selectorOf(field),
    )
  }

  /** Waits until the page's own element knows that the card is complete, and looks at the page. */
  async whenComplete(): Promise<void> {
    await this.window.outOfFrame()
    await this.window.waitFor('a complete card', () => document.querySelector('sluice-card:valid'))
  }

  /** Waits until the merchant's server has the form. */
  async received(): Promise<void> {
    await this.window.outOfFrame()
    await this.window.waitFor('the merchant’s answer', () => document.title === 'Received')
  }
}
