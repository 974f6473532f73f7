import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import { inject } from 'vitest'
import type { Pages } from '#contract/builtPages'
import type { CheckoutForm, FormInput, PageAddress, SavedMethod } from '#contract/checkouts/form'
import type { PayBody, TryState } from '#contract/checkouts/page'
import type { CheckoutView } from '#contract/checkouts/view'
import { type Bench, GATEWAY } from './widgetFixture.ts'

type Assets = { fetch: (url: string) => Promise<Response> }
type Draw = (view: CheckoutView, request: Request, assets: Assets, nonce: string) => Promise<Response>

// By a name that the type checker does not follow: the worker's types of the platform are not those of the tests.
const drawing = '../../worker/pages/checkout/checkoutPage.ts'
const { checkoutPage } = (await import(/* @vite-ignore */ drawing)) as { checkoutPage: Draw }

export const CHECKOUT = '00checkoutCheckoutCheckout'
export const PAGE = `${GATEWAY}/checkout/${CHECKOUT}`

export const NOWHERE: PageAddress = { name: '', line1: '', line2: '', city: '', state: '', postalCode: '', country: '' }

export const HOME: PageAddress = {
  name: 'Robin Miller',
  line1: '1 Kiln Lane',
  line2: '',
  city: 'Truro',
  state: '',
  postalCode: 'TR1 2AB',
  country: 'GB',
}

export const SAVED: readonly SavedMethod[] = [
  { wallet: 'w1', network: 'amex', last4: '0005' },
  { wallet: 'w2', network: 'ach', last4: '6789' },
]

export const CARD_ALONE: CheckoutForm = {
  email: 'optional',
  receipt: true,
  shipping: false,
  billing: false,
  methods: ['card'],
  fields: [],
  store: 'never',
}

/** One of the merchant's inputs. */
export const input = (name: string, type: FormInput['type'], more: Partial<FormInput> = {}): FormInput => ({
  name,
  label: name,
  type,
  options: [],
  required: false,
  value: '',
  maxLength: 500,
  ...more,
})

const VIEW: CheckoutView = {
  id: CHECKOUT,
  url: PAGE,
  mode: 'test',
  status: 'open',
  reason: null,
  merchant: { name: 'Kiln & Tide', logoUrl: null, supportEmail: 'hello@shop.test', supportUrl: null, timeZone: 'UTC' },
  currency: 840,
  invoice: {
    items: [{ name: 'Mug', description: '', price: '26.25', quantity: 1, total: '26.25' }],
    subtotal: null,
    tax: null,
    surcharge: null,
    discount: null,
    total: '26.25',
    dueToday: '26.25',
    number: null,
    invoiceDate: null,
    dueDate: null,
  },
  terms: null,
  legalTexts: {},
  form: CARD_ALONE,
  saved: [],
  prefill: { email: '', address: NOWHERE },
  submitButtonText: null,
  appearance: {},
  framedBy: null,
  receipt: null,
}

export const PAID: Extract<TryState, { status: 'completed' }> = {
  status: 'completed',
  transactionId: '1234567',
  url: null,
}

const RECEIPT: CheckoutView['receipt'] = {
  at: Date.UTC(2026, 0, 2, 3, 4),
  amount: '26.25',
  transactionId: '1234567',
  authCode: '123456',
  network: 'visa',
  last4: '4242',
  shipTo: null,
  email: '',
  mail: 'none',
  next: null,
  url: null,
}

/** What the gateway does with a request: answers, fails with a status, or nothing comes back. A function decides when it comes. */
export type Reply = TryState | { httpStatus: number; errors?: unknown } | 'lost' | (() => Promise<TryState>)

export type GivenView = Partial<Omit<CheckoutView, 'form'>> & { form?: Partial<CheckoutForm> }

const readPages = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Pages

