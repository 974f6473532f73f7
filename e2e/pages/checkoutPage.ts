import type { Locator, Page } from '@playwright/test'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { GatewayClient } from '../support/gatewayClient.ts'

/** The response of POST /v1/dynamiccheckout. */
export type CreatedCheckout = { id: string; url: string; expiresAt: string }

/** The response of GET /v1/dynamiccheckout/{id}. */
export type CheckoutResource = {
  status: string
  reason: string | null
  transactionId: string | null
  customer: string | null
  metadata: Record<string, string> | null
  receipt: string
}

type ErrorItem = { type: string; message: { field: string } }

/** A merchant's back end that creates checkouts, by default with the demo account's key. */
export class CheckoutClient {
  readonly #gateway: string
  readonly #key: string

  constructor(gateway: string, key: string = demoAccount.secretKey) {
    this.#gateway = gateway
    this.#key = key
  }

  /** @throws with the response unless its status is 200 */
  async call(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(this.#gateway + path, {
      method,
      headers: { 'x-api-key': this.#key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json: any = await response.json()
    if (response.status !== 200)
      throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(json)}`)
    return json
  }

  /** Sends an invalid request. @returns the status and the error items */
  async createInvalid(body: object): Promise<{ status: number; errors: ErrorItem[] }> {
    const response = await fetch(`${this.#gateway}/v1/dynamiccheckout`, {
      method: 'POST',
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { errors } = (await response.json()) as { errors: ErrorItem[] | null }
    return { status: response.status, errors: errors ?? [] }
  }

  create(body: object = { total: 26.25 }): Promise<CreatedCheckout> {
    return this.call('POST', '/v1/dynamiccheckout', body)
  }
  read(id: string): Promise<CheckoutResource> {
    return this.call('GET', `/v1/dynamiccheckout/${id}`)
  }
  /** The payment attempts of a checkout, newest first, from the list of transactions. */
  async attempts(id: string): Promise<{ transactionId: string; status: string }[]> {
    return (await this.call('GET', `/v1/transactions?reference=${id}`)).transactions
  }
  transaction(id: string | null): Promise<any> {
    return this.call('GET', `/v1/transactions/${id}`)
  }
}

/** The hosted checkout page. */
export class CheckoutPage {
  readonly page: Page
  readonly client: CheckoutClient

  constructor(page: Page, gateway: string) {
    this.page = page
    this.client = new CheckoutClient(new GatewayClient(gateway).url)
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
  /** A required or optional field by its label. */
  field(label: string): Locator {
    return this.form.getByLabel(new RegExp(`^\\s*${label}\\s*(\\(optional\\))?\\s*$`))
  }

  /** Creates a checkout, opens it, and waits for the form. */
  async open(body?: object, query = ''): Promise<CreatedCheckout> {
    const created = await this.client.create(body)
    await this.page.goto(created.url + query)
    await this.waitForForm()
    return created
  }
  async waitForForm(): Promise<void> {
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
  async waitForReceipt(): Promise<void> {
    await this.page.locator('.done').waitFor()
  }
}
