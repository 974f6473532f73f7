import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test } from '../support/checkoutTest.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'
import { findLayoutFlaws } from '../pages/layoutFlaws.ts'

/** The two columns of a checkout, from a phone to a wide screen, and a long invoice beside its form. */

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Item ${index + 1}`,
    price: 1.5,
    description: index % 5 === 0 ? 'Stoneware, glazed by hand in two blues.' : '',
  }))
const long = { items: items(60), tax: 3.5, discount: 1, invoiceInfo: { number: 'K-2048' }, collectShipping: true }

/** Distances in pixels, by the text's direction. */
const measure = ({ page }: CheckoutPage) =>
  page.evaluate(() => {
    const [bill, column] = ['.bill > .due', 'main .column'].map((name) =>
      document.querySelector(name)!.getBoundingClientRect(),
    )
    const isLeft = document.dir === 'ltr'
    return {
      gap: isLeft ? column!.left - bill!.right : bill!.left - column!.right,
      widths: [bill!.width, column!.width],
      outer: isLeft ? [bill!.left, innerWidth - column!.right] : [innerWidth - bill!.right, column!.left],
      scrollWidth: document.documentElement.scrollWidth,
    }
  })

for (const locale of ['en', 'ar'])
  for (const body of [{ items: items(3), tax: 1, allowAch: true }, long])
    test(`checkout with ${body.items.length} items (${locale}): the columns keep to the seam at every width, without flaws`, async ({
      checkout,
    }) => {
      const { page } = checkout
      const { url } = await checkout.open(body)
      await page.goto(`${url}?locale=${locale}`)
      await checkout.waitForForm()
      for (const width of [320, 390, 768, 1024, 1280, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        const { gap, widths, outer, scrollWidth } = await measure(checkout)
        expect(scrollWidth, `${width}`).toBe(width)
        expect(await findLayoutFlaws(page), `${width}`).toEqual([])
        if (width < 768) continue
        expect(gap, `${width}`).toBeGreaterThanOrEqual(64)
        expect(gap, `${width}`).toBeLessThanOrEqual(128)
        if (width < 1280) continue
        expect(widths, `${width}`).toEqual([440, 440])
        expect(outer[0]!, `${width}`).toBeCloseTo(outer[1]!, 0)
      }
    })

test('checkout with 60 items: total and sums stay in sight while the form scrolls', async ({ checkout }) => {
  const { page } = checkout
  await page.setViewportSize({ width: 1280, height: 800 })
  await checkout.open(long)
  const inSight = [page.locator('.bill .due strong'), page.locator('.sums .total'), page.locator('.sums div').first()]
  for (const part of inSight) await expect(part).toBeInViewport({ ratio: 1 })
  await checkout.button.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
  for (const part of inSight) await expect(part).toBeInViewport({ ratio: 1 })
  // As wide as the sums below.
  const right = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().right))
  expect(await right('.items .amount')).toBe(await right('.sums dd'))
})

test('checkout with 60 items: the keyboard scrolls the list, which has a name and no axe violations', async ({
  checkout,
}) => {
  const { page } = checkout
  await page.setViewportSize({ width: 1280, height: 800 })
  await checkout.open(long)
  const list = page.getByRole('group', { name: 'Your order' })
  await page.keyboard.press('Tab')
  await expect(list).toBeFocused()
  await expect(list.getByText('Item 60')).not.toBeInViewport()
  await page.keyboard.press('End')
  await expect(list.getByText('Item 60')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await axeViolations(page, { bestPractices: true })).toEqual([])
  // A window that is too low for the list scrolls the panel.
  await page.setViewportSize({ width: 1024, height: 400 })
  await page.locator('.sums .total').scrollIntoViewIfNeeded()
  await expect(page.locator('.sums .total')).toBeInViewport({ ratio: 1 })
  expect(await axeViolations(page, { bestPractices: true })).toEqual([])
})

test('checkout with a few items: the keyboard has no list to stop at', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open({ items: items(3) })
  await expect(page.locator('.invoice [tabindex]')).toHaveCount(0)
})

test('checkout with 60 items on a phone: the open summary keeps the sums and the way back in sight', async ({
  checkout,
}) => {
  const { page } = checkout
  await page.setViewportSize({ width: 390, height: 664 })
  await checkout.open(long)
  const summary = page.locator('.fold summary')
  await summary.click()
  for (const part of ['.items li >> nth=0', '.sums .total'])
    await expect(page.locator(part)).toBeInViewport({ ratio: 1 })
  const list = page.locator('.scroll')
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(page.getByText('Item 60')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.sums .total')).toBeInViewport({ ratio: 1 })
  expect(await axeViolations(page, { bestPractices: true })).toEqual([])
  expect(await findLayoutFlaws(page)).toEqual([])
  await checkout.button.scrollIntoViewIfNeeded()
  await expect(summary).toBeInViewport({ ratio: 1 })
  await summary.click()
  await expect(list).toBeHidden()
})

test('receipt with 60 items: prints every item', async ({ checkout }) => {
  const { page } = checkout
  await checkout.open({ items: items(60) })
  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
  await page.emulateMedia({ media: 'print' })
  const cut = await page
    .locator('.scroll, .invoice')
    .evaluateAll((all) => all.filter((element) => element.scrollHeight > element.clientHeight + 1).length)
  expect(cut).toBe(0)
  await page.emulateMedia({ media: null })
})
