import type { ShownOrder } from '#contract/checkouts/order'
import type { CheckoutPageData, PageDecline, AttemptState } from '#contract/checkouts/page'
import { card, gatewayOrigin } from './requestDefaults.ts'

/** A checkout's page as a browser receives it. */
export interface CheckoutPage {
  readonly status: number
  readonly html: string
  readonly headers: Headers
  /** Round trips to D1. */
  readonly d1: number
  /** The data for the page's script; null for a page without one. */
  readonly data: CheckoutPageData | null
}

/** The response to an attempt, or to a request for its state. */
export interface PageResponse {
  readonly status: number
  readonly headers: Headers
  /** A TryState, or errors. Has all members of all variants, so that tests need not narrow it. */
  readonly json: {
    readonly requestId: string
    readonly errors: any
    readonly status: AttemptState['status']
    readonly declined: PageDecline | null
    readonly nonce: string
    readonly mine: boolean
    readonly transactionId: string
    readonly url: string | null
    /** Priced by choices. */
    readonly order: ShownOrder
  }
  readonly d1: number
  /** The cookie that a browser keeps, as name=value, and the whole header; null without one. */
  readonly cookie: string | null
  readonly setCookie: string | null
}

const trips = (headers: Headers): number => Number(/d1;desc="(\d+)"/.exec(headers.get('server-timing') ?? '')?.[1])

const pagePath = (id: string): string => `${gatewayOrigin}/checkout/${id}`

/** A shopper who opens and pays checkouts in a browser. */
export const createShopper = (worker: { fetch(request: Request): Promise<Response> }) => {
  const open = async (id: string, headers: Readonly<Record<string, string>> = {}): Promise<CheckoutPage> => {
    const response = await worker.fetch(new Request(pagePath(id), { headers }))
    const html = await response.text()
    const [, block] = /<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(html) ?? []
    return {
      status: response.status,
      html,
      headers: response.headers,
      d1: trips(response.headers),
      data: block === undefined ? null : (JSON.parse(block) as CheckoutPageData),
    }
  }
  const post = async (
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PageResponse> => {
    const response = await worker.fetch(
      new Request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
        body: JSON.stringify(body),
      }),
    )
    const { status, headers: answered } = response
    const setCookie = answered.get('set-cookie')
    const cookie = setCookie === null ? null : setCookie.split(';')[0]!
    return { status, headers: answered, json: await response.json(), d1: trips(answered), cookie, setCookie }
  }
  /** Sends an attempt with a nonce. */
  const pay = (id: string, nonce: string, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    post(`${pagePath(id)}/pay`, { nonce, locale: 'en', payment: { creditCard: card() }, answers: {}, ...more }, headers)
  /** Prices choices. */
  const order = (
    id: string,
    choices: object = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PageResponse> => post(`${pagePath(id)}/order`, { locale: 'en', ...choices }, headers)
  const pollState = (id: string, nonce: string) => post(`${pagePath(id)}/state`, { nonce })
  /** Opens the page and pays. */
  const openAndPay = async (id: string, more: object = {}): Promise<PageResponse> =>
    pay(id, (await open(id)).data!.nonce, more)
  let payers = 0
  /** Pays an open checkout with a card that is approved, each from an address of its own: one address pays 60 times a minute at most. */
  const payInFull = async (id: string): Promise<void> => {
    const { data } = await open(id)
    const address = { 'cf-connecting-ip': `10.1.${payers >> 8}.${payers++ & 255}` }
    const { status, json } = await pay(id, data!.nonce, { answers: { email: 'ann@mail.example' } }, address)
    if (json.status !== 'completed') throw new Error(`The checkout was not paid: ${status} ${JSON.stringify(json)}`)
  }
  return { open, post, pay, order, ask: pollState, openAndPay, payInFull }
}
