import type { Disposable, Page } from '@playwright/test'
import type { SluiceCard } from '../../widget/embed/sluice-card.ts'
import type { MerchantSite } from '../support/merchantSite.ts'
import { CardFrame } from './cardFrame.ts'
import { FormPage } from './formPage.ts'

/** A submit event as a listener of the merchant's page recorded it. */
export type SubmitEventRecord = { fields: Record<string, string>; submitter: string | null }

/** A merchant's payment form under a strict CSP. */
export class MerchantForm extends FormPage {
  readonly page: Page
  readonly card: CardFrame
  readonly #merchant: MerchantSite
  #listening: Disposable | undefined

  constructor(page: Page, merchant: MerchantSite, local: { gateway: string; publishableKey: string }) {
    super(local)
    this.page = page
    this.card = new CardFrame(page)
    this.#merchant = merchant
  }

  /** Opens the form on a page that records every submit event. */
  async open(fields = this.element(), csp = this.strictPolicy): Promise<void> {
    await this.close()
    this.#listening = await this.page.addInitScript(() => {
      const submitEvents: SubmitEventRecord[] = []
      Object.assign(window, { submits: submitEvents })
      document.addEventListener('submit', (event) => {
        const fields = Object.fromEntries(new FormData(event.target as HTMLFormElement, event.submitter)) as Record<
          string,
          string
        >
        submitEvents.push({ fields, submitter: event.submitter?.textContent ?? null })
        // Survives the navigation that follows.
        sessionStorage.setItem('submits', JSON.stringify(submitEvents))
      })
    })
    await this.page.goto(this.#merchant.serve(this.html(fields), { csp }))
    await this.card.number.waitFor()
  }

  /** Removes the recorder from pages opened later. */
  async close(): Promise<void> {
    await this.#listening?.dispose()
    this.#listening = undefined
  }

  pay(): Promise<void> {
    return this.page.getByRole('button', { name: 'Pay' }).click()
  }

  /** Waits until the merchant's server received the form. */
  async waitForReceived(): Promise<void> {
    await this.page.getByText('Received').waitFor()
  }

  submits(): Promise<SubmitEventRecord[]> {
    return this.page.evaluate(() => JSON.parse(sessionStorage.getItem('submits') ?? '[]') as SubmitEventRecord[])
  }

  /** Runs a function on the element. */
  onCard<Result>(does: (card: SluiceCard) => Result | Promise<Result>): Promise<Result> {
    return this.card.element.evaluate(does)
  }

  /** Waits for focus on a card field, by its autofill name. */
  async waitForFocus(name: 'cc-number' | 'cc-exp' | 'cc-csc'): Promise<void> {
    await this.card.frame.locator(`input[name=${name}]:focus`).waitFor()
  }
}
