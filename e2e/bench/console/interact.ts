import type { Page } from 'playwright-core'
import { recordEvents, summarizeEvents, typeKeys, type Interactions, type WindowWithEvents } from '../interactions.ts'
import { throttle } from '../throttling.ts'

const rows = 'main tbody tr, main li'
const more = 'main .list-foot button'

/** Shows so many rows, as far as there are. @returns their number */
const showRows = async (page: Page, wanted: number): Promise<number> => {
  for (;;) {
    const shown = await page.locator(rows).count()
    if (shown >= wanted || (await page.locator(more).count()) === 0) return shown
    // By key: rows that come into view get their height, so the button could move under a click.
    await page.locator(more).press('Enter')
    await page.waitForFunction(([selector, before]) => document.querySelectorAll(selector).length > before, [
      rows,
      shown,
    ] as const)
  }
}

/** A page has sent its requests and rendered all rows after this time. */
const settleMs = 1000

const search = [...'amount:>100 status:captured']

export type MeasuredInteractions = Interactions & { readonly rows: number }

/**
 * Clicks, presses keys and types into the search of a screen with so many rows, on a slower CPU.
 *
 * @returns null for a screen with fewer rows
 */
export const measureInteractions = async (
  page: Page,
  address: string,
  { rows: wanted, cpu }: { rows: number; cpu: number },
): Promise<MeasuredInteractions | null> => {
  await page.goto(address, { waitUntil: 'networkidle' })
  const shown = await showRows(page, wanted)
  if (shown < wanted) return null
  await throttle(page, { cpu, latencyMs: 0, downloadKbps: 1e6, uploadKbps: 1e6 })
  await recordEvents(page.mainFrame())
  let inputs = 0
  const click = async (selector: string) => {
    for (const target of await page.locator(`${selector}:visible`).all()) {
      await target.click()
      await page.waitForTimeout(100)
      inputs++
    }
  }
  // A person looks at the rows first. The list renders its last ones meanwhile.
  await page.waitForTimeout(settleMs)
  // The menus of the screen, with what they switch.
  for (const menu of await page.locator('main [popovertarget]:visible').all()) {
    // A person scrolls to a menu before pressing it. INP counts clicks and keys, not the frames of scrolling.
    await menu.scrollIntoViewIfNeeded()
    await page.waitForTimeout(settleMs)
    await menu.click()
    inputs++
    await click('[popover]:popover-open input')
    await click('[popover]:popover-open input')
    inputs += await typeKeys(page, ['Escape'])
  }
  // Through the rows by keyboard, from the first of the last page or from the menus.
  inputs += await typeKeys(page, ['?', 'Escape', ...Array<string>(60).fill('Tab')])
  inputs += await typeKeys(page, ['/'])
  if (await page.evaluate(() => document.activeElement instanceof HTMLInputElement))
    inputs += await typeKeys(page, search)
  // Entries are reported after their paint.
  await page.waitForTimeout(500)
  const { events } = await page.evaluate(() => ({ events: (window as never as WindowWithEvents).events }))
  return { ...summarizeEvents(inputs, events), rows: shown }
}
