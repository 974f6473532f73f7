import { readFileSync } from 'node:fs'
import type { FrameLocator, Page } from '@playwright/test'
import type { PagesManifest } from '#contract/builtPages'
import { axeViolations } from '../../widget/testing/axe.ts'
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'

/** Opens the theme studio with a URL fragment. Returns its two preview frames. */
const test = base.extend<{ open: (fragment?: string) => Promise<{ desktop: FrameLocator; phone: FrameLocator }> }>({
  open: async ({ page, local }, use) => {
    await use(async (fragment = '') => {
      await page.goto(`${local.shop}/studio${fragment}`)
      const frames = {
        desktop: page.frameLocator('.desktop iframe'),
        phone: page.frameLocator('.phone iframe'),
      }
      for (const frame of Object.values(frames)) await frame.locator('main.form').waitFor()
      return frames
    })
  },
})

test.use({ view: { colorScheme: 'light', width: 1280, height: 900 } })

const row = (page: Page, member: string) => page.locator(`[data-member=${member}]`)
const input = (page: Page, member: string) => page.locator(`#${member}`)

test('studio: every change updates both previews, can be undone, and is stored in the URL', async ({ page, open }) => {
  const { desktop, phone } = await open()
  const panels = [desktop.locator('main.form'), phone.locator('main.form')]
  await input(page, 'formBackgroundColor').fill('oklch(0.3 0.05 250)')
  for (const panel of panels) await expect(panel).toHaveCSS('background-color', 'rgb(25, 47, 70)')

  // Colours without a hex form are typed. An unfinished input shows no error and changes nothing.
  await input(page, 'formBackgroundColor').pressSequentially('x')
  await expect(row(page, 'formBackgroundColor').locator('.complaint')).toBeEmpty()
  await input(page, 'formBackgroundColor').blur()
  await expect(row(page, 'formBackgroundColor').locator('.complaint')).toContainText('is not a colour')

  await input(page, 'mobileBackgroundColor').evaluate((input) => (input.closest('details')!.open = true))
  await page.locator('#mobileBackgroundColor-picker').fill('#ffeecc')
  await expect(panels[1]!).toHaveCSS('background-color', 'rgb(255, 238, 204)')
  await expect(panels[0]!).toHaveCSS('background-color', 'rgb(25, 47, 70)')

  const { hash } = new URL(page.url())
  expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({
    formBackgroundColor: 'oklch(0.3 0.05 250)',
    mobileBackgroundColor: '#ffeecc',
  })
  await page.reload()
  await expect(input(page, 'mobileBackgroundColor')).toHaveValue('#ffeecc')
  await expect(panels[1]!).toHaveCSS('background-color', 'rgb(255, 238, 204)')

  await page.getByRole('button', { name: 'Midnight' }).click()
  for (const panel of panels) await expect(panel).toHaveCSS('background-color', 'rgb(19, 26, 51)')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panels[1]!).toHaveCSS('background-color', 'rgb(255, 238, 204)')
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(panels[1]!).toHaveCSS('background-color', 'rgb(19, 26, 51)')
})

test('studio: previews are painted when the script that paints them fails once', async ({ page, open }) => {
  const { checkout } = JSON.parse(
    readFileSync(new URL('../../dist/pages.json', import.meta.url), 'utf8'),
  ) as PagesManifest
  let failures = 0
  await page.route(`**${checkout.repaint.path}`, async (route) => {
    failures += 1
    await route.abort()
  })
  const { desktop, phone } = await open('#formBackgroundColor=%23ffeecc')
  for (const frame of [desktop, phone])
    await expect(frame.locator('main.form')).toHaveCSS('background-color', 'rgb(255, 238, 204)')
  expect(failures).toBe(2)
})

test('studio: contrast is reported beside each colour, and the summary focuses a failing one', async ({
  page,
  open,
}) => {
  await open('#formBackgroundColor=white&formTextColor=%23999')
  const verdicts = row(page, 'formTextColor').locator('.verdicts')
  await expect(verdicts).toContainText('2.84 : 1 Text on the background, too low, needs 4.5 : 1')
  await page.getByRole('button', { name: '2 contrast problems' }).click()
  await expect(input(page, 'formTextColor')).toBeFocused()
  await input(page, 'formTextColor').fill('#333')
  await expect(verdicts).toContainText('12.63 : 1 Text on the background, passes')
  await expect(page.locator('.sum')).toHaveText('All contrasts pass')
})

test('studio: exported JSON can be imported, and invalid JSON is reported by member', async ({ page, open }) => {
  await open()
  await page.getByRole('button', { name: 'Clay' }).click()
  await page.getByRole('button', { name: 'JSON' }).click()
  const text = page.getByRole('textbox', { name: 'JSON' })
  const exported = await text.inputValue()
  expect(JSON.parse(exported)).toMatchObject({
    appearance: { invoiceBackgroundColor: '#b5512f', inputVariant: 'filled' },
  })

  await text.fill('{"formTextColour": "red", "alertColor": "blurple"}')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.locator('#problems li')).toHaveText([
    'formTextColour Unknown member. Did you mean formTextColor?',
    /^alertColor "blurple" is not a colour/,
  ])
  await text.fill(exported)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.locator('#json')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Clay' })).toHaveAttribute('aria-pressed', 'true')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'JSON' }).click()
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('checkout.json')
})

