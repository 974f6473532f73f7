import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Frame, Page, Route } from '@playwright/test'
import { inject } from 'vitest'
import type { PagesManifest } from '#contract/builtPages'
import type { CheckoutForm, FormInput, PageAddress, SavedMethod } from '#contract/checkouts/form'
import type { PayBody, AttemptState, RemoveBody } from '#contract/checkouts/page'
import type { CheckoutView } from '#contract/checkouts/view'
import { type WidgetFixture, GATEWAY } from './widgetFixture.ts'

type Assets = { fetch: (url: string) => Promise<Response> }
type RenderPage = (
  view: CheckoutView,
  request: Request,
  assets: Assets,
  nonce: string,
  quote: string | null,
) => Promise<Response>

// A dynamic path hides the module from the type checker: the worker's platform types conflict with those of the tests.
const modulePath = '../../worker/pages/checkout/checkoutPage.ts'
const { checkoutPage } = (await import(/* @vite-ignore */ modulePath)) as { checkoutPage: RenderPage }

export const CHECKOUT = '00checkoutCheckoutCheckout'
export const PAGE = `${GATEWAY}/checkout/${CHECKOUT}`

export const EMPTY_ADDRESS: PageAddress = {
  name: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
}

export const ADDRESS: PageAddress = {
  name: 'Robin Miller',
  line1: '1 Kiln Lane',
  line2: '',
  city: 'Truro',
  state: '',
  postalCode: 'TR1 2AB',
  country: 'GB',
}

export const SAVED_METHODS: readonly SavedMethod[] = [
  { wallet: 'w1', network: 'amex', last4: '0005', expiry: '12/30' },
  { wallet: 'w2', network: 'ach', last4: '6789', expiry: '' },
]

export const CARD_ONLY: CheckoutForm = {
  email: 'optional',
  phone: 'none',
  receipt: true,
  shipping: false,
  billing: false,
  billingRequired: false,
  methods: ['card'],
  fields: [],
  consents: [],
  store: 'never',
}

/** Creates one of the merchant's fields. */
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
    shipping: null,
    discount: null,
    total: '26.25',
    dueToday: '26.25',
    number: null,
    invoiceDate: null,
    dueDate: null,
  },
  order: null,
  terms: null,
  legalTexts: {},
  form: CARD_ONLY,
  saved: [],
  savedCode: true,
  known: { email: '', name: '' },
  removal: false,
  prefill: { email: '', address: EMPTY_ADDRESS },
  submitButtonText: null,
  appearance: {},
  framedBy: null,
  cancelUrl: null,
  receipt: null,
}

export const PAID: Extract<AttemptState, { status: 'completed' }> = {
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
  personal: { last4: '4242', shipTo: null, email: '' },
  mail: 'none',
  next: null,
  url: null,
  returnAfter: 3,
}

/** The mock gateway's response: a state, an HTTP error, or a lost connection. A function delays the response. */
export type MockResponse =
  | AttemptState
  | { httpStatus: number; errors?: unknown }
  | 'lost'
  | (() => Promise<AttemptState>)

export type ViewOverrides = Partial<Omit<CheckoutView, 'form'>> & { form?: Partial<CheckoutForm> }

const readPages = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as PagesManifest

/** A hosted checkout on a mock gateway: the worker's real page, and the built script. */
export class CheckoutPageFixture {
  readonly page: Page
  /** Bodies of pay and state requests, in order. */
  readonly attempts: PayBody[] = []
  readonly stateRequests: { nonce: string }[] = []
  /** Payment methods that the page removed, in order, and the response to each. */
  readonly removals: RemoveBody[] = []
  removeResponse = { httpStatus: 200 }
  /** Delays the page's script until it resolves. */
  scriptReady: Promise<unknown> = Promise.resolve()
  /** Number of requests for the page. */
  documentLoads = 0
  /** Responses to the next pay and state requests; the last one repeats. */
  payResponses: MockResponse[] = [PAID]
  stateResponses: MockResponse[] = [PAID]
  /** View of the next page load. A completed attempt turns it into the receipt. */
  view: CheckoutView
  readonly #fixture: WidgetFixture
  readonly #folder: string

  constructor(fixture: WidgetFixture, folder: string, overrides: ViewOverrides) {
    this.page = fixture.page
    this.#fixture = fixture
    this.#folder = folder
    this.view = { ...VIEW, ...overrides, form: { ...CARD_ONLY, ...overrides.form } }
  }

