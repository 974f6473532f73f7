import type { Page } from 'playwright-core'

/** Signs in the demo owner, whose console is that of test mode. */
export const enterAsOwner = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/test`)
  await page.getByRole('button', { name: 'Enter as the demo owner' }).click()
  // On a phone it is in a menu.
  await page.locator('nav.sections').waitFor({ state: 'attached' })
}

/** What is shown until the data of a screen has come. */
export const skeleton = 'console-shell main :is(.bone, .skeleton-row, .skeleton-title)'

/** Waits until a screen shows its data. */
export const waitForScreen = async (page: Page): Promise<void> => {
  await page.locator('console-shell main h1').first().waitFor({ timeout })
  await page.waitForFunction((selector) => document.querySelector(selector) === null, skeleton, { timeout })
}

/** Without it a test waits for an element until its own end. */
const timeout = 20_000

/** Opens an address of the console. */
export const openScreen = async (page: Page, address: string): Promise<void> => {
  await page.goto(address, { waitUntil: 'networkidle' })
  await waitForScreen(page)
}

/** The addresses of the links on a page. */
export const linksOf = (page: Page): Promise<string[]> =>
  page.locator('console-shell a[href]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))

/**
 * Shows what a screen keeps closed: further rows, details, menus and dialogs, one after another.
 *
 * @param inspect receives the name of each state
 */
export const eachState = async (page: Page, inspect: (state: string) => Promise<void>): Promise<void> => {
  await inspect('as it opens')
  const more = page.locator('main .list-foot button')
  if ((await more.count()) > 0) {
    await more.first().click({ timeout })
    // Meanwhile it is disabled.
    await page.waitForFunction(() => document.querySelector('main .list-foot button:disabled') === null, null, {
      timeout,
    })
    await inspect('with more rows')
  }
  // Each one that opens is no longer among them.
  const closed = page.locator('main details:not([open]) > summary:visible')
  let details = 0
  for (; (await closed.count()) > 0; details++) await closed.first().click({ timeout })
  if (details > 0) {
    await page.waitForLoadState('networkidle')
    await inspect('with its details')
  }
  for (const [kind, selector, opened] of [
    ['menu', '[popovertarget]', '[popover]:popover-open'],
    ['dialog', 'main [aria-haspopup=dialog]', 'dialog[open]'],
  ] as const)
    for (let nth = 0; nth < (await page.locator(`${selector}:visible`).count()); nth++) {
      const button = page.locator(`${selector}:visible`).nth(nth)
      if (await button.isDisabled()) continue
      await button.click({ timeout })
      await page.locator(opened).first().waitFor({ timeout })
      await page.waitForLoadState('networkidle')
      await inspect(`with ${kind} ${nth + 1}`)
      await page.keyboard.press('Escape')
      await page.locator(opened).first().waitFor({ state: 'hidden', timeout })
    }
}
