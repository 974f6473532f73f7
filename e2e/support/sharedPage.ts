import type { Page } from '@playwright/test'
import { test as base } from './fixtures.ts'

export type View = { colorScheme: 'light' | 'dark'; width: number; height: number }

const usual: View = { colorScheme: 'light', width: 1280, height: 900 }

const show = async (page: Page, { colorScheme, width, height }: View): Promise<void> => {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
}

/**
 * Tests that follow one another in one page, since a browser context and its processes take as long as most of them: for
 * those whose pages keep nothing in the browser but cookies. Routes, listeners, cookies and permissions end with their test, and so do the
 * size and the colours that it asks for by `view`; a clock cannot, so a test that installs one opens a page for itself.
 */
export const test = base.extend<{ view: View | null }>({
  view: [null, { option: true }],
  page: async ({ onePage, view }, use) => {
    if (view) await show(onePage, view)
    await use(onePage)
    onePage.removeAllListeners()
    await onePage.goto('about:blank')
    await onePage.unrouteAll()
    await onePage.context().clearCookies()
    await onePage.context().clearPermissions()
    if (view) await show(onePage, usual)
  },
})
