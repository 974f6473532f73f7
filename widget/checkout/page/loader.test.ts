import type { Route } from '@playwright/test'
import { expect, it } from 'vitest'
import { mockCheckout, PAGE, PAID } from '../../testing/checkoutPageFixture.ts'
import { GATEWAY, SHOP, useWidgetFixture, type WidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const scripts = `${GATEWAY}/checkout-assets/*`

/** Blocks requests for the page's script, all or the first ones. @returns their number, and a function that ends it */
const blockScripts = async ({ context }: WidgetFixture, count = Infinity) => {
  const blocked = { count: 0, end: () => context.unroute(scripts, block) }
  const block = (route: Route) => (++blocked.count <= count ? route.abort() : route.fallback())
  await context.route(scripts, block)
  return blocked
}

/** Opens a checkout in a merchant's page. @returns the locator of its form */
const openFramed = async (fixture: WidgetFixture) => {
  await fixture.open(`<sluice-checkout src="${PAGE}"></sluice-checkout>`)
  return fixture.page.frameLocator('sluice-checkout iframe').locator('sluice-payment-form .pay')
}

it('without its script, a page that waits for a payment reloads until it shows the receipt', async () => {
  const fixture = await openFixture({ ownClock: true })
  const checkout = await mockCheckout(fixture, { status: 'processing' })
  const { page } = checkout
  await page.clock.install()
  const blocked = await blockScripts(fixture)
  await page.goto(PAGE)
  for (const loads of [1, 2]) {
    await expect.poll(() => blocked.count).toBe(2 * loads)
    // The second attempt has failed once the page waits for its reload.
    await expect
      .poll(async () => {
        await page.clock.runFor(8000)
        return checkout.documentLoads
      })
      .toBe(loads + 1)
  }
  await blocked.end()
  checkout.stateResponses = [PAID]
  await page.clock.runFor(8000)
  await expect
    .poll(async () => {
      await page.clock.runFor(8000)
      return page.getByText('Thank you').isVisible()
    })
    .toBe(true)
})

it('a script that waits for the script of addresses is not loaded again', async () => {
  const fixture = await openFixture()
  const checkout = await mockCheckout(fixture, { form: { shipping: true } })
  const requests: string[] = []
  await fixture.context.route(scripts, async (route) => {
    requests.push(route.request().url())
    // The second script is that of addresses.
    if (requests.length === 2) await new Promise((resolve) => setTimeout(resolve, 1000))
    return route.fallback()
  })
  await checkout.page.goto(PAGE)
  await checkout.page.locator('sluice-payment-form .pay').waitFor()
  expect(requests).toHaveLength(2)
  expect(requests.filter((url) => url.includes('?'))).toEqual([])
})

it('a receipt without its script stays readable, with its link to the merchant', async () => {
  const fixture = await openFixture()
  const checkout = await mockCheckout(fixture)
  const blocked = await blockScripts(fixture)
  checkout.view = {
    ...checkout.view,
    status: 'completed',
    receipt: {
      at: 0,
      amount: '26.25',
      transactionId: '1234567',
      authCode: '',
      network: 'visa',
      personal: null,
      mail: 'none',
      next: null,
      url: `${SHOP}/thanks`,
      returnAfter: 3,
    },
  }
  await checkout.page.goto(PAGE)
  await expect.poll(() => blocked.count).toBe(2)
  expect(await checkout.page.getByText('Thank you').isVisible()).toBe(true)
  expect(await checkout.page.locator('[data-back]').getAttribute('href')).toBe(`${SHOP}/thanks`)
  expect(await checkout.page.getByText('did not load').count()).toBe(0)
})

it('in a frame, a script that failed once is loaded again by the page itself', async () => {
  const fixture = await openFixture()
  const checkout = await mockCheckout(fixture, { framedBy: [SHOP] })
  const blocked = await blockScripts(fixture, 1)
  const form = await openFramed(fixture)
  await form.waitFor()
  expect(blocked.count).toBe(2)
  expect(checkout.documentLoads).toBe(1)
})

it('in a frame, a blocked script shows the element’s text, and its button loads the checkout', async () => {
  const fixture = await openFixture({ width: 390 })
  const { page } = fixture
  await mockCheckout(fixture, { framedBy: [SHOP] })
  const blocked = await blockScripts(fixture)
  const form = await openFramed(fixture)
  await page.getByRole('alert').filter({ hasText: 'The payment form did not load.' }).waitFor({ timeout: 30_000 })
  await blocked.end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await form.waitFor()
  expect(page.url()).toBe(`${SHOP}/`)
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})
