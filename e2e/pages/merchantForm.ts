import type { Disposable, Page } from '@playwright/test'
import type { SluiceCard } from '../../widget/embed/sluice-card.ts'
import type { Merchant } from '../support/merchantSite.ts'
import { CardFrame } from './cardFrame.ts'
import { FormPage } from './formPage.ts'

/** A submit event as another script of the merchant's saw it. */
export type SeenSubmit = { fields: Record<string, string>; submitter: string | null }

/** A merchant's own payment form, opened under a policy that allows nothing else. */
export class MerchantForm extends FormPage {
  readonly page: Page
  readonly card: CardFrame
  readonly #merchant: Merchant
  #listening: Disposable | undefined

  constructor(page: Page, merchant: Merchant, local: { gateway: string; publishableKey: string }) {
    super(local)
    this.page = page
    this.card = new CardFrame(page)
    this.#merchant = merchant
  }

  /** Opens the form, with a listener of the merchant's that keeps every submit event it sees. */
  async open(fields = this.element(), csp = this.strictPolicy): Promise<void> {
    await this.close()
    this.#listening = await this.page.addInitScript(() => {
      const submits: SeenSubmit[] = []
      Object.assign(window, { submits })
      document.addEventListener('submit', (event) => {
        const fields = Object.fromEntries(new FormData(event.target as HTMLFormElement, event.submitter)) as Record<
          string,
          string
        >
        submits.push({ fields, submitter: event.submitter?.textContent ?? null })
        // Kept over the navigation that follows.
        sessionStorage.setItem('submits', JSON.stringify(submits))
      })
    })
    await this.page.goto(this.#merchant.serve(this.html(fields), { csp }))
    await this.card.number.waitFor()
  }

  /** Takes the listener away again, from pages that are opened later. */
  async close(): Promise<void> {
    await this.#listening?.dispose()
    this.#listening = undefined
  }

  pay(): Promise<void> {
    return this.page.getByRole('button', { name: 'Pay' }).click()
  }

  /** Waits until the merchant's server has the form. */
  async received(): Promise<void> {
    await this.page.getByText('Received').waitFor()
  }

  submits(): Promise<SeenSubmit[]> {
    return this.page.evaluate(() => JSON.parse(sessionStorage.getItem('submits') ?? '[]') as SeenSubmit[])
  }

  /** Runs a function on the element. */
  onCard<Result>(does: (card: SluiceCard) => Result | Promise<Result>): Promise<Result> {
    return this.card.element.evaluate(does)
  }

  /** Waits for focus on one of the card's fields, by the name that autofill knows it by. */
  async focusOn(name: 'cc-number' | 'cc-exp' | 'cc-csc'): Promise<void> {
    await this.card.frame.locator(`input[name=${name}]:focus`).waitFor()
  }
}
