import { findWebKitDriver } from '../../worker/cli/verify/browsers.ts'
import { test as base } from '../support/fixtures.ts'
import { FormPage } from '../pages/formPage.ts'
import { CardWindow } from './cardWindow.ts'
import { WebKit } from './driver.ts'

/** Tests in one WebKit window, one after another, each on its own merchant page. */
export const test = base.extend<{ card: CardWindow }, { webkit: WebKit }>({
  webkit: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const webkit = await WebKit.start(findWebKitDriver()!)
      await use(webkit)
      await webkit.stop()
    },
    { scope: 'worker' },
  ],
  card: async ({ webkit, merchant, local }, use, testInfo) => {
    await use(new CardWindow(webkit, merchant, new FormPage(local)))
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('window', { body: await webkit.screenshot(), contentType: 'image/png' })
    await webkit.open('about:blank')
  },
})

export { expect } from '../support/fixtures.ts'