test('studio: bank tab, errors and receipt preview the same colours', async ({ page, open }) => {
  const { desktop, phone } = await open('#alertColor=%23b3123b&successColor=%23007a3d&formBackgroundColor=white')
  const frames = [desktop, phone]
  await page.getByRole('radio', { name: 'Bank account' }).check()
  for (const frame of frames) await expect(frame.getByLabel('Routing number')).toBeVisible()
  await page.getByRole('radio', { name: 'Errors' }).check()
  for (const frame of frames)
    await expect(frame.getByText('Check the marked fields:')).toHaveCSS('color', 'rgb(179, 18, 59)')
  await page.getByRole('radio', { name: 'Receipt' }).check()
  for (const frame of frames) await expect(frame.locator('.tick')).toHaveCSS('color', 'rgb(0, 122, 61)')
  expect(new URL(page.url()).hash).toContain('show=receipt')
})

test('studio: creates a checkout with the appearance, and returns the gateway’s validation errors', async ({
  page,
  open,
  local,
}) => {
  await open()
  await page.getByRole('button', { name: 'Forest' }).click()
  await page.getByRole('button', { name: 'Create checkout' }).click()
  const link = page.getByRole('link', { name: 'Open the checkout' })
  await expect(link).toBeFocused()
  const opening = page.context().waitForEvent('page')
  await link.click()
  const checkout = await opening
  await expect(checkout.locator('.invoice')).toHaveCSS('background-color', 'rgb(22, 50, 31)')
  await checkout.close()

  const answer = await page.request.post(`${local.shop}/studio`, {
    form: { checkout: '{"appearance": {"formTextColor": "no"}}' },
  })
  expect(await answer.json()).toEqual({ errors: [{ member: 'formTextColor', text: expect.any(String) }] })
})

test('studio: currency, shipping and the ways back are in both previews, in the URL, in the JSON and in the checkout', async ({
  page,
  open,
  local,
}) => {
  const { desktop, phone } = await open()
  const [bag, thanks] = [`${local.shop}/bag`, `${local.shop}/?thanks`]
  await page.locator('#group-checkout summary').click()
  await input(page, 'currency').selectOption('EUR')
  await input(page, 'shipping').fill('6.5')
  await input(page, 'cancelUrl').fill(bag)
  await input(page, 'cancelUrl').blur()
  for (const frame of [desktop, phone]) {
    await expect(frame.locator('.invoice')).toContainText('€6.50')
    await expect(frame.locator(`a[href="${bag}"]`).first()).toBeAttached()
  }

  // The preview stays until the gateway accepts the members.
  await input(page, 'returnAutomatically').fill('7')
  await input(page, 'returnAutomatically').blur()
  await expect(page.locator('.trouble')).toContainText('thankYouUrl')
  await expect(desktop.locator('.invoice')).toContainText('€6.50')
  await input(page, 'thankYouUrl').fill(thanks)
  await input(page, 'thankYouUrl').blur()
  await expect(page.locator('.trouble')).toBeEmpty()
  await expect(page.locator('#group-checkout .count')).toHaveText('5 of 8')

  await input(page, 'shipping').fill('-1')
  await input(page, 'shipping').blur()
  await expect(row(page, 'shipping').locator('.complaint')).toContainText('is not an amount')

  // Presets change the appearance only. The URL keeps all.
  await page.getByRole('button', { name: 'Clay' }).click()
  await page.reload()
  await expect(input(page, 'currency')).toHaveValue('978')
  await expect(page.getByRole('button', { name: 'Clay' })).toHaveAttribute('aria-pressed', 'true')
  await expect(desktop.locator('.invoice')).toContainText('€6.50')
  await page.getByRole('button', { name: 'JSON' }).click()
  const printed = JSON.parse(await page.getByRole('textbox', { name: 'JSON' }).inputValue()) as object
  expect(printed).toEqual({
    currency: 978,
    shipping: 6.5,
    cancelUrl: bag,
    thankYouUrl: thanks,
    returnAutomatically: 7,
    appearance: expect.objectContaining({ inputVariant: 'filled' }),
  })
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Create checkout' }).click()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the checkout' }).click()
  const checkout = await opening
  await expect(checkout.locator('.invoice')).toContainText('€6.50')
  await expect(checkout.locator(`a[href="${bag}"]`).first()).toBeAttached()
  await checkout.close()
})

test('studio: the sample has whole amounts in a currency without cents', async ({ open }) => {
  const { desktop } = await open('#currency=392&shipping=600')
  await expect(desktop.locator('.invoice')).toContainText('¥1,250')
  await expect(desktop.locator('.invoice')).toContainText('¥600')
})

for (const view of [
  { colorScheme: 'light', width: 1280, height: 900 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const)
  test.describe(`${view.colorScheme}, ${view.width} px`, () => {
    test.use({ view })

    test(`studio: no axe violations and no horizontal scrolling (${view.colorScheme}, ${view.width} px)`, async ({
      page,
      open,
    }) => {
      await open('#formBackgroundColor=white&formTextColor=%23999&formAccentColor=nothing')
      await page.locator('details').evaluateAll((groups) => {
        for (const group of groups) (group as HTMLDetailsElement).open = true
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(view.width)
      const looks = { frames: false, practices: true, exclude: ['iframe'] }
      expect(await axeViolations(page, looks)).toEqual([])
      await page.getByRole('button', { name: 'JSON' }).click()
      expect(await axeViolations(page, looks)).toEqual([])
    })
  })
