import type { Locator, Page } from '@playwright/test'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { GatewayClient } from '../support/gatewayClient.ts'

/** A checkout as POST /v1/dynamiccheckout answers it. */
export type MadeCheckout = { id: string; url: string; expiresAt: string }

/** A checkout as GET /v1/dynamiccheckout/{id} answers it. */
export type ReadCheckout = {
  status: string
  reason: string | null
  transactionId: string | null
  customer: string | null
  metadata: Record<string, string> | null
  receipt: string
}

/** What is wrong with a member of a request. */
type Fault = { type: string; message: { field: string } }

/** Who makes checkouts: a merchant's back end with the demo account's key, or another. */
export class CheckoutMaker {
  readonly #gateway: string
  readonly #key: string

  constructor(gateway: string, key: string = demoAccount.secretKey) {
    this.#gateway = gateway
    this.#key = key
  }

  /** @throws Error with the answer, where it is none of success */
  async call(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(this.#gateway + path, {
      method,
      headers: { 'x-api-key': this.#key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: any = await response.json()
    if (response.status !== 200)
      throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }

  /** What is said of a checkout that is not made: the status, and what is wrong with each member. */
  async refused(body: object): Promise<{ status: number; errors: Fault[] }> {
    const response = await fetch(`${this.#gateway}/v1/dynamiccheckout`, {
      method: 'POST',
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { errors } = (await response.json()) as { errors: Fault[] | null }
    return { status: response.status, errors: errors ?? [] }
  }

  make(body: object = { total: 26.25 }): Promise<MadeCheckout> {
    return this.call('POST', '/v1/dynamiccheckout', body)
  }
  read(id: string): Promise<ReadCheckout> {
    return this.call('GET', `/v1/dynamiccheckout/${id}`)
  }
  /** The tries of a checkout, newest first, as the list of payments shows them. */
  async tries(id: string): Promise<{ transactionId: string; status: string }[]> {
    return (await this.call('GET', `/v1/transactions?reference=${id}`)).transactions
  }
  transaction(id: string | null): Promise<any> {
    return this.call('GET', `/v1/transactions/${id}`)
  }
}

/** The hosted checkout as its shopper sees it. */
export class CheckoutPage {
  readonly page: Page
  readonly maker: CheckoutMaker

  constructor(page: Page, gateway: string) {
    this.page = page
    this.maker = new CheckoutMaker(new GatewayClient(gateway).url)
  }

  get invoice(): Locator {
    return this.page.locator('.invoice')
  }
  get form(): Locator {
    return this.page.locator('main.form')
  }
  get button(): Locator {
    return this.page.locator('button.pay')
  }
  get alert(): Locator {
    return this.form.locator('.lines [role=alert]')
  }
  /** By its label, whether it must be filled in or not. */
  field(label: string): Locator {
    return this.form.getByLabel(new RegExp(`^\\s*${label}\\s*(\\(optional\\))?\\s*$`))
  }

  /** Makes a checkout and opens it; the form can be typed into. */
  async open(body?: object, query = ''): Promise<MadeCheckout> {
    const made = await this.maker.make(body)
    await this.page.goto(made.url + query)
    await this.ready()
    return made
  }
  async ready(): Promise<void> {
    await this.page.locator('sluice-payment-form form').waitFor()
  }
  async fillCard(number = '4242424242424242', name = 'Ada Lovelace'): Promise<void> {
    await this.field('Card number').fill(number)
    await this.field('Expiry').fill('12 / 30')
    await this.field('CVV').fill('123')
    await this.field('Name on card').fill(name)
  }
  async pay(): Promise<void> {
    await this.button.click()
  }
  /** Waits for the receipt. */
  async paid(): Promise<void> {
    await this.page.locator('.done').waitFor()
  }
}
