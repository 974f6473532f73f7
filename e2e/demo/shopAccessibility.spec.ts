import type { Page } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect } from '../support/fixtures.ts'
import { test } from '../support/sharedPage.ts'
import { goodCard } from '../pages/cardFrame.ts'

/** Checks the shop's own pages; the card form has its own tests. */
const violationsOf = (page: Page): Promise<string[]> =>
  axeViolations(page, { exclude: ['sluice-card'], frames: false, bestPractices: true })

/** Each colour scheme and each width once: colour contrast does not depend on the width. */
const views = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const

for (const { colorScheme, width } of views) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ view: { colorScheme, width, height: 844 } })

    test(`demo shop: no axe violations and no horizontal scrolling on any page (${colorScheme}, ${width} px)`, async ({
      shop,
      page,
    }) => {
      await shop.open()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await violationsOf(page)).toEqual([])

      await page.getByRole('button', { name: 'Test cards' }).click()
      await expect(shop.testCards).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')

      await shop.pay({ ...goodCard, number: '4000 0000 0000 9995' })
      await expect(shop.notice).toBeFocused()
      await shop.card.number.waitFor()
      expect(await violationsOf(page)).toEqual([])

      await shop.pay(goodCard)
      await expect(shop.approved).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })
  })
}
