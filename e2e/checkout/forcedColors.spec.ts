import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test } from '../support/checkoutTest.ts'
import { findLayoutFlaws } from '../pages/layoutFlaws.ts'
import { toBody, withSavedCards } from './checkoutStates.ts'

/** A checkout where the system sets the colours: what is selected, focused or invalid looks different from what is not. */

test.beforeEach(async ({ checkout }) => checkout.page.emulateMedia({ forcedColors: 'active' }))

const blur = async (page: Page) => {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.mouse.move(0, 0)
}

/** A hash of the pixels of an element without focus and hover. */
const look = async (target: Locator): Promise<string> => {
  await blur(target.page())
  return createHash('sha256')
    .update(await target.screenshot())
    .digest('hex')
}

/** Without contrast: axe reads the page's own colours, which the system's replace. */
const violations = async (page: Page): Promise<string[]> =>
  (await axeViolations(page, { bestPractices: true })).filter((line) => !line.startsWith('color-contrast:'))

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours, ${colorScheme}: tab, check box, co-badged network and invalid field`, async ({ checkout }) => {
    const { page } = checkout
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    await checkout.open({ total: 5, allowAch: true, customerDefinedField: { gift: true } })
    const tab = page.locator('#bank-tab')
    const unselected = await look(tab)
    await tab.click()
    expect(await look(tab)).not.toBe(unselected)
    await page.locator('#card-tab').click()

    const check = page.locator('sluice-check').first()
    const checked = await look(check)
    await check.locator('input').setChecked(!(await check.locator('input').isChecked()))
    expect(await look(check)).not.toBe(checked)

    await page.locator('#cc-number').fill('4000002500001001')
    const choice = page.locator('sluice-field:has(#cc-number) .control')
    const undecided = await look(choice)
    await page.getByRole('radio', { name: 'Visa' }).check()
    expect(await look(choice)).not.toBe(undecided)

    const name = page.locator('sluice-field:has(#cc-name) .control')
    const valid = await look(name)
    await checkout.pay()
    await expect(page.locator('#cc-name')).toHaveAttribute('aria-invalid', 'true')
    expect(await look(name)).not.toBe(valid)
    expect(await violations(page)).toEqual([])
  })

  test(`forced colours, ${colorScheme}: saved payment method and focus`, async ({ checkout }) => {
    const { page } = checkout
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    await checkout.open(await toBody(withSavedCards(2), checkout.client))
    const second = page.locator('sluice-options label').nth(1)
    const unselected = await look(second)
    await second.locator('input').check()
    expect(await look(second)).not.toBe(unselected)
    await second.locator('input').focus()
    await page.keyboard.press('ArrowUp')
    const first = page.locator('sluice-options label').first()
    await expect(first.locator('input')).toBeChecked()
    expect(await first.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
    expect(await violations(page)).toEqual([])
  })
}

test('a text size of 200 % doubles every text of a checkout, and nothing is cut', async ({ checkout }) => {
  const { page } = checkout
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 390, height: 844 })
  await checkout.open({ items: [{ name: 'Cup', price: 5, quantity: 2, description: 'Stoneware' }], allowAch: true })
  const sizes = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => element.checkVisibility() && !element.closest('svg, script'))
        .filter(({ childNodes }) => [...childNodes].some((node) => node instanceof Text && node.data.trim() !== ''))
        .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    )
  const usual = await sizes()
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await expect.poll(sizes).toEqual(usual.map((size) => 2 * size))
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await findLayoutFlaws(page), `${width}`).toEqual([])
  }
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
})
