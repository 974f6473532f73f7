import type { BrowserContext, Page, Route } from '@playwright/test'
import * as fc from 'fast-check'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/** What a shopper does at a checkout's page, and what the network does to them meanwhile. */
export type Move = {
  tab: 0 | 1
  /** `away` and back by the browser's button; `wait` until the window says something. */
  does: 'click' | 'doubleClick' | 'keys' | 'reload' | 'away' | 'wait'
  card: 'good' | 'declined'
  /** What becomes of the next payment that the window sends. */
  network: keyof typeof networks
  /** The next move of the schedule is made at once, while this one is under way. */
  hurry: boolean
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const shortly = () => after(150)

/** Where payments of two windows wait for one another, to arrive at once. One that waits alone goes on soon. */
class Meeting {
  #waiting: (() => void) | null = null

  async come(): Promise<void> {
    const other = this.#waiting
    this.#waiting = null
    if (other) return other()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting = resolve
    await Promise.race([promise, after(3_000)])
    if (this.#waiting === resolve) this.#waiting = null
  }
}

const networks = {
  fine: (route: Route) => route.continue(),
  /** Two payments arrive at once. */
  meeting: async (route: Route, meeting: Meeting) => {
    await meeting.come()
    await route.continue()
  },
  /** The payment arrives late. */
  slow: async (route: Route) => {
    await shortly()
    await route.continue()
  },
  /** The gateway pays, and its answer is late, */
  slowAnswer: async (route: Route) => {
    const response = await route.fetch()
    await shortly()
    await route.fulfill({ response })
  },
  /** or lost. */
  answerLost: async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
  neverArrived: (route: Route) => route.abort('connectionrefused'),
  /** Somebody before the gateway answers for it, which has paid. */
  badGateway: async (route: Route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: 'Bad gateway' })
  },
  /** The line goes as soon as the payment is on its way, and comes back. */
  offline: async (route: Route) => {
    const context = route.request().frame().page().context()
    const going = route.fetch()
    await context.setOffline(true)
    await going.catch(() => undefined)
    await shortly()
    await context.setOffline(false)
    await route.abort('internetdisconnected')
  },
} as const

const move: fc.Arbitrary<Move> = fc.record({
  tab: fc.constantFrom(0 as const, 1 as const),
  does: fc.constantFrom('click', 'click', 'doubleClick', 'keys', 'reload', 'away', 'wait'),
  card: fc.constantFrom('good', 'good', 'declined'),
  network: fc.constantFrom(...(Object.keys(networks) as (keyof typeof networks)[])),
  hurry: fc.boolean(),
})

/** Both windows are filled in, and their buttons pressed. */
const bothAtOnce: fc.Arbitrary<Move[]> = fc.tuple(move, move).map(([one, other]) => [
  { ...one, tab: 0, does: 'click', network: 'meeting', hurry: true },
  { ...other, tab: 1, does: 'click', network: 'meeting', hurry: false },
])

/** Schedules of moves, the same for the same seed. */
export const scheduled = (seed: number, count: number): Move[][] =>
  fc.sample(
    fc
      .tuple(fc.oneof(bothAtOnce, fc.constant<Move[]>([])), fc.array(move, { minLength: 1, maxLength: 3, size: 'max' }))
      .map(([both, moves]) => both.concat(moves)),
    { seed, numRuns: count },
  )

const numbers = { good: '4242424242424242', declined: '4000000000000002' }

/** A page may go away under its shopper's hands, who soon looks again; in the end they wait. Milliseconds. */
const patience = { moving: 2_000, inTheEnd: 40_000 }

/** A window of the shopper's, with a network of its own. */
export class ShopperWindow {
  readonly checkout: CheckoutPage
  readonly #page: Page
  #network: Move['network'] = 'fine'
  #sending: Promise<unknown>[] = []

  private constructor(page: Page, gateway: string) {
    this.#page = page
    this.checkout = new CheckoutPage(page, gateway)
  }

  /** Two windows of one browser. */
  static async two(context: BrowserContext, gateway: string): Promise<readonly [ShopperWindow, ShopperWindow]> {
    const meeting = new Meeting()
    return [
      await ShopperWindow.#of(await context.newPage(), gateway, meeting),
      await ShopperWindow.#of(await context.newPage(), gateway, meeting),
    ]
  }

  static async #of(page: Page, gateway: string, meeting: Meeting): Promise<ShopperWindow> {
    const window = new ShopperWindow(page, gateway)
    await page.route('**/checkout/*/pay', async (route) => {
      const network = window.#network
      window.#network = 'fine'
      // The window may have gone, and its request with it.
      const sending = networks[network](route, meeting).catch(() => undefined)
      window.#sending.push(sending)
      await sending
    })
    return window
  }

  /** When what it has sent is over, its network works again. */
  async calm(): Promise<void> {
    this.#network = 'fine'
    await Promise.all(this.#sending.splice(0))
  }

  async open(url: string): Promise<void> {
    const page = this.#page
    const goTo = () => page.goto(url)
    // A page that has just been told that it is paid loads itself anew, and may be faster.
    await goTo().catch(async () => {
      await page.waitForLoadState()
      await goTo()
    })
  }

  /** The form can be typed into; or there is none. */
  async hasForm(): Promise<boolean> {
    const form = this.#page.locator('sluice-payment-form form')
    await form.or(this.#page.locator('.done, .closed')).first().waitFor()
    return form.isVisible()
  }

  async pay(card: keyof typeof numbers = 'good'): Promise<void> {
    await this.checkout.fillCard(numbers[card])
    await this.checkout.pay()
  }

  /** Moves as far as the page lets them: it may be paying, paid, or on its way to say so. */
  async make({ does, card, network }: Move): Promise<void> {
    const page = this.#page
    const { button } = this.checkout
    const typed = async (): Promise<boolean> => {
      if (!(await this.hasForm()) || (await button.getAttribute('aria-disabled')) === 'true') return false
      this.#network = network
      await this.checkout.fillCard(numbers[card])
      return true
    }
    const moves: Record<Move['does'], () => Promise<unknown>> = {
      click: async () => (await typed()) && button.click(),
      doubleClick: async () => (await typed()) && button.dblclick(),
      keys: async () => {
        if (!(await typed())) return
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
    page.setDefaultTimeout(patience.moving)
    await moves[does]().catch(() => undefined)
    page.setDefaultTimeout(patience.inTheEnd)
  }
}
