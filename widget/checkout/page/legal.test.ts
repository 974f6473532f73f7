import { expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { mockCheckout, PAGE, SAVED_METHODS } from '../../testing/checkoutPageFixture.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'
import { cardLocales } from '../../locales/locales.ts'

const openFixture = useWidgetFixture()

const TERMS = { label: null, unit: 'month', interval: 1, total: '26.25', first: null, installments: 0 } as const

/** A subscription paid from a saved bank account: both legal texts are visible. */
const BOTH_TEXTS = { form: { store: 'agreed' }, terms: TERMS, saved: [SAVED_METHODS[1]!] } as const

it('legal texts of every language fit at 280 pixels, in their direction, with the English original opened', async () => {
  const checkout = await mockCheckout(await openFixture(), BOTH_TEXTS)
  const { page } = checkout
  // The skeleton has both texts, in the styles of the form.
  checkout.scriptReady = new Promise(() => {})
  await page.setViewportSize({ width: 280, height: 700 })
  const locales = Object.keys(cardLocales)
  expect(locales).toHaveLength(65)
  for (const locale of locales) {
    await page.goto(`${PAGE}?locale=${locale}`, { waitUntil: 'commit' })
    await page.locator('.foot').waitFor()
    const flaws = await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
      const { scrollWidth, clientWidth } = document.documentElement
      const paragraphs = [...document.querySelectorAll('.legal p, .legal summary')]
      return {
        sideways: scrollWidth > clientWidth,
        cut: paragraphs.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
        hidden: paragraphs.filter((one) => one.getBoundingClientRect().height === 0).length,
        turned: [...document.querySelectorAll<HTMLElement>('.legal p[lang]')]
          .filter((one) => getComputedStyle(one).direction !== (one.lang === 'en' ? 'ltr' : document.dir))
          .map((one) => one.lang),
        languages: [...new Set([...document.querySelectorAll<HTMLElement>('.legal p[lang]')].map(({ lang }) => lang))],
      }
    })
    const languages = locale === 'en' ? ['en'] : [locale, 'en']
    expect(flaws, locale).toEqual({ sideways: false, cut: [], hidden: 0, turned: [], languages })
  }
})

it('a translated legal text has the English original behind a disclosure, by keyboard and without violations', async () => {
  const { page } = await mockCheckout(await openFixture(), BOTH_TEXTS)
  await page.goto(`${PAGE}?locale=ar`)
  await page.locator('sluice-payment-form .debit').waitFor()
  const debit = page.locator('.debit')
  expect(await debit.locator('details p').isVisible()).toBe(false)
  await debit.locator('summary').focus()
  await page.keyboard.press('Enter')
  expect(await debit.locator('details p').innerText()).toContain('By continuing, you authorize Kiln & Tide')
  expect(await axeViolations(page, { bestPractices: true })).toEqual([])
})
