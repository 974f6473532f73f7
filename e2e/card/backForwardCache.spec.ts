import { chromium } from '@playwright/test'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { MerchantForm } from '../pages/merchantForm.ts'

// Playwright turns the back-forward cache off, so this takes a browser of its own. Not by launchOptions, for which Playwright would end this
// worker and its browser, too, and start them anew.
const test = base.extend({
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

test('coming back from the back-forward cache drops the token', async ({ page, merchant, local }) => {
  const form = new MerchantForm(page, merchant, local)
  await form.open()
  await page.evaluate(() =>
    window.addEventListener('pageshow', ({ persisted }) => (document.title = `kept: ${persisted}`)),
  )
  await form.card.complete(goodCard)
  await form.pay()
  await form.received()
  // page.goBack() waits for a load event, and a page from this cache has none.
  await page.evaluate(() => history.back())
  await expect(page).toHaveTitle('kept: true')
  expect(await form.onCard((card) => card.value)).toBe('')

  await form.card.whenComplete()
  await form.pay()
  await form.received()
  const [first, second] = merchant.posts.map(({ fields }) => fields['token'])
  expect(second).toMatch(/^[0-9A-Za-z]{44}$/)
  expect(second).not.toBe(first)
})
