import type { Page } from '@playwright/test'
import { test as base } from './fixtures.ts'

export type View = { colorScheme: 'light' | 'dark'; width: number; height: number }

const defaultView: View = { colorScheme: 'light', width: 1280, height: 900 }

const applyView = async (page: Page, { colorScheme, width, height }: View): Promise<void> => {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
}

/**
 * Runs tests one after another in one page, since a new browser context takes as long as most tests. For pages that store only cookies in
 * the browser. Routes, listeners, cookies, permissions and `view` are reset after each test; a clock cannot be, so tests with a clock
 * open their own page.
 */
export const test = base.extend<{ view: View | null }>({
  view: [null, { option: true }],
  page: async ({ sharedPage, view }, use) => {
    if (view) await applyView(sharedPage, view)
    await use(sharedPage)
    sharedPage.removeAllListeners()
    await sharedPage.goto('about:blank')
    await sharedPage.unrouteAll()
    await sharedPage.context().clearCookies()
    await sharedPage.context().clearPermissions()
    if (view) await applyView(sharedPage, defaultView)
  },
})