  async start(): Promise<void> {
    const pages = await readPages(join(this.#folder, 'pages.json'))
    const dist = await readPages(fileURLToPath(new URL('../../dist/pages.json', import.meta.url)))
    const asset = (path: string) => readFile(join(this.#folder, 'assets', path), 'utf8')
    const assets = {
      fetch: async (url: string) => new Response(await asset(new URL(url).pathname)),
    }
    const { context } = this.#fixture
    await context.route(`${GATEWAY}/checkout-assets/*`, async (route) => {
      await this.scriptReady
      // Pages reference the file names of dist/, but run the scripts built for these tests.
      const url = route.request().url()
      const name =
        (['repaint', 'address', 'networks', 'consents', 'customer', 'order'] as const).find((name) =>
          url.endsWith(dist.checkout[name].path),
        ) ?? 'script'
      const { path } = pages.checkout[name]
      return route.fulfill({ contentType: 'text/javascript', body: await asset(path) })
    })
    await context.route(`${GATEWAY}/checkout-assets/address/*/*`, async (route) => {
      const country = route.request().url().split('/').pop()!
      return route.fulfill({ contentType: 'application/json', body: await asset(`address/${country}`) })
    })
    await context.route(
      (url) => url.origin === GATEWAY && url.pathname === `/checkout/${CHECKOUT}`,
      async (route) => {
        this.documentLoads++
        const request = new Request(route.request().url())
        const rendered = await checkoutPage(
          this.view,
          request,
          assets,
          `nonce-${this.documentLoads}`,
          this.view.order && 'quote',
        )
        await route.fulfill({ headers: Object.fromEntries(rendered.headers), body: await rendered.text() })
      },
    )
    await context.route(`${PAGE}/*`, async (route) => {
      const request = route.request()
      if (request.url().endsWith('/remove')) return this.#remove(route)
      const isPay = request.url().endsWith('/pay')
      ;(isPay ? this.attempts : this.stateRequests).push(request.postDataJSON())
      const responses = isPay ? this.payResponses : this.stateResponses
      const next = responses.length > 1 ? responses.shift()! : (responses[0] ?? 'lost')
      const response = typeof next === 'function' ? await next() : next
      if (response === 'lost') return route.abort('connectionreset')
      if ('httpStatus' in response)
        return route.fulfill({ status: response.httpStatus, json: { errors: response.errors ?? null } })
      if (response.status === 'completed')
        this.view = { ...this.view, status: 'completed', receipt: { ...RECEIPT!, url: response.url } }
      else if (response.status !== 'open' && response.status !== 'processing') this.view = { ...this.view, ...response }
      return route.fulfill({ json: { ...response, errors: null } })
    })
  }

  /** Removes a payment method from the view, as the gateway does. */
  #remove(route: Route): Promise<void> {
    const body = route.request().postDataJSON() as RemoveBody
    this.removals.push(body)
    const { httpStatus } = this.removeResponse
    if (httpStatus !== 200) return route.fulfill({ status: httpStatus, json: { errors: [] } })
    const saved = this.view.saved.filter(({ wallet }) => wallet !== body.wallet)
    this.view = { ...this.view, saved }
    return route.fulfill({ json: { saved, errors: null } })
  }

  /** Opens the page without waiting for its script. */
  async skeleton(): Promise<void> {
    await this.page.goto(PAGE, { waitUntil: 'commit' })
    await this.page.locator('.foot').waitFor()
  }

  /** Opens the page and waits for its form. */
  async open(): Promise<void> {
    await this.page.goto(PAGE)
    await this.page.locator('sluice-payment-form .pay').waitFor()
  }
}

/** Mocks a checkout without opening its page. */
export const mockCheckout = async (
  fixture: WidgetFixture,
  overrides: ViewOverrides = {},
): Promise<CheckoutPageFixture> => {
  const checkout = new CheckoutPageFixture(fixture, inject('built'), overrides)
  await checkout.start()
  return checkout
}

/** Mocks a checkout and opens its form. */
export const openCheckout = async (
  fixture: WidgetFixture,
  overrides: ViewOverrides = {},
): Promise<CheckoutPageFixture> => {
  const checkout = await mockCheckout(fixture, overrides)
  await checkout.open()
  return checkout
}

/** Fills in a valid card. */
export const fillCard = async (page: Frame | Page): Promise<void> => {
  for (const [id, text] of Object.entries({
    number: '4242424242424242',
    exp: '1244',
    csc: '123',
    name: 'Robin Miller',
  }))
    await page.locator(`#cc-${id}`).fill(text)
}
