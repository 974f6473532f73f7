import { test as base } from './fixtures.ts'

/**
 * Tests that follow one another in one page, since a browser context and its processes take as long as most of them: for
 * those whose pages have origins of their own and keep nothing in the browser. Routes and listeners end with their test;
 * a clock cannot, so a test that installs one opens a page for itself.
 */
export const test = base.extend({
  page: async ({ onePage }, use) => {
    await use(onePage)
    onePage.removeAllListeners()
    await onePage.goto('about:blank')
    await onePage.unrouteAll()
  },
})
