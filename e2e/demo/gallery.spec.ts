import { readFileSync } from 'node:fs'
import type { PagesManifest } from '#contract/builtPages'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'

/** The demo’s gallery of the card form in every layout, state, theme and language. */
const test = base.extend<{ errors: string[]; open: (query?: string) => Promise<void> }>({
  errors: async ({ page }, use) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    await use(errors)
  },
  open: async ({ page, local }, use) => {
    await use(async (query = '') => {
      await page.goto(`${local.shop}/gallery${query}`)
    })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.emulateMedia({ colorScheme: null })
  },
})

const { locales } = (
  JSON.parse(readFileSync(new URL('../../dist/pages.json', import.meta.url), 'utf8')) as PagesManifest
).card

test('gallery: every section renders under its CSP without errors, and only visible frames load', async ({
  page,
  open,
  errors,
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
  expect(errors).toEqual([])

  await page.getByRole('link', { name: /^Themes/ }).click()
  const dark = page.locator('#theme-outlined-dark')
  await expect(dark.locator('iframe').contentFrame().locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.locator('#layout-free iframe').contentFrame().locator('html')).toHaveCSS('color-scheme', 'light')
  expect(errors).toEqual([])
})

test('gallery: every language of the build is listed and found by its English and native name', async ({
  page,
  open,
}) => {
  await open()
  const visible = page.locator('#languages figure:visible')
  const tags = await visible.evaluateAll((figures) => figures.map(({ id }) => id.replace('language-', '')))
  expect(tags.toSorted()).toEqual(locales.toSorted())

  for (const words of ['german', 'Deutsch', 'DE']) {
    await page.getByLabel('Find a language').fill(words)
    await expect(page.locator('#language-de')).toBeVisible()
    await expect(page.locator('#language-fr')).toBeHidden()
  }
  await expect(page.locator('.found')).toHaveText(`${await visible.count()} of ${locales.length}`)
  const frame = page.locator('#language-de iframe').contentFrame()
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de')
  // The errors can be visible only after the frame has loaded.
  await expect(frame.locator('input').first()).toBeEnabled()
  await page.locator('#language-de').getByRole('button', { name: 'Show errors' }).click()
  await expect(frame.getByText('Geben Sie die Kartennummer ein')).toBeVisible()
})

test('gallery: ?only= shows the named specimens, and an unknown name returns 404', async ({ page, open, local }) => {
  await open('?only=layout-stack-280,state-disabled')
  await expect(page.locator('figure')).toHaveCount(2)
  const stack = page.locator('#layout-stack-280 sluice-card')
  await expect(stack.locator('iframe').contentFrame().getByLabel('Postal code')).toBeEnabled()
  expect((await stack.boundingBox())?.width).toBe(280)
  await expect(page.locator('#state-disabled iframe').contentFrame().getByLabel('Card number')).toBeDisabled()
  expect((await page.request.get(`${local.shop}/gallery?only=nothing`)).status()).toBe(404)
})

test('gallery: states are filled in, in the language and colour scheme of the gallery', async ({
  page,
  open,
  local,
  errors,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open('#states')
  const form = (id: string) => page.locator(`#state-${id} iframe`).contentFrame()
  const show = (id: string) => page.locator(`#state-${id}`).scrollIntoViewIfNeeded()
  await show('filled')
  await expect(form('filled').getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(form('filled').getByLabel('Postal code')).toHaveValue('46201')
  await show('expired')
  await expect(form('expired').getByText('This card has expired')).toBeVisible()
  await show('declined')
  await expect(form('declined').getByLabel('CVV')).toHaveValue('')
  await expect(form('declined').getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await show('processing')
  await expect(form('processing').getByLabel('Card number')).not.toBeEditable()

  await page.getByRole('radio', { name: 'RTL' }).check()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(form('filled').locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(form('filled').locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.getByRole('link', { name: 'Try it: Filled' }).click()
  await expect(page.locator('sluice-card iframe').contentFrame().getByLabel('Card number')).toHaveValue('')
  expect((await page.request.get(`${local.shop}/state?id=nothing`)).status()).toBe(404)
  expect(errors).toEqual([])
})

test('gallery: right-to-left and dark mode apply to the card forms', async ({ page, open }) => {
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
  test(`gallery: no axe violations and no horizontal scrolling (${colorScheme}, ${width} px)`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await open()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    // axe skips content that is not rendered. The card forms have their own tests.
    await page.locator('figure').evaluateAll((figures) => {
      for (const figure of figures) figure.style.contentVisibility = 'visible'
    })
    expect(
      await axeViolations(page, { exclude: ['sluice-card', 'iframe.state'], frames: false, bestPractices: true }),
    ).toEqual([])
  })
