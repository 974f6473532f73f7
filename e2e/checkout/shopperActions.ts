import type { BrowserContext, Page, Route } from '@playwright/test'
import * as fc from 'fast-check'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/** A shopper's action on a checkout page, with the network's behaviour during it. */
export type ShopperAction = {
  tab: 0 | 1
  /** `away`: leaves and returns by the browser's back button; `wait`: waits for a result. */
  kind: 'click' | 'doubleClick' | 'keys' | 'reload' | 'away' | 'wait'
  card: 'good' | 'declined'
  /** The fate of the window’s next payment request. */
  network: keyof typeof networkFaults
  /** The next action starts while this one runs. */
  concurrent: boolean
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const shortly = () => after(150)

/** Holds payment requests of two windows until both are there. A single one continues after 3 seconds. */
class Barrier {
  #waiting: (() => void) | null = null

  async arrive(): Promise<void> {
    const other = this.#waiting
    this.#waiting = null
    if (other) return other()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting = resolve
    await Promise.race([promise, after(3_000)])
    if (this.#waiting === resolve) this.#waiting = null
  }
}

const networkFaults = {
  fine: (route: Route) => route.continue(),
  /** Two payment requests arrive at once. */
  meeting: async (route: Route, barrier: Barrier) => {
    await barrier.arrive()
    await route.continue()
  },
  /** The request arrives late. */
  slow: async (route: Route) => {
    await shortly()
    await route.continue()
  },
  /** The gateway charges and its response arrives late. */
  slowResponse: async (route: Route) => {
    const response = await route.fetch()
    await shortly()
    await route.fulfill({ response })
  },
  /** The gateway charges and its response is lost. */
  responseLost: async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
  requestLost: (route: Route) => route.abort('connectionrefused'),
  /** The gateway charges and a proxy returns 502. */
  badGateway: async (route: Route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: 'Bad gateway' })
  },
  /** The connection breaks after the request is sent, and returns. */
  offline: async (route: Route) => {
    const context = route.request().frame().page().context()
    const request = route.fetch()
    await context.setOffline(true)
    await request.catch(() => undefined)
    await shortly()
    await context.setOffline(false)
    await route.abort('internetdisconnected')
  },
} as const

const action: fc.Arbitrary<ShopperAction> = fc.record({
  tab: fc.constantFrom(0 as const, 1 as const),
  kind: fc.constantFrom('click', 'click', 'doubleClick', 'keys', 'reload', 'away', 'wait'),
  card: fc.constantFrom('good', 'good', 'declined'),
  network: fc.constantFrom(...(Object.keys(networkFaults) as (keyof typeof networkFaults)[])),
  concurrent: fc.boolean(),
})

/** Both windows submit at once. */
const concurrentPayments: fc.Arbitrary<ShopperAction[]> = fc.tuple(action, action).map(([one, other]) => [
  { ...one, tab: 0, kind: 'click', network: 'meeting', concurrent: true },
  { ...other, tab: 1, kind: 'click', network: 'meeting', concurrent: false },
])

/** Schedules of actions, equal for equal seeds. */
export const generateSchedules = (seed: number, count: number): ShopperAction[][] =>
  fc.sample(
    fc
      .tuple(
        fc.oneof(concurrentPayments, fc.constant<ShopperAction[]>([])),
        fc.array(action, { minLength: 1, maxLength: 3, size: 'max' }),
      )
      .map(([both, actions]) => both.concat(actions)),
    { seed, numRuns: count },
  )

const numbers = { good: '4242424242424242', declined: '4000000000000002' }

/** In milliseconds: short during actions, since a page may navigate under them, and long for the final state. */
const timeouts = { action: 2_000, final: 40_000 }

/** A shopper's window with its own network behaviour. */
export class ShopperWindow {
  readonly checkout: CheckoutPage
  readonly #page: Page
  #network: ShopperAction['network'] = 'fine'
  #sending: Promise<unknown>[] = []

  private constructor(page: Page, gateway: string) {
    this.#page = page
    this.checkout = new CheckoutPage(page, gateway)
  }

  /** Two windows of one browser. */
  static async openTwo(context: BrowserContext, gateway: string): Promise<readonly [ShopperWindow, ShopperWindow]> {
    const barrier = new Barrier()
    return [
      await ShopperWindow.#of(await context.newPage(), gateway, barrier),
      await ShopperWindow.#of(await context.newPage(), gateway, barrier),
    ]
  }

  static async #of(page: Page, gateway: string, barrier: Barrier): Promise<ShopperWindow> {
    const window = new ShopperWindow(page, gateway)
    await page.route('**/checkout/*/pay', async (route) => {
      const network = window.#network
      window.#network = 'fine'
      // The window may be closed, and its request with it.
      const sending = networkFaults[network](route, barrier).catch(() => undefined)
      window.#sending.push(sending)
      await sending
    })
    return window
  }

  /** Waits for sent requests and restores the network. */
  async waitForRequests(): Promise<void> {
    this.#network = 'fine'
    await Promise.all(this.#sending.splice(0))
  }

  async open(url: string): Promise<void> {
    const page = this.#page
    const goTo = () => page.goto(url)
    // A page that just learned of its payment reloads itself, which can interrupt this navigation.
    await goTo().catch(async () => {
      await page.waitForLoadState()
      await goTo()
    })
  }

  /** Waits for the form or a final page. */
  async hasForm(): Promise<boolean> {
    const form = this.#page.locator('sluice-payment-form form')
    await form.or(this.#page.locator('.done, .closed')).first().waitFor()
    return form.isVisible()
  }

  async pay(card: keyof typeof numbers = 'good'): Promise<void> {
    await this.checkout.fillCard(numbers[card])
    await this.checkout.pay()
  }

  /** Performs an action as far as the page allows: it may be processing, paid or navigating. */
  async perform({ kind, card, network }: ShopperAction): Promise<void> {
    const page = this.#page
    const { button } = this.checkout
    const typeCard = async (): Promise<boolean> => {
      if (!(await this.hasForm()) || (await button.getAttribute('aria-disabled')) === 'true') return false
      this.#network = network
      await this.checkout.fillCard(numbers[card])
      return true
    }
    const actions: Record<ShopperAction['kind'], () => Promise<unknown>> = {
      click: async () => (await typeCard()) && button.click(),
      doubleClick: async () => (await typeCard()) && button.dblclick(),
      keys: async () => {
        if (!(await typeCard())) return
        await button.focus()
        for (const key of ['Enter', 'Space', 'Enter']) await page.keyboard.press(key)
      },
      reload: () => page.reload(),
      away: async () => {
        await page.goto('about:blank')
        await page.goBack()
      },
      wait: () => button.and(page.locator('[aria-disabled=false]')).or(page.locator('.done')).first().waitFor(),
    }
    page.setDefaultTimeout(timeouts.action)
    await actions[kind]().catch(() => undefined)
    page.setDefaultTimeout(timeouts.final)
  }
}
