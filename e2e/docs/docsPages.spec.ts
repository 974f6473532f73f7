import type { Page } from '@playwright/test'
import { endpoints } from '#contract/endpoints'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'

/** What goes wrong while a page is read: requests to other origins, errors of scripts, refusals of the page's policy. */
const watch = (page: Page, origin: string): string[] => {
  const seen: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && url.origin !== origin) seen.push(`asked ${url.origin}`)
  })
  page.on('pageerror', (error) => seen.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(message.text())
  })
  return seen
}

/** The reference is drawn by Swagger UI, whose own colours and headings are not ours to mend; the page around it is. */
const violationsOf = (page: Page): Promise<string[]> =>
  axeViolations(page, { exclude: ['#reference'], practices: true })

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Both colour schemes and both widths, in two runs instead of four. */
const views = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const

for (const { colorScheme, width } of views)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ view: { colorScheme, width, height: 844 } })

    test('reads every page with a screen reader and weak eyes, and nothing leaves the origin', async ({
      page,
      local,
    }) => {
      const wrong = watch(page, local.gateway)
      for (const path of ['/', '/errors', '/events', '/problems/not-found', '/docs']) {
        await page.goto(local.gateway + path)
        if (path === '/docs') await expect(page.locator('.opblock')).toHaveCount(endpoints.length)
        expect(await violationsOf(page), path).toEqual([])
        expect(await overflow(page), path).toBe(0)
        expect(wrong, path).toEqual([])
      }
    })
  })

test('follows an error to what to do about it', { tag: '@journey' }, async ({ page, local }) => {
  await page.goto(`${local.gateway}/errors#amount_exceeds_authorized`)
  await expect(page.locator(':target')).toBeInViewport()
  await expect(page.locator(':target')).toContainText('details.capturable is the amount that can still be captured.')
})

test('reads the pages without scripts, too', async ({ browser, local }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(local.gateway)
  await expect(page.getByRole('heading', { name: 'Sluice is running' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Errors' }).click()
  await expect(page.getByText('token_expired')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('link', { name: 'The description itself' })).toBeVisible()
  await context.close()
})

test('opens an operation from an address, and from the list at the side, that sends nothing and asks for no key', async ({
  page,
  local,
}) => {
  await page.goto(`${local.gateway}/docs#/Webhooks/createWebhook`)
  const operation = page.locator('#operations-Webhooks-createWebhook')
  await expect(operation).toHaveClass(/is-open/)
  await expect(operation).toBeInViewport()

  // An open operation sends no request to the API, and asks for no key.
  await expect(page.locator('.opblock.is-open')).toHaveCount(1)
  await expect(page.locator('.try-out, .btn.authorize, .authorization__btn, #reference input:visible')).toHaveCount(0)

  await page.getByRole('navigation').getByRole('link', { name: 'Create a token' }).click()
  await expect(page.locator('#operations-Tokens-createToken')).toHaveClass(/is-open/)
})
