import type { Disposable, Page } from '@playwright/test'
import type { SluiceCard } from '../../widget/embed/sluice-card.ts'
import type { Merchant } from '../merchant.ts'
import { CardFrame } from './cardFrame.ts'

/** A submit event as another script of the merchant's saw it. */
export type SeenSubmit = { fields: Record<string, string>; submitter: string | null }

/** A merchant's own payment form, with `<sluice-card>` and two buttons, under a policy that allows nothing else. */
export class MerchantForm {
  readonly page: Page
  readonly card: CardFrame
  readonly #merchant: Merchant
  readonly #gateway: string
  readonly #key: string
  #listening: Disposable | undefined

  constructor(page: Page, merchant: Merchant, local: { gateway: string; publishableKey: string }) {
    this.page = page
    this.card = new CardFrame(page)
    this.#merchant = merchant
    this.#gateway = local.gateway
    this.#key = local.publishableKey
  }

  get strictPolicy(): string {
    return `default-src 'none'; script-src ${this.#gateway}; frame-src ${this.#gateway}; connect-src 'none'; style-src 'none'; form-action 'self'`
  }

  /** The HTML of the element with some attributes. */
  element(attributes = 'required', key = this.#key): string {
    return `<sluice-card publishable-key="${key}" name="token" ${attributes}></sluice-card>`
  }

  /** A page with a form that holds some HTML. */
  html(fields = this.element()): string {
    return `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${this.#gateway}/embed.js"></script>
      <form action="/pay" method="post">${fields}
        <button name="how" value="later">Later</button> <button name="how" value="now">Pay</button>
      </form>`
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
