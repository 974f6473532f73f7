import { readFileSync } from 'node:fs'
import type { Pages } from '#contract/builtPages'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'

/** The gallery of the demo: the card form in every layout, state, theme and language, on one page. */
const test = base.extend<{ complaints: string[]; open: (query?: string) => Promise<void> }>({
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await use(complaints)
  },
  open: async ({ page, local }, use) => {
    await use(async (query = '') => {
      await page.goto(`${local.shop}/gallery${query}`)
    })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: null })
  },
})

const { locales } = (JSON.parse(readFileSync(new URL('../../dist/pages.json', import.meta.url), 'utf8')) as Pages).card

test('shows every section under its policy without a complaint, and loads what is in view', async ({
  page,
  open,
  complaints,
}) => {
  await open()
  await expect(page.locator('iframe').first().contentFrame().getByLabel('Card number')).toBeVisible()
  const counts = await page
    .locator('.gallery section')
    .evaluateAll((sections) => sections.map(({ id, children }) => [id, children[1]!.children.length]))
  expect(counts).toEqual([
    ['layouts', 25],
    ['states', 14],
    ['themes', 14],
    ['languages', locales.length],
  ])
  expect(await page.locator('iframe').count()).toBeLessThan(10)
  expect(complaints).toEqual([])

  await page.getByRole('link', { name: /^Themes/ }).click()
  const dark = page.locator('#theme-outlined-dark')
  await expect(dark.locator('iframe').contentFrame().locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.locator('#layout-free iframe').contentFrame().locator('html')).toHaveCSS('color-scheme', 'light')
  expect(complaints).toEqual([])
})

test('has every language of the build, to be found by its name in English and in itself', async ({ page, open }) => {
  await open()
  const shown = page.locator('#languages figure:visible')
  const tags = await shown.evaluateAll((figures) => figures.map(({ id }) => id.replace('language-', '')))
  expect(tags.toSorted()).toEqual(locales.toSorted())

  for (const words of ['german', 'Deutsch', 'DE']) {
    await page.getByLabel('Find a language').fill(words)
    await expect(page.locator('#language-de')).toBeVisible()
    await expect(page.locator('#language-fr')).toBeHidden()
  }
  await expect(page.locator('.found')).toHaveText(`${await shown.count()} of ${locales.length}`)
  const frame = page.locator('#language-de iframe').contentFrame()
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de')
  // Until then nobody is there to show it.
  await expect(frame.locator('input').first()).toBeEnabled()
  await page.locator('#language-de').getByRole('button', { name: 'Show what is missing' }).click()
  await expect(frame.getByText('Geben Sie die Kartennummer ein')).toBeVisible()
})

test('shows one specimen alone, as a fixture, and says where there is none', async ({ page, open, local }) => {
  await open('?only=layout-stack-280,state-disabled')
  await expect(page.locator('figure')).toHaveCount(2)
  const stack = page.locator('#layout-stack-280 sluice-card')
  await expect(stack.locator('iframe').contentFrame().getByLabel('Postal code')).toBeEnabled()
  expect((await stack.boundingBox())?.width).toBe(280)
  await expect(page.locator('#state-disabled iframe').contentFrame().getByLabel('Card number')).toBeDisabled()
  expect((await page.request.get(`${local.shop}/gallery?only=nothing`)).status()).toBe(404)
})

test('turns its forms to the left together with the page, and its colours dark', async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open('')
  const form = page.locator('#layout-free iframe').contentFrame().locator('html')
  await expect(form).toHaveAttribute('dir', 'ltr')
  await page.getByRole('radio', { name: 'RTL' }).check()
  await expect(form).toHaveAttribute('dir', 'rtl')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(form).toHaveCSS('color-scheme', 'dark')
  await page.getByRole('radio', { name: 'LTR' }).check()
  await expect(form).toHaveAttribute('lang', 'en')
})

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const)
  test(`is read with a screen reader and weak eyes, and never scrolls sideways (${colorScheme}, ${width} px)`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await open()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    // What is not drawn is not judged. The forms' insides have tests of their own.
    await page.locator('figure').evaluateAll((figures) => {
      for (const figure of figures) figure.style.contentVisibility = 'visible'
    })
    expect(await axeViolations(page, { exclude: ['sluice-card'], frames: false, practices: true })).toEqual([])
  })
