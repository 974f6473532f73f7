import type { FrameLocator, Locator, Page } from '@playwright/test'

/** The values that a shopper types, in field order. */
export type TypedCard = { number: string; expiry: string; code: string; name: string; postalCode: string }

/** An approved card. */
export const goodCard: TypedCard = {
  number: '4242 4242 4242 4242',
  expiry: '12/30',
  code: '123',
  name: 'Robin Miller',
  postalCode: '46201',
}

/** The inputs’ names, which are autofill’s. */
export const inputNames: Record<keyof TypedCard, string> = {
  number: 'cc-number',
  expiry: 'cc-exp',
  code: 'cc-csc',
  name: 'cc-name',
  postalCode: 'postal-code',
}

/** The fields in the frame of a `<sluice-card>`. */
export class CardFrame {
  readonly #page: Page
  readonly element: Locator
  readonly frame: FrameLocator

  constructor(page: Page, element = page.locator('sluice-card')) {
    this.#page = page
    this.element = element
    this.frame = element.frameLocator('iframe')
  }

  get number(): Locator {
    return this.frame.getByLabel('Card number')
  }
  get expiry(): Locator {
    return this.frame.getByLabel('Expiry')
  }
  get code(): Locator {
    return this.frame.getByLabel('CVV')
  }
  get name(): Locator {
    return this.frame.getByLabel('Name on card')
  }
  get postalCode(): Locator {
    return this.frame.getByLabel('Postal code')
  }

  /** Types a card key by key, with Tab between fields. Ends in the last field. */
  async type(card: TypedCard): Promise<void> {
    await this.number.focus()
    await this.#page.keyboard.type(card.number)
    for (const value of [card.expiry, card.code, card.name, card.postalCode]) {
      await this.#page.keyboard.press('Tab')
      await this.#page.keyboard.type(value)
    }
    await this.whenComplete()
  }

  /**
   * Fills in a card at once, as a password manager does, in one evaluation: each takes a fifth of a second in Firefox. Ends in the last
   * field.
   */
  async complete(card: TypedCard): Promise<void> {
    const texts = Object.entries(inputNames).map(([field, name]) => [name, card[field as keyof TypedCard]] as const)
    await this.frame.locator(`form:has([name=${inputNames.postalCode}])`).evaluate((form: HTMLFormElement, texts) => {
      for (const [name, text] of texts) {
        const input = form.elements.namedItem(name) as HTMLInputElement
        input.focus()
        input.value = text
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
    }, texts)
    await this.whenComplete()
  }

  /** Waits until the element is valid: the frame's message arrives later. */
  async whenComplete(): Promise<void> {
    await this.element.and(this.#page.locator(':valid')).waitFor()
  }
}
