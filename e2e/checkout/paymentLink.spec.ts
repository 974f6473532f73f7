import type { FrameLocator, Page } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'

test.use({ view: { colorScheme: 'light', width: 1280, height: 900 } })

const pay = async (checkout: Page | FrameLocator): Promise<void> => {
  await checkout.getByLabel('Card number').fill(goodCard.number)
  await checkout.getByLabel('Expiry').fill(goodCard.expiry)
  await checkout.getByLabel('CVV').fill(goodCard.code)
  await checkout.getByRole('button', { name: 'Pay $24.08' }).click()
  await checkout.getByRole('heading', { name: 'Thank you' }).waitFor()
}

/** Reloads the mailbox until the receipt is there: it is sent after the payment’s response. */
const openMail = async (page: Page, shop: string, to: string): Promise<void> => {
  await expect(async () => {
    await page.goto(`${shop}/mail`)
    await page.getByRole('link', { name: to }).first().click({ timeout: 500 })
  }).toPass()
}

test(
  'payment link: the demo shop confirms the payment with the gateway, and the receipt is emailed',
  { tag: '@journey' },
  async ({ page, local }) => {
    const to = `link-${Date.now()}@example.com`
    await page.goto(local.shop)
    await page.getByRole('button', { name: 'Pay with a link' }).click()
    await page.getByLabel('Email').fill(to)
    await pay(page)
    await page.locator('[data-back]').click()
    await expect(page.getByRole('heading', { name: 'Order confirmed' })).toBeVisible()
    await expect(page.locator('.facts')).toContainText('Visa •••• 4242')
    expect(new URL(page.url()).origin).toBe(local.shop)

    await openMail(page, local.shop, to)
    await expect(page.getByRole('heading', { name: 'Receipt from Kiln & Tide' })).toBeVisible()
    const html = page.frameLocator('iframe')
    for (const part of ['Tide mug', '$24.08']) {
      await expect(html.locator('body')).toContainText(part)
      await expect(page.locator('pre')).toContainText(part)
    }
    expect(await axeViolations(page, { frames: false, bestPractices: true, exclude: ['iframe'] })).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axeViolations(page, { frames: false, bestPractices: true, exclude: ['iframe'] })).toEqual([])
    await page.getByRole('link', { name: 'All mail' }).click()
    await expect(page.getByRole('heading', { name: 'Mail' })).toBeVisible()
    await expect(page.locator('.reading')).toBeHidden()
  },
)

test('checkout in a frame: the demo shop shows the payment without navigation', async ({ page, local }) => {
  await page.goto(local.shop)
  await page.getByRole('button', { name: 'Pay with embedded checkout' }).click()
  const { pathname } = new URL(page.url())
  await expect(page.locator('.heard')).toHaveText('readyCheckout loaded, status open')
  const order = page.getByRole('link', { name: 'Go to your order' })
  await expect(order).toBeHidden()
  await pay(page.frameLocator('sluice-checkout iframe'))
  await expect(page.locator('.heard')).toContainText('Paid with transaction')
  expect(new URL(page.url()).pathname).toBe(pathname)
  await order.click()
  await expect(page.getByRole('heading', { name: 'Order confirmed' })).toBeVisible()
})
