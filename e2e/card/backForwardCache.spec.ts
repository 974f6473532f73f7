import { chromium } from '@playwright/test'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { MerchantForm } from '../pages/merchantForm.ts'

// Playwright disables the back-forward cache, so the test launches its own browser. Setting launchOptions would restart the worker and its
// shared browser.
const test = base.extend({
  // Playwright reads a fixture’s dependencies from its first parameter, which must be a destructuring pattern, here without any.
  // oxlint-disable-next-line no-empty-pattern
  page: async ({}, use) => {
    const browser = await chromium.launch({
      executablePath: findChromium(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    await use(await browser.newPage())
    await browser.close()
  },
})
test.setTimeout(20_000)

test('card form: a return from the back-forward cache drops the token', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  await form.open()
  await page.evaluate(() =>
    window.addEventListener('pageshow', ({ persisted }) => (document.title = `persisted: ${persisted}`)),
  )
  await form.card.complete(goodCard)
  await form.pay()
  await form.waitForReceived()
  // page.goBack() waits for a load event, which a page from this cache does not fire.
  await page.evaluate(() => history.back())
  await expect(page).toHaveTitle('persisted: true')
  expect(await form.onCard((card) => card.value)).toBe('')

  await form.card.whenComplete()
  await form.pay()
  await form.waitForReceived()
  const [first, second] = merchant.posts.map(({ fields }) => fields['token'])
  expect(second).toMatch(/^[0-9A-Za-z]{44}$/)
  expect(second).not.toBe(first)
})