/** A checkout on a gateway that the test plays: the page is drawn as the worker draws it, and the script is the build's. */
export class CheckoutStand {
  readonly page: Page
  /** Bodies of tries and of questions, in their order. */
  readonly tries: PayBody[] = []
  readonly questions: { nonce: string }[] = []
  /** The script comes when this is over. */
  scriptGate: Promise<unknown> = Promise.resolve()
  /** How often the page itself was asked for. */
  loads = 0
  /** What the next tries and questions get; the last one stands. */
  payReplies: Reply[] = [PAID]
  stateReplies: Reply[] = [PAID]
  /** What is drawn the next time. A try that was paid makes it the receipt. */
  view: CheckoutView
  readonly #bench: Bench
  readonly #folder: string

  constructor(bench: Bench, folder: string, given: GivenView) {
    this.page = bench.page
    this.#bench = bench
    this.#folder = folder
    this.view = { ...VIEW, ...given, form: { ...CARD_ALONE, ...given.form } }
  }

  async start(): Promise<void> {
    const pages = await readPages(join(this.#folder, 'pages.json'))
    const dist = await readPages(fileURLToPath(new URL('../../dist/pages.json', import.meta.url)))
    const asset = (path: string) => readFile(join(this.#folder, 'assets', path), 'utf8')
    const assets = {
      fetch: async (url: string) => new Response(await asset(new URL(url).pathname)),
    }
    const { context } = this.#bench
    await context.route(`${GATEWAY}/checkout-assets/*`, async (route) => {
      await this.scriptGate
      // Pages are drawn with the names of the last build, and run what was built for these tests.
      const isRepaint = route.request().url().endsWith(dist.checkout.repaint.path)
      const { path } = pages.checkout[isRepaint ? 'repaint' : 'script']
      return route.fulfill({ contentType: 'text/javascript', body: await asset(path) })
    })
    await context.route(
      (url) => url.origin === GATEWAY && url.pathname === `/checkout/${CHECKOUT}`,
      async (route) => {
        this.loads++
        const request = new Request(route.request().url())
        const drawn = await checkoutPage(this.view, request, assets, `nonce-${this.loads}`)
        await route.fulfill({ headers: Object.fromEntries(drawn.headers), body: await drawn.text() })
      },
    )
    await context.route(`${PAGE}/*`, async (route) => {
      const request = route.request()
      const pays = request.url().endsWith('/pay')
      ;(pays ? this.tries : this.questions).push(request.postDataJSON())
      const replies = pays ? this.payReplies : this.stateReplies
      const next = replies.length > 1 ? replies.shift()! : (replies[0] ?? 'lost')
      const reply = typeof next === 'function' ? await next() : next
      if (reply === 'lost') return route.abort('connectionreset')
      if ('httpStatus' in reply)
        return route.fulfill({ status: reply.httpStatus, json: { errors: reply.errors ?? null } })
      if (reply.status === 'completed')
        this.view = { ...this.view, status: 'completed', receipt: { ...RECEIPT!, url: reply.url } }
      else if (reply.status !== 'open' && reply.status !== 'processing') this.view = { ...this.view, ...reply }
      return route.fulfill({ json: { ...reply, errors: null } })
    })
  }

  /** Opens the page, as far as it comes without its script. */
  async skeleton(): Promise<void> {
    await this.page.goto(PAGE, { waitUntil: 'commit' })
    await this.page.locator('.foot').waitFor()
  }

  /** Opens the page, and waits for its form. */
  async open(): Promise<void> {
    await this.page.goto(PAGE)
    await this.page.locator('sluice-payment-form .pay').waitFor()
  }
}

/** A checkout that nobody has opened yet. */
export const standOf = async (bench: Bench, given: GivenView = {}): Promise<CheckoutStand> => {
  const stand = new CheckoutStand(bench, inject('built'), given)
  await stand.start()
  return stand
}

/** Opens the form of a checkout. */
export const openCheckout = async (bench: Bench, given: GivenView = {}): Promise<CheckoutStand> => {
  const stand = await standOf(bench, given)
  await stand.open()
  return stand
}

/** Fills in a card that is right. */
export const fillCard = async (page: Frame | Page): Promise<void> => {
  for (const [id, text] of Object.entries({
    number: '4242424242424242',
    exp: '1249',
    csc: '123',
    name: 'Robin Miller',
  }))
    await page.locator(`#cc-${id}`).fill(text)
}
