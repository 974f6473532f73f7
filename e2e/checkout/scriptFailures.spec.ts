import type { Page, Route } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/** The page's script fails or is late: widget/checkout/page/loader.ts. */

const scripts = /\/checkout-assets\/\w+\.js/

type Fixtures = {
  checkout: CheckoutPage
  /** Requested URLs of the script, in order. */
  requests: string[]
  /** Uncaught exceptions of the page. */
  exceptions: string[]
}

const test = base.extend<Fixtures>({
  checkout: async ({ page, local }, use) => use(new CheckoutPage(page, local.gateway)),
  requests: [
    async ({ page }, use) => {
      const urls: string[] = []
      page.on('request', (request) => scripts.test(request.url()) && urls.push(request.url()))
      await use(urls)
    },
    { auto: true },
  ],
  exceptions: async ({ page }, use) => {
    const errors: string[] = []
    // Firefox reports here that the policy allows no icon.
    page.on('pageerror', ({ message }) => message.includes('favicon.ico') || errors.push(message))
    await use(errors)
  },
})

type Failure = (route: Route) => Promise<void>

/** A response with another body, as a proxy or a filter may send it. */
const withBody = (change: (body: string) => string): Failure => {
  return async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  }
}

const failures: Readonly<Record<string, Failure>> = {
  'a blocked script': (route) => route.abort('blockedbyclient'),
  'an error response': (route) => route.fulfill({ status: 500, body: 'Internal error' }),
  'half of the file': withBody((body) => body.slice(0, body.length / 2)),
  'an empty file': withBody(() => ''),
  'a script that throws': withBody((body) => `throw new Error('broken');${body}`),
}

const notLoaded = (page: Page) => page.getByRole('alert').filter({ hasText: 'The payment form did not load.' })

/** Fails the first requests for the script. */
const failFirst = async (page: Page, failure: Failure, count: number): Promise<void> => {
  let failed = 0
  await page.route(scripts, (route) => (failed++ < count ? failure(route) : route.continue()))
}

/** Holds back each response of the script. @returns functions that release them, in order */
const holdScripts = async (page: Page): Promise<(() => void)[]> => {
  const releases: (() => void)[] = []
  await page.route(scripts, async (route) => {
    await new Promise<void>((resolve) => releases.push(resolve))
    await route.continue().catch(() => undefined)
  })
  return releases
}

/** Opens a checkout whose scripts do not arrive, on a clock that the test moves. @returns functions that release the scripts, in order */
const openWithHeldScripts = async (page: Page, checkout: CheckoutPage): Promise<(() => void)[]> => {
  await page.clock.install()
  const releases = await holdScripts(page)
  const { url } = await checkout.client.create()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.skeleton').waitFor()
  return releases
}

for (const [name, failure] of Object.entries(failures))
  test(`checkout script: ${name}, once, is loaded again and the form works`, async ({ page, checkout, requests }) => {
    await failFirst(page, failure, 1)
    await checkout.open({ total: 26.25 })
    expect(requests).toEqual([expect.stringMatching(/\.js$/), expect.stringMatching(/\.js\?\d+$/)])
    await expect(notLoaded(page)).toBeHidden()
    await checkout.fillCard()
    await checkout.pay()
    await checkout.waitForReceipt()
  })

for (const [name, failure] of Object.entries(failures))
  test(`checkout script: ${name} shows a message, and Try again loads the form`, async ({
    page,
    checkout,
    requests,
  }) => {
    await page.setViewportSize({ width: 390, height: 664 })
    await page.route(scripts, failure)
    const { url } = await checkout.client.create()
    await page.goto(url)
    await expect(notLoaded(page)).toBeVisible()
    expect(requests).toHaveLength(2)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.unroute(scripts)
    const button = page.getByRole('button', { name: 'Try again' })
    await button.focus()
    await page.keyboard.press('Enter')
    await checkout.waitForForm()
    await expect(notLoaded(page)).toBeHidden()
  })

test('address script: blocked once, it is loaded again and the form works', async ({ page, checkout }) => {
  const { url } = await checkout.client.create({ total: 26.25, collectShipping: true })
  const [, path] = /rel="modulepreload"[^>]* href="([^"]+)"/.exec(await (await page.request.get(url)).text())!
  await page.route(`**${path}`, (route) => route.abort())
  await page.goto(url)
  await checkout.waitForForm()
  await expect(page.getByLabel('Country')).toBeVisible()
  await expect(notLoaded(page)).toBeHidden()
})

test('checkout script: the message is in the page’s language', async ({ page, checkout }) => {
  await page.route(scripts, (route) => route.abort())
  const { url } = await checkout.client.create()
  await page.goto(`${url}?locale=ar`)
  await expect(page.getByRole('alert')).toContainText('لم يتم تحميل نموذج الدفع.')
  await expect(page.getByRole('button', { name: 'حاول مرة أخرى' })).toBeVisible()
})

test('checkout script: a browser without a needed feature shows the message', async ({ page, checkout }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'customElements', { value: undefined }))
  const { url } = await checkout.client.create()
  await page.goto(url)
  await expect(notLoaded(page)).toBeVisible()
})

test('checkout script: after 8 seconds another copy is loaded, and the late one does not disturb its form', async ({
  page,
  checkout,
  requests,
  exceptions,
}) => {
  const releases = await openWithHeldScripts(page, checkout)
  await expect.poll(() => requests.length).toBe(1)
  await page.clock.runFor(8000)
  await expect.poll(() => releases.length).toBe(2)
  releases[1]!()
  await checkout.waitForForm()
  await checkout.fillCard()
  const isLoaded = page.waitForLoadState('load')
  releases[0]!()
  await isLoaded
  await expect(checkout.field('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(page.locator('sluice-payment-form')).toHaveCount(1)
  await page.clock.runFor(20_000)
  await expect(notLoaded(page)).toBeHidden()
  expect(exceptions).toEqual([])
  await checkout.pay()
  await checkout.waitForReceipt()
})

test('checkout script: after 16 seconds the message is shown, and a later script takes over', async ({
  page,
  checkout,
  exceptions,
}) => {
  const releases = await openWithHeldScripts(page, checkout)
  await page.clock.runFor(8000)
  await expect.poll(() => releases.length).toBe(2)
  await expect(notLoaded(page)).toBeHidden()
  await page.clock.runFor(8000)
  await expect(notLoaded(page)).toBeVisible()
  releases[0]!()
  await checkout.waitForForm()
  await expect(notLoaded(page)).toHaveCount(0)
  await checkout.fillCard()
  const late = page.waitForResponse(scripts)
  releases[1]!()
  await late
  await checkout.pay()
  await checkout.waitForReceipt()
  expect(exceptions).toEqual([])
})
