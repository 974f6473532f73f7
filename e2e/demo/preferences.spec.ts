import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test as base } from '../support/fixtures.ts'
import type { IsolatedShop } from '../support/isolatedShop.ts'
import { readLayoutShifts, recordLayoutShifts } from '../support/layoutShifts.ts'

/** The demo's pages on a narrow screen, with a large text size, in forced colours, and while they load. */

const PAGES: Readonly<Record<string, string>> = {
  shop: '/',
  studio: '/studio',
  gallery: '/gallery',
  terminal: '/reader',
  inbox: '/inbox',
  mail: '/mail',
}

/** What is there once a page has loaded. */
const READY: Readonly<Record<string, (page: Page) => Locator>> = {
  shop: (page) => page.frameLocator('sluice-card iframe').locator('#cc-number'),
  studio: (page) => page.frameLocator('.phone iframe').locator('sluice-payment-form .pay'),
  gallery: (page) => page.frameLocator('sluice-card iframe >> nth=0').locator('#cc-number'),
  terminal: (page) => page.locator('.pairing-code'),
  inbox: (page) => page.locator('.light:not([data-light=connecting])'),
  mail: (page) => page.locator('main'),
}

/** A webhook inbox with all its parts. Ages of its deliveries change each second, which is no part of loading: time stands still. */
const fillInbox = async (shop: IsolatedShop, { clock }: BrowserContext): Promise<void> => {
  await clock.setFixedTime(Date.now())
  shop.setRegistration({ state: 'disabled', reason: 'The endpoint returned 410 Gone.' })
  for (const id of ['evt-1', 'evt-2']) await shop.deliver({ id, type: 'transaction.captured' })
}

type Options = NonNullable<Parameters<import('@playwright/test').Browser['newContext']>[0]>

const test = base.extend<{ openPage: (name: string, options?: Options) => Promise<Page> }>({
  openPage: async ({ browser, local, isolatedShop }, use) => {
    const contexts: { close: () => Promise<void> }[] = []
    await use(async (name, options = {}) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
      contexts.push(context)
      await recordLayoutShifts(context)
      if (name === 'inbox') await fillInbox(isolatedShop, context)
      const page = await context.newPage()
      await page.goto((name === 'inbox' ? isolatedShop.url : local.shop) + PAGES[name]!)
      await READY[name]!(page).first().waitFor()
      return page
    })
    for (const context of contexts) await context.close()
  },
})

const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

for (const name of Object.keys(PAGES))
  test(`${name}: no horizontal scrolling at 320 px and no layout shift while it loads`, async ({ openPage }) => {
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 1280, height: 900 },
    ]) {
      const page = await openPage(name, { viewport })
      expect(await scrollWidth(page)).toBe(viewport.width)
      expect(await readLayoutShifts(page)).toEqual([])
    }
  })

for (const name of Object.keys(PAGES))
  test(`${name}: a text size of 200 % doubles all texts, without horizontal scrolling`, async ({ openPage }) => {
    const page = await openPage(name, { viewport: { width: 320, height: 640 } })
    const sizes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter((element) => element.checkVisibility() && !element.closest('svg, sluice-card, iframe'))
          .filter(({ childNodes }) => [...childNodes].some((node) => node instanceof Text && node.data.trim() !== ''))
          // Fluid sizes follow the width of the window.
          .filter((element) => !element.closest('[class*=pairing-code], .request, .idle, .waiting'))
          .map(
            (element) =>
              `${element.localName}.${element.className}: ${Number.parseFloat(getComputedStyle(element).fontSize)}`,
          ),
      )
    const usual = await sizes()
    expect(usual.length).toBeGreaterThan(2)
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    const doubled = usual.map((line) => line.replace(/[\d.]+$/, (size) => String(2 * Number(size))))
    await expect.poll(sizes).toEqual(doubled)
    expect(await scrollWidth(page)).toBe(320)
  })

/** A control of two states on each page that has one, and how to change it. */
const CHOICES: readonly (readonly [name: string, selected: string, select: string])[] = [
  ['studio', '.segments label:nth-of-type(2) span', '.segments label:nth-of-type(2) input'],
  ['studio', '[data-preset=clay]', '[data-preset=clay]'],
  ['gallery', '.choice label:nth-of-type(2) span', '.choice label:nth-of-type(2) input'],
  ['inbox', '.segments label:nth-of-type(2) span', '.segments label:nth-of-type(2) input'],
]

for (const [name, selected, select] of CHOICES)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${name}: ${selected} looks selected in forced colours (${colorScheme})`, async ({ openPage }) => {
      const page = await openPage(name, { forcedColors: 'active', colorScheme, viewport: { width: 1280, height: 900 } })
      const target = page.locator(selected).first()
      const look = () =>
        target.evaluate((element) => {
          const { backgroundColor, color, outlineStyle } = getComputedStyle(element)
          return { backgroundColor, color, outlineStyle }
        })
      const before = await look()
      await page.locator(select).first().click({ force: true })
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.mouse.move(0, 0)
      await expect.poll(look).not.toEqual(before)
    })
