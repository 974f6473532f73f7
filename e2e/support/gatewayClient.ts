import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { recordSecrets } from '../../worker/proof/leaks/artifacts.ts'

/** The members of a transaction that tests read. */
export type Transaction = {
  transactionId: string
  status: string
  responseCode: string
  amount: number
  payment: { network: string; accountNumber: string }
  avs: { code: string }
  cvv: { code: string }
}

/** An API client with a secret key, by default the demo account's of test mode. */
export class GatewayClient {
  readonly url: string
  readonly #key: string
  constructor(url: string, key: string = demoAccount.secretKey) {
    this.url = url
    this.#key = key
  }

  /** @returns the status and the parsed body; null without a body */
  async call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'x-api-key': this.#key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    recordSecrets(text)
    return { status: response.status, body: text ? JSON.parse(text) : null }
  }

  /** Advances the test clock until it has arrived, also if one request cannot do all the work in between. */
  async advance(seconds: number): Promise<void> {
    let body: object = { seconds }
    for (let cursor: string | null = ''; cursor !== null; body = { cursor }) {
      const changed = await this.call('POST', '/v1/testclock/advance', body)
      if (changed.status !== 200) throw new Error(`The test clock did not advance: ${JSON.stringify(changed.body)}`)
      ;({ cursor } = changed.body as { cursor: string | null })
    }
  }

  async readTransaction(id: string): Promise<Transaction> {
    const { status, body } = await this.call('GET', `/v1/transactions/${id}`)
    if (status !== 200) throw new Error(`GET /v1/transactions/${id} returned ${status}: ${JSON.stringify(body)}`)
    return body as Transaction
  }
}
