import type { PageData, PageDecline, TryState } from '#contract/checkouts/page'
import { card, gatewayOrigin } from './requestDefaults.ts'

/** A checkout's page as a browser has it, and what its script does there. */
export interface Page {
  readonly status: number
  readonly html: string
  readonly headers: Headers
  /** Round trips to D1 that it took. */
  readonly d1: number
  /** What the script is given, where it is given anything. */
  readonly data: PageData | null
}

/** The answer to a try, or to the question how one stands. */
export interface PageAnswer {
  readonly status: number
  /** A TryState, of which a test knows which it expects; or errors. */
  readonly json: {
    readonly requestId: string
    readonly errors: any
    readonly status: TryState['status']
    readonly declined: PageDecline | null
    readonly nonce: string
    readonly mine: boolean
    readonly transactionId: string
    readonly url: string | null
  }
  readonly d1: number
}

const trips = (headers: Headers): number => Number(/d1;desc="(\d+)"/.exec(headers.get('server-timing') ?? '')?.[1])

const pagePath = (id: string): string => `${gatewayOrigin}/checkout/${id}`

/** A shopper with a browser: opens checkouts by their ids, and pays them. */
export const shopperAt = (worker: { fetch(request: Request): Promise<Response> }) => {
  const open = async (id: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> => {
    const response = await worker.fetch(new Request(pagePath(id), { headers }))
    const html = await response.text()
    const [, block] = /<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(html) ?? []
    return {
      status: response.status,
      html,
      headers: response.headers,
      d1: trips(response.headers),
      data: block === undefined ? null : (JSON.parse(block) as PageData),
    }
  }
  const post = async (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PageAnswer> => {
    const response = await worker.fetch(
      new Request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
        body: JSON.stringify(body),
      }),
    )
    return { status: response.status, json: await response.json(), d1: trips(response.headers) }
  }
  /** Sends a try under a name. */
  const pay = (id: string, nonce: string, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    post(`${pagePath(id)}/pay`, { nonce, locale: 'en', payment: { creditCard: card() }, answers: {}, ...more }, headers)
  const ask = (id: string, nonce: string) => post(`${pagePath(id)}/state`, { nonce })
  /** Opens the page and pays at once. */
  const openAndPay = async (id: string, more: object = {}): Promise<PageAnswer> =>
    pay(id, (await open(id)).data!.nonce, more)
  return { open, post, pay, ask, openAndPay }
}
