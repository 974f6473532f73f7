import { type Page, test as base } from '@playwright/test'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { GatewayClient } from './gatewayClient.ts'
import { IsolatedShop } from './isolatedShop.ts'
import { MerchantSite } from './merchantSite.ts'
import { MerchantForm } from '../pages/merchantForm.ts'
import { ShopPage } from '../pages/shopPage.ts'
import { servers, type Servers } from './servers.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  /** URLs and files of the servers shared by all tests. */
  local: Servers & { publishableKey: string }
  /** An API client with the demo account’s secret key. */
  gateway: GatewayClient
  /** The demo shop; call `open` first. */
  shop: ShopPage
  /** A shop whose webhook inbox receives nothing but the test's deliveries. */
  isolatedShop: IsolatedShop
  /** A merchant's server on its own origin, with pages of the test. */
  merchant: MerchantSite
  /** A payment form on the merchant's server; call `open` first. */
  form: MerchantForm
}

type WorkerFixtures = {
  /** A page reused by the worker’s tests: see sharedPage.ts. */
  sharedPage: Page
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // Here and not in sharedPage.ts: files with other worker fixtures get another worker and browser.
  sharedPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  // Playwright reads a fixture’s dependencies from the destructuring pattern of its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  local: async ({}, use) => use({ ...servers(), publishableKey: demoAccount.publishableKey }),
  gateway: async ({ local }, use) => use(new GatewayClient(local.gateway)),
  shop: async ({ page, local }, use) => use(new ShopPage(page, local.shop)),
  isolatedShop: async ({ local }, use) => {
    const isolatedShop = new IsolatedShop(local.gateway)
    await isolatedShop.open()
    await use(isolatedShop)
    await isolatedShop.close()
  },
  // oxlint-disable-next-line no-empty-pattern
  merchant: async ({}, use) => {
    const merchant = new MerchantSite()
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
