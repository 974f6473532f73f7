import type { Page } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'

/** Records requests to other origins, exceptions, console errors and CSP violations. */
const collectErrors = (page: Page, origin: string): string[] => {
  const errors: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && url.origin !== origin) errors.push(`request to ${url.origin}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Each colour scheme and each width once. */
const views = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const

for (const { colorScheme, width } of views)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ view: { colorScheme, width, height: 844 } })

    test(`docs pages: no axe violations, no overflow and no requests to other origins (${colorScheme}, ${width} px)`, async ({
      page,
      local,
    }) => {
      const errors = collectErrors(page, local.gateway)
      for (const path of ['/', '/errors', '/events', '/problems/not-found', '/docs']) {
        await page.goto(local.gateway + path)
        expect(await axeViolations(page, { bestPractices: true }), path).toEqual([])
        expect(await overflow(page), path).toBe(0)
        expect(errors, path).toEqual([])
      }
    })
  })

test('docs pages: an error’s anchor shows its resolution', { tag: '@journey' }, async ({ page, local }) => {
  await page.goto(`${local.gateway}/errors#amount_exceeds_authorized`)
  await expect(page.locator(':target')).toBeInViewport()
  await expect(page.locator(':target')).toContainText('Capture at most details.capturable, the amount that is left.')
})

test('docs pages: readable without scripts', async ({ browser, local }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(local.gateway)
  await expect(page.getByRole('heading', { name: 'Sluice is running' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Errors' }).click()
  await expect(page.getByText('token_expired')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Documentation' }).click()
  await expect(page.getByText('npm run docs:build')).toBeVisible()
  await context.close()
})
