import { type Page, test as base } from '@playwright/test'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { GatewayClient } from './gatewayClient.ts'
import { Merchant } from './merchantSite.ts'
import { MerchantForm } from '../pages/merchantForm.ts'
import { ShopPage } from '../pages/shopPage.ts'
import { servers, type Servers } from './servers.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** Addresses and files of the servers that run for all tests. */
  local: Servers & { publishableKey: string }
  /** The gateway, as a merchant's back end talks to it. */
  gateway: GatewayClient
  /** The demo shop, not opened yet. */
  shop: ShopPage
  /** A merchant's server on an origin of its own, whose pages the test writes. */
  merchant: Merchant
  /** A payment form on a page of that merchant's, not opened yet. */
  form: MerchantForm
}

type OncePerWorker = {
  /** A page for tests that follow one another in it: see onePage.ts. */
  onePage: Page
}

export const test = base.extend<Fixtures, OncePerWorker>({
  // Here and not in onePage.ts, since files whose workers have other fixtures get another browser, too.
  onePage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  // Playwright reads the names of the fixtures that one needs from the pattern of its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  local: async ({}, use) => use({ ...servers(), publishableKey: demoAccount.publishableKey }),
  gateway: async ({ local }, use) => use(new GatewayClient(local.gateway)),
  shop: async ({ page, local }, use) => use(new ShopPage(page, local.shop)),
  // oxlint-disable-next-line no-empty-pattern
  merchant: async ({}, use) => {
    const merchant = new Merchant()
    await merchant.open()
    await use(merchant)
    await merchant.close()
  },
  form: async ({ page, merchant, local }, use) => {
    const form = new MerchantForm(page, merchant, local)
    await use(form)
    await form.close()
  },
})
