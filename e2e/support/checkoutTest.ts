import { CheckoutPage } from '../pages/checkoutPage.ts'
import { test as base } from './sharedPage.ts'

export { expect } from './fixtures.ts'

const wide = { width: 1280, height: 900 }

/** Tests of the hosted checkout’s looks in one page: light, 1280 px wide and without motion, unless a test sets something else. */
export const test = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ page, local }, use) => {
    await page.setViewportSize(wide)
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await use(new CheckoutPage(page, local.gateway))
    await page.emulateMedia({ reducedMotion: null, colorScheme: null, forcedColors: null, media: null })
    await page.setViewportSize(wide)
  },
})
