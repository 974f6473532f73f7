import { measuredCheckouts } from '../bench/checkout/orders.ts'
import { MOBILE, throttle } from '../bench/throttling.ts'
import { CheckoutClient } from '../pages/checkoutPage.ts'
import { expect, test } from '../support/fixtures.ts'
import { readLayoutShifts, recordLayoutShifts } from '../support/layoutShifts.ts'

/** The parts of the form are rendered in several tasks, with frames between them, while its skeleton is visible. */

for (const { name, order } of measuredCheckouts)
  test(`a checkout with ${name} loads without layout shift on a slow phone and on a wide screen`, async ({
    browser,
    local,
  }) => {
    const { url } = await new CheckoutClient(local.gateway).create(order)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 900 },
    ]) {
      const context = await browser.newContext({ viewport })
      const page = await context.newPage()
      await recordLayoutShifts(page)
      await throttle(page, MOBILE)
      await page.goto(url, { waitUntil: 'networkidle' })
      await page.locator('sluice-payment-form:not([hidden]) .pay').waitFor()
      expect(await readLayoutShifts(page), `${viewport.width} px`).toEqual([])
      await context.close()
    }
  })
